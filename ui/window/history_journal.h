// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/run_journal.h"
#include "ui/parts/services.h"

#include <QObject>

#include <memory>

namespace retryscope::ui {

/// Writes the journal of a live run or recording next to the history. If the program ends before the run
/// does, the next start finds it there.
class HistoryJournal final : public QObject
{
public:
    /// runs: nullptr if no history is kept.
    HistoryJournal(const io::RunStore* runs, QObject* parent);

    /// Writes a journal for each live run of the controller.
    void follow(const io::RunController& controller);
    /// Starts a journal for a new record and discards the previous one.
    void begin(const RunHeader& header);
    void note(const RunRecord& record, Place place);

    /// The journal of the ended run, for the code that adds its record to the history; null if there is none.
    [[nodiscard]] std::unique_ptr<io::JournalFile> take();

private:
    void drop();

    const io::RunStore* m_runs;
    std::unique_ptr<io::RunJournal> m_journal;
};

} // namespace retryscope::ui
