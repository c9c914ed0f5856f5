// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/run_journal.h"
#include "ui/parts/services.h"

#include <QObject>

#include <memory>

namespace retryscope::ui {

/// Keeps the journal of a live run or of a recording beside the history, where the next start finds it when
/// the program is ended before it is over.
class HistoryJournal final : public QObject
{
public:
    /// runs: nullptr where there is no history.
    HistoryJournal(const io::RunStore* runs, QObject* parent);

    /// Each live run of the controller.
    void follow(const io::RunController& controller);
    /// A record begins; the one before is not kept.
    void begin(const RunHeader& header);
    void note(const RunRecord& record, Place place);

    /// That of the run that has ended, for who adds its record to the history; null where there is none.
    [[nodiscard]] std::unique_ptr<io::JournalFile> take();

private:
    void drop();

    const io::RunStore* m_runs;
    std::unique_ptr<io::RunJournal> m_journal;
};

} // namespace retryscope::ui
