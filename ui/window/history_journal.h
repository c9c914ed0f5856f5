// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/run_journal.h"
#include "ui/parts/services.h"

#include <QObject>

#include <memory>

namespace retryscope::ui {

/// Keeps the journal of each live run of the window beside the history, where the next start finds it.
class HistoryJournal final : public QObject
{
public:
    HistoryJournal(const Services& services, QObject* parent);

    /// That of the run that has ended, for who adds its record to the history; null where there is none.
    [[nodiscard]] std::unique_ptr<io::JournalFile> take();

private:
    void begin();
    void drop();

    Services m_services;
    std::unique_ptr<io::RunJournal> m_journal;
};

} // namespace retryscope::ui
