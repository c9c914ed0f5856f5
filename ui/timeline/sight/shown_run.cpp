// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/sight/shown_run.h"

#include <algorithm>

namespace retryscope::ui {

void ShownRun::setRecord(const RunRecord* record)
{
    m_record = record;
    m_rows.clear();
    m_bars.clear();
    m_legendParts = {};
    m_runningCalls.clear();
    m_last = m_now = Instant{};
    if (m_record == nullptr) {
        return;
    }
    regroup();
    m_rows.assign(*m_record);
    const AttemptRows& attempts = m_rows.attempts();
    m_bars.reserve(attempts.count());
    for (int index = 0; index < attempts.count(); ++index) {
        const Place place = attempts.at(index);
        setBar(place, barOf(*m_record, place));
    }
    for (std::size_t call = 0; call < m_record->calls().size(); ++call) {
        trackRunning(static_cast<int>(call));
    }
    m_now = m_record->end();
}

RowsChange ShownRun::add(Place place)
{
    RowsChange change;
    if (m_record == nullptr || place.call < 0) {
        return change;
    }
    trackRunning(place.call);
    const auto attempts = static_cast<int>(m_record->callAt(place.call).attempts.size());
    const int latest = place.attempt < 0 ? attempts - 1 : place.attempt;
    for (int changed = std::max(0, latest - 1); changed <= latest; ++changed) {
        update({place.call, changed}, change);
    }
    return change;
}

void ShownRun::update(Place place, RowsChange& change)
{
    const int rows = m_rows.count();
    m_rows.append(place);
    const bool hasNewRows = rows != m_rows.count();
    const int index = m_rows.attempts().rowOf(place);
    const AttemptBar bar = barOf(*m_record, place);
    if (!hasNewRows && index < m_bars.count() && m_bars.at(index) == bar) {
        return;
    }
    setBar(place, bar);
    const int callRow = m_rows.rowOf({place.call, -1});
    const int row = m_rows.rowOf(place);
    change.rows.push_back(callRow);
    change.rows.push_back(row);
    if (hasNewRows) {
        change.from = std::min(change.from, std::max(0, m_rows.isGrouped() ? callRow : row));
        change.movesRows = change.movesRows || row != m_rows.count() - 1;
    }
}

void ShownRun::setBar(Place place, const AttemptBar& bar)
{
    m_bars.set(m_rows.attempts().rowOf(place), bar);
    m_last = std::max(m_last, bar.lastEvent()); // a range that nobody used does not set the scale
    m_legendParts.add(bar);
}

void ShownRun::trackRunning(int call)
{
    const auto known = std::find(m_runningCalls.begin(), m_runningCalls.end(), call);
    const bool isRunning = m_record->callAt(call).verdict == CallVerdict::Running;
    if (isRunning && known == m_runningCalls.end()) {
        m_runningCalls.push_back(call);
    } else if (!isRunning && known != m_runningCalls.end()) {
        m_runningCalls.erase(known);
    }
}

bool ShownRun::setNow(Instant now)
{
    if (now <= m_now) {
        return false;
    }
    m_now = now;
    return true;
}

void ShownRun::setGroupsCalls(bool groups)
{
    m_groupsCalls = groups;
    if (m_record != nullptr) {
        regroup();
    }
}

bool ShownRun::needsGrouping() const
{
    return m_record != nullptr && m_groupsCalls && m_record->calls().size() > 1 && !m_rows.isGrouped();
}

void ShownRun::regroup()
{
    const RunHeader& header = m_record->header();
    const bool hasSeveral = m_record->calls().size() > 1 || header.clients > 1 || header.callsPerClient > 1;
    m_rows.setGrouped(m_groupsCalls && hasSeveral);
}

void ShownRun::takeRowsOf(const ShownRun& other)
{
    m_rows = other.m_rows;
    m_bars = other.m_bars;
}

std::vector<int> ShownRun::growingRows() const
{
    std::vector<int> rows;
    for (const int call : m_runningCalls) {
        const int attempts =
            call < m_rows.attempts().callCount() ? m_rows.attempts().attemptCountOf(call) : 0;
        rows.push_back(m_rows.rowOf({call, -1}));
        rows.push_back(m_rows.rowOf({call, attempts - 1}));
    }
    return rows;
}

LegendParts ShownRun::legendParts() const
{
    LegendParts parts = m_legendParts;
    parts.hasRunning = isLive();
    if (m_rows.isGrouped() && m_record != nullptr &&
        m_rows.count() == static_cast<int>(m_record->calls().size())) { // folded calls show no more than bars
        parts.hasWindow = parts.hasPlanned = parts.hasHint = false;
    }
    return parts;
}

} // namespace retryscope::ui
