// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the Record room in which a person says which attempts are one call.

#include "core/io/text/utf8.h"
#include "core/recording/regroup.h"
#include "ui/parts/foreign_text.h"
#include "ui/record/calls_view.h"
#include "ui/record/record_details.h"
#include "ui/record/record_page.h"

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// Index of the call that has this attempt, in whatever record; -1: none has it.
int callWith(const RunRecord& record, const AttemptRecord& wanted)
{
    const auto isIt = [&wanted](const AttemptRecord& attempt) {
        return attempt.start == wanted.start && attempt.facts.wire == wanted.facts.wire;
    };
    const auto found = std::ranges::find_if(
        record.calls(), [&isIt](const CallRecord& call) { return std::ranges::any_of(call.attempts, isIt); });
    return found == record.calls().end() ? -1 : static_cast<int>(found - record.calls().begin());
}

} // namespace

void RecordPage::joinCalls(const std::vector<int>& calls)
{
    const AttemptRecord shown = record().callAt(calls.front()).attempts.front();
    regroup(withCallsJoined(record(), calls), tr("Joined %L1 calls.").arg(calls.size()), shown);
}

void RecordPage::splitCall(Place at)
{
    const AttemptRecord shown = record().at(at);
    regroup(withCallSplit(record(), at), tr("Split the call before attempt %L1.").arg(at.attempt + 1), shown);
}

void RecordPage::groupCallsBy(const QString& field)
{
    const std::string name = fromQString(field);
    if (name == record().header().groupBy) {
        return;
    }
    constexpr qsizetype kMostOfName = 60;
    RunRecord next = withCallsGroupedBy(record(), name);
    const int made = static_cast<int>(next.calls().size());
    const QString what = field.isEmpty()
                             ? tr("Grouped automatically: %L1 calls.").arg(made)
                             : tr("Grouped by %1: %L2 calls.").arg(shortened(field, kMostOfName)).arg(made);
    regroup(std::move(next), what, shownAttempt());
}

void RecordPage::regroup(RunRecord next, const QString& what, const AttemptRecord& shown)
{
    if (m_groupings.empty()) {
        m_groupings.push_back(record());
    }
    m_groupings.resize(m_grouping + 1); // what was undone cannot be done again
    m_groupings.push_back(std::move(next));
    m_grouping = m_groupings.size() - 1;
    forgetOldest();
    displayGrouping(shown);
    Q_EMIT regrouped(what);
}

/// A step holds a copy of all attempts, so the first ones make room for the last ones.
void RecordPage::forgetOldest()
{
    constexpr std::size_t kMostAttempts = 1'000'000;
    constexpr std::size_t kLeastSteps = 2;
    const std::size_t attempts = static_cast<std::size_t>(std::max(record().attemptCount(), 1));
    const std::size_t most = std::max(kLeastSteps, kMostAttempts / attempts);
    while (m_groupings.size() > most) {
        m_groupings.erase(m_groupings.begin());
        --m_grouping;
    }
}

/// Another record is shown.
void RecordPage::forgetDecisions()
{
    m_groupings.clear();
    m_grouping = 0;
    Q_EMIT undoChanged();
}

void RecordPage::displayGrouping(const AttemptRecord& shown)
{
    showRecord(m_groupings[m_grouping], callWith(m_groupings[m_grouping], shown));
    Q_EMIT undoChanged();
}

void RecordPage::undo()
{
    if (canUndo()) {
        goTo(m_grouping - 1);
    }
}

void RecordPage::redo()
{
    if (canRedo()) {
        goTo(m_grouping + 1);
    }
}

void RecordPage::goTo(std::size_t grouping)
{
    const AttemptRecord shown = shownAttempt();
    m_grouping = grouping;
    displayGrouping(shown);
    Q_EMIT regrouped({});
}

/// The first one of the call that is shown; a copy, because its record goes.
AttemptRecord RecordPage::shownAttempt() const
{
    return record().callAt(std::max(m_calls->currentCall(), 0)).attempts.front();
}

} // namespace retryscope::ui
