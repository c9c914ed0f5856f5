// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/sight/timeline_sight.h"

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

using namespace std::chrono_literals;

constexpr Duration kShortestLiveRange = 100ms;

} // namespace

void TimelineSight::setRecord(const RunRecord* record)
{
    m_run.setRecord(record);
    m_history.clear();
    m_range.reset();
    m_current = {};
    m_hoveredRow = m_anchorRow = -1;
    m_fitsTime = m_fitsRows = true;
    m_layout.offset = 0;
    m_scale.end = m_scale.begin = Instant{};
    ++m_relayings;
    followRun();
}

RowsChange TimelineSight::add(Place place)
{
    if (place.call >= 0 && m_run.needsGrouping()) {
        m_run.regroup();
        relayRows();
    }
    RowsChange change = m_run.add(place);
    followRun();
    return change;
}

void TimelineSight::setNow(Instant now)
{
    if (m_run.setNow(now)) {
        followRun();
    }
}

void TimelineSight::setFrame(const SightFrame& frame)
{
    m_frame = frame;
    m_scale.left = frame.plot.left();
    m_scale.width = frame.plot.width();
    m_layout.top = frame.plot.top();
    m_layout.height = frame.plot.height();
    fitRows();
    if (m_fitsTime) {
        m_scale = fittingScale();
    }
}

void TimelineSight::setGroupsCalls(bool groups)
{
    m_run.setGroupsCalls(groups);
    if (m_run.record() != nullptr) {
        relayRows();
        showRow(currentRow());
    }
}

bool TimelineSight::setFolded(int call, bool folded)
{
    if (!rows().hasCallRow(call) || rows().isFolded(call) == folded) {
        return false;
    }
    m_run.setFolded(call, folded);
    relayRows();
    return true;
}

void TimelineSight::setAllFolded(bool folded)
{
    m_run.setAllFolded(folded);
    relayRows();
    showRow(currentRow());
}

void TimelineSight::showAs(const TimelineSight& other)
{
    m_run.takeRowsOf(other.m_run);
    m_fitsTime = m_fitsRows = false;
    fitRows();
    m_scale.begin = other.m_scale.begin;
    m_scale.end = other.m_scale.end;
    m_layout.rowHeight = other.m_layout.rowHeight;
    scrollTo(other.m_layout.offset);
    ++m_relayings;
}

/// The latest row stays in sight when it was; new rows and new time come into sight until the user zooms.
void TimelineSight::followRun()
{
    const bool wasAtEnd = m_layout.offset >= m_layout.largestOffset() - 1;
    const bool hasNewRows = m_layout.rows != rows().count() && m_run.isLive();
    fitRows();
    if (wasAtEnd && hasNewRows) {
        scrollTo(m_layout.largestOffset());
    }
    if (m_fitsTime) {
        m_scale = fittingScale();
    }
}

void TimelineSight::relayRows()
{
    m_hoveredRow = m_anchorRow = -1;
    fitRows();
    ++m_relayings;
}

void TimelineSight::fitRows()
{
    m_layout.rows = rows().count();
    if (m_fitsRows) {
        m_layout.rowHeight = readableRowHeight(m_layout.rows, m_layout.height, heights());
    }
    const double fitting = fittingRowHeight(m_layout.rows, m_layout.height, heights());
    m_layout.rowHeight = std::max(m_layout.rowHeight, fitting);
    scrollTo(m_layout.offset);
}

/// The whole run. A live one gets room to grow, so that the scale does not move with every frame.
TimeScale TimelineSight::fittingScale() const
{
    const double width = m_frame.plot.width();
    const double stretch = width > m_frame.textRoom ? width / (width - m_frame.textRoom) : 1;
    const auto end = static_cast<double>(m_run.last().time_since_epoch().count());
    Duration length{std::llround(end * stretch)};
    if (m_run.isLive()) {
        const bool stillFits = m_scale.end.time_since_epoch() >= std::max(length, kShortestLiveRange);
        length = stillFits ? m_scale.end.time_since_epoch() : std::max(length * 5 / 4, kShortestLiveRange);
    }
    TimeScale scale = m_scale;
    scale.begin = Instant{};
    scale.end = Instant{std::max(length, Duration{1ms})};
    return scale;
}

void TimelineSight::setCurrentRow(int row)
{
    if (row == currentRow()) {
        return;
    }
    m_current = row < 0 ? Place{} : rows().at(row);
    showRow(row);
}

void TimelineSight::setCurrentAttempt(Place place)
{
    const int row = currentRow();
    const bool standsForIt = row >= 0 && m_current.attempt < 0 && rows().attemptAt(row) == place;
    if (!standsForIt) {
        setCurrentRow(rows().rowOf(place));
        if (place.attempt >= 0 && rows().attempts().rowOf(place) >= 0) {
            m_current = place;
        }
    }
}

void TimelineSight::pick(int row, bool extends)
{
    if (!extends) {
        m_anchorRow = -1;
    } else if (m_anchorRow < 0) {
        m_anchorRow = std::max(0, currentRow());
    }
    setCurrentRow(row);
    if (extends) {
        selectRange(rangeOfRows(m_anchorRow, row));
    }
}

void TimelineSight::showRow(int row)
{
    if (row < 0 || row >= rows().count()) {
        return;
    }
    m_layout = m_layout.showing(row);
    const AttemptBar bar = scene().barAt(row);
    if (bar.start < m_scale.begin || bar.start > m_scale.end) {
        const TimeScale whole = fittingScale();
        const double target = m_frame.plot.left() + m_frame.plot.width() / 5;
        m_scale = m_scale.pannedBy(target - m_scale.toX(bar.start)).limitedTo(whole.begin, whole.end);
    }
}

QString TimelineSight::timeText(Instant at) const
{
    return momentText(m_scale, at,
                      hasWallClock() ? std::optional(m_run.record()->header().startedAt) : std::nullopt);
}

bool TimelineSight::isZoomed() const
{
    return !m_fitsTime && rows().count() > 0 && m_scale.length() < fittingScale().length();
}

/// Calls and their attempts get rows of one line, all of the same height.
RowHeights TimelineSight::heights() const
{
    RowHeights heights = m_frame.heights;
    if (rows().isGrouped()) {
        heights.roomiest = heights.compact = heights.call;
        heights.roomy = std::max(heights.roomy, heights.call + 1);
    }
    return heights;
}

bool TimelineSight::isInRange(int row) const
{
    return isInRange(scene(), row);
}

bool TimelineSight::isInRange(const TimelineScene& scene, int row)
{
    const AttemptBar bar = scene.barAt(row);
    return bar.last() >= scene.scale.begin && bar.sendDelayBegin <= scene.scale.end;
}

TimeRange TimelineSight::wholeRange() const
{
    const TimeScale whole = fittingScale();
    return {whole.begin, whole.end};
}

TimeRange TimelineSight::rangeOfRows(int first, int last) const
{
    const TimelineScene now = scene();
    TimeRange range{Instant::max(), Instant::min()};
    for (int row = std::min(first, last); row <= std::max(first, last); ++row) {
        const AttemptBar bar = now.barAt(row);
        range.begin = std::min(range.begin, bar.sendDelayBegin);
        range.end = std::max(range.end, bar.lastEvent());
    }
    return range;
}

LegendParts TimelineSight::legendParts() const
{
    LegendParts parts = m_run.legendParts();
    parts.isOverview = density() == RowDensity::Overview;
    parts.hasUnmet = !m_unmet.empty();
    return parts;
}

TimelineScene TimelineSight::scene() const
{
    return {.record = m_run.record(),
            .rows = &m_run.rows(),
            .bars = &m_run.bars(),
            .plot = m_frame.plot,
            .scale = m_scale,
            .layout = m_layout,
            .heights = heights(),
            .now = m_run.now(),
            .currentRow = currentRow(),
            .hoveredRow = m_hoveredRow,
            .cursor = m_cursor,
            .range = m_range,
            .unmet = &m_unmet};
}

} // namespace retryscope::ui
