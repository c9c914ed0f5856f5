// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/timeline_rows.h"

#include <algorithm>

namespace retryscope::ui {

void TimelineRows::assign(const RunRecord& record)
{
    clear();
    m_attempts.assign(record);
    place(0);
    foldWhenMany();
}

void TimelineRows::clear()
{
    m_attempts.clear();
    m_foldsNew = m_wasFolded = false;
    m_folded.clear();
    m_firstRow.assign(1, 0);
}

void TimelineRows::append(Place place)
{
    const int known = m_attempts.count();
    m_attempts.append(place);
    if (m_attempts.count() > known) {
        this->place(place.call);
        foldWhenMany();
    }
}

/// Rows of the calls from this one on.
void TimelineRows::place(int firstCall)
{
    const auto calls = static_cast<std::size_t>(m_attempts.callCount());
    const auto placed = m_firstRow.size() - 1;
    m_folded.resize(calls, m_foldsNew);
    m_firstRow.resize(calls + 1);
    for (auto call = std::min(placed, static_cast<std::size_t>(firstCall)); call < calls; ++call) {
        m_firstRow[call + 1] = m_firstRow[call] + heightOf(static_cast<int>(call));
    }
}

int TimelineRows::heightOf(int call) const
{
    const int attempts = m_attempts.attemptCountOf(call);
    if (attempts < 2) {
        return attempts;
    }
    return isFolded(call) ? 1 : 1 + attempts;
}

void TimelineRows::foldWhenMany()
{
    if (!m_wasFolded && !m_foldsNew && m_isGrouped && count() > kFoldFrom) {
        m_foldsNew = true;
        m_folded.assign(m_folded.size(), true);
        place(0);
    }
}

void TimelineRows::setGrouped(bool grouped)
{
    m_isGrouped = grouped;
    foldWhenMany();
}

void TimelineRows::setFolded(int call, bool folded)
{
    m_wasFolded = true;
    m_folded[static_cast<std::size_t>(call)] = folded;
    place(call);
}

void TimelineRows::setAllFolded(bool folded)
{
    m_wasFolded = true;
    m_foldsNew = folded;
    m_folded.assign(m_folded.size(), folded);
    place(0);
}

bool TimelineRows::isFolded(int call) const
{
    return m_folded[static_cast<std::size_t>(call)];
}

bool TimelineRows::hasCallRow(int call) const
{
    return m_isGrouped && call >= 0 && call < m_attempts.callCount() && m_attempts.attemptCountOf(call) > 1;
}

int TimelineRows::count() const
{
    return m_isGrouped ? m_firstRow.back() : m_attempts.count();
}

Place TimelineRows::at(int row) const
{
    if (!m_isGrouped) {
        return m_attempts.at(row);
    }
    const auto after = std::upper_bound(m_firstRow.begin(), m_firstRow.end(), row);
    const auto call = static_cast<int>(after - m_firstRow.begin()) - 1;
    const int within = row - m_firstRow[static_cast<std::size_t>(call)];
    return {call, hasCallRow(call) ? within - 1 : 0};
}

int TimelineRows::rowOf(Place place) const
{
    if (!m_isGrouped) {
        return m_attempts.rowOf(place);
    }
    if (m_attempts.rowOf({place.call, std::max(0, place.attempt)}) < 0) {
        return -1;
    }
    const int first = m_firstRow[static_cast<std::size_t>(place.call)];
    return hasCallRow(place.call) && !isFolded(place.call) ? first + 1 + place.attempt : first;
}

Place TimelineRows::attemptAt(int row) const
{
    const Place found = at(row);
    return {found.call, found.attempt < 0 ? m_attempts.attemptCountOf(found.call) - 1 : found.attempt};
}

} // namespace retryscope::ui
