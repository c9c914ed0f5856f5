// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/history_journal.h"

#include "core/io/files/run_store.h"
#include "core/io/live/run_controller.h"

#include <utility>

namespace retryscope::ui {

HistoryJournal::HistoryJournal(const io::RunStore* runs, QObject* parent) : QObject(parent), m_runs(runs) {}

void HistoryJournal::follow(const io::RunController& controller)
{
    connect(&controller, &io::RunController::started, this,
            [this, &controller] { begin(controller.record().header()); });
    connect(&controller, &io::RunController::recorded, this,
            [this, &controller](Place place) { note(controller.record(), place); });
    // Another record took its place: the run is not kept.
    connect(&controller, &io::RunController::replaced, this, &HistoryJournal::drop);
}

/// Without a journal the run goes on all the same; the history says what is wrong with its folder at the end.
void HistoryJournal::begin(const RunHeader& header)
{
    drop();
    constexpr std::size_t kMostSent = std::size_t{1024} * 1024; // stands in every attempt; the window goes on
    if (m_runs == nullptr || header.isVirtual || header.spec.body.size() > kMostSent) {
        return;
    }
    const io::Result<QString> path = m_runs->newJournalPath();
    auto begun = path ? io::RunJournal::begin(path.value(), header, {}, io::RunStoreLimits().recordBytes)
                      : io::Result<std::unique_ptr<io::RunJournal>>(path.error());
    if (begun) {
        m_journal = std::move(begun).value();
    }
}

void HistoryJournal::note(const RunRecord& record, Place place)
{
    if (m_journal) {
        m_journal->note(record, place);
    }
}

void HistoryJournal::drop()
{
    if (m_journal) {
        m_journal->abandon();
        m_journal.reset();
    }
}

std::unique_ptr<io::JournalFile> HistoryJournal::take()
{
    const std::unique_ptr<io::RunJournal> journal = std::move(m_journal);
    return journal ? journal->end() : nullptr;
}

} // namespace retryscope::ui
