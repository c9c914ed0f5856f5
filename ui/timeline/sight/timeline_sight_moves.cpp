// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Moves by hand: zoom, pan, ranges, and the way back.

#include "ui/timeline/sight/timeline_sight.h"

#include <algorithm>

namespace retryscope::ui {

/// Before the sight changes by the user's hand. Moves of one kind in quick succession are one step.
void TimelineSight::beginMove(Move move)
{
    const bool goesOn = move == m_lastMove && move != Move::Jump && !m_isSettled;
    if (!goesOn) {
        m_history.leave(part());
    }
    m_lastMove = move;
    m_isSettled = false;
    ++m_moves;
}

ShownPart TimelineSight::part() const
{
    return {.time = {m_scale.begin, m_scale.end},
            .fitsTime = m_fitsTime,
            .fitsRows = m_fitsRows,
            .rowHeight = m_layout.rowHeight,
            .offset = m_layout.offset};
}

void TimelineSight::restore(const ShownPart& part)
{
    m_fitsTime = part.fitsTime;
    m_fitsRows = part.fitsRows;
    m_layout.rowHeight = part.rowHeight;
    scrollTo(part.offset);
    fitRows();
    if (m_fitsTime) {
        m_scale = fittingScale();
    } else {
        setTimeRange(part.time);
    }
    m_isSettled = true;
}

void TimelineSight::goBack()
{
    if (const std::optional<ShownPart> wanted = m_history.back(part())) {
        restore(*wanted);
    }
}

void TimelineSight::goForward()
{
    if (const std::optional<ShownPart> wanted = m_history.forward(part())) {
        restore(*wanted);
    }
}

void TimelineSight::zoomBy(double factor)
{
    QPointF about = m_frame.plot.center();
    const int row = currentRow();
    if (row >= 0) {
        const double x = m_scale.toX(scene().barAt(row).start);
        const double y = m_layout.topOf(row) + m_layout.rowHeight / 2;
        if (m_frame.plot.contains(x, y)) {
            about = {x, y};
        }
    }
    zoomAbout(about, factor);
}

void TimelineSight::zoomAbout(QPointF at, double factor)
{
    beginMove(Move::Zoom);
    const TimeScale whole = fittingScale();
    m_scale = m_scale.zoomedAbout(at.x(), factor).limitedTo(whole.begin, whole.end);
    m_fitsTime = m_scale == whole;
    const double fitting = fittingRowHeight(rows().count(), m_layout.height, heights());
    const double readable = readableRowHeight(rows().count(), m_layout.height, heights());
    const double height = std::clamp(m_layout.rowHeight * factor, fitting, std::max(fitting, readable));
    m_fitsRows = height >= readable;
    m_layout = m_layout.withRowHeight(height, at.y());
    followTime();
}

void TimelineSight::zoomToFit()
{
    beginMove(Move::Jump);
    m_fitsTime = true;
    m_fitsRows = false;
    m_layout = m_layout.withRowHeight(fittingRowHeight(rows().count(), m_layout.height, heights()), 0);
    m_scale = fittingScale();
}

void TimelineSight::zoomToSelection()
{
    const int row = currentRow();
    if (!m_range && row < 0) {
        return;
    }
    beginMove(Move::Jump);
    TimeRange wanted = m_range ? *m_range : rangeOfRows(row, row);
    if (!m_range) {
        const Duration margin = std::max(wanted.length() / 10, TimeScale::kShortest);
        wanted = {wanted.begin - margin, wanted.end + margin};
    }
    setTimeRange(wanted);
    followTime();
}

/// The row at which what happens in the range of time begins; -1: there is none.
int TimelineSight::firstRowInRange() const
{
    if (rows().isGrouped()) {
        const auto& calls = m_run.record()->calls();
        for (std::size_t call = 0; call < calls.size(); ++call) {
            const bool isOver = calls[call].verdict != CallVerdict::Running;
            if (calls[call].start <= m_scale.end && (!isOver || calls[call].end >= m_scale.begin)) {
                const auto index = static_cast<int>(call);
                return rows().rowOf({index, rows().hasCallRow(index) ? -1 : 0});
            }
        }
        return -1;
    }
    // Attempts stand in the order in which they began; the one before may still wait in the range.
    int first = 0;
    for (int last = rows().count(); first < last;) {
        const int middle = (first + last) / 2;
        if (m_run.bars().at(middle).start < m_scale.begin) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    constexpr int kMostBefore = 100;
    const int atLeast = std::max(0, first - kMostBefore);
    const TimelineScene now = scene();
    while (first > atLeast && isInRange(now, first - 1)) {
        --first;
    }
    return first < rows().count() && isInRange(now, first) ? first : -1;
}

int TimelineSight::rowsInRange(int first, int count) const
{
    const TimelineScene now = scene();
    int found = 0;
    for (int row = first; row < std::min(first + count, rows().count()); ++row) {
        found += isInRange(now, row) ? 1 : 0;
    }
    return found;
}

/// Most of the rows in sight have something in the range of time, as far as there are such rows: else the
/// first of them comes to the top, so that the canvas is never empty beside a full run.
void TimelineSight::followTime()
{
    if (m_layout.largestOffset() <= 0 || density() == RowDensity::Overview) {
        return; // all rows are in sight, or too many of them to tell apart
    }
    const int visible = m_layout.lastVisible() - m_layout.firstVisible() + 1;
    const int seen = rowsInRange(m_layout.firstVisible(), visible);
    const int first = 2 * seen < visible ? firstRowInRange() : -1;
    if (first >= 0 && rowsInRange(first, visible) > 2 * seen) {
        scrollTo(first * m_layout.rowHeight);
    }
}

/// What does not fit the run is cut off, unless a bar just at its end needs a little more.
void TimelineSight::setTimeRange(TimeRange range)
{
    m_fitsTime = false;
    TimeScale scale = m_scale;
    scale.begin = range.begin;
    scale.end = std::max(range.end, range.begin + TimeScale::kShortest);
    m_scale = scale.limitedTo(Instant{}, std::max(fittingScale().end, scale.end));
}

void TimelineSight::panBy(double pixels)
{
    beginMove(Move::Pan);
    const TimeScale whole = fittingScale();
    m_scale = m_scale.pannedBy(pixels).limitedTo(whole.begin, std::max(whole.end, m_scale.end));
    followTime();
}

void TimelineSight::panTo(Instant begin)
{
    beginMove(Move::Pan);
    const TimeScale whole = fittingScale();
    TimeScale scale = m_scale;
    scale.begin = begin;
    scale.end = begin + m_scale.length();
    m_scale = scale.limitedTo(whole.begin, std::max(whole.end, m_scale.end));
    followTime();
}

} // namespace retryscope::ui
