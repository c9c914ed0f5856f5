// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which part of the run the timeline shows: zoom, pan, ranges, and the way back.

#include "ui/timeline/chart/timeline_chart.h"

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

/// Before the sight changes by the user's hand. Moves of one kind in quick succession are one step.
void TimelineChart::beginMove(Move move)
{
    const bool goesOn = move == m_lastMove && move != Move::Jump && m_settling.isActive();
    if (!goesOn) {
        m_history.leave(sight());
    }
    m_lastMove = move;
    m_settling.start();
    hideCard();
}

TimelineSight TimelineChart::sight() const
{
    return {.time = {m_scale.begin, m_scale.end},
            .fitsTime = m_fitsTime,
            .fitsRows = m_fitsRows,
            .rowHeight = m_layout.rowHeight,
            .offset = m_layout.offset};
}

void TimelineChart::restore(const TimelineSight& sight)
{
    m_fitsTime = sight.fitsTime;
    m_fitsRows = sight.fitsRows;
    RowLayout layout = m_layout;
    layout.rowHeight = sight.rowHeight;
    setRowLayout(layout.withOffset(sight.offset));
    fitRows();
    if (m_fitsTime) {
        setScale(fittingScale());
    } else {
        setTimeRange(sight.time);
    }
    m_settling.stop();
    Q_EMIT sightChanged();
}

void TimelineChart::goBack()
{
    if (const std::optional<TimelineSight> wanted = m_history.back(sight())) {
        restore(*wanted);
    }
}

void TimelineChart::goForward()
{
    if (const std::optional<TimelineSight> wanted = m_history.forward(sight())) {
        restore(*wanted);
    }
}

void TimelineChart::zoomBy(double factor)
{
    QPointF about = m_plot.center();
    const int row = currentRow();
    if (row >= 0) {
        const double x = m_scale.toX(scene().barAt(row).start);
        const double y = m_layout.topOf(row) + m_layout.rowHeight / 2;
        if (m_plot.contains(x, y)) {
            about = {x, y};
        }
    }
    zoomAbout(about, factor);
}

void TimelineChart::zoomToFit()
{
    beginMove(Move::Jump);
    m_fitsTime = true;
    m_fitsRows = false;
    setRowLayout(m_layout.withRowHeight(fittingRowHeight(m_rows.count(), m_layout.height, m_heights), 0));
    setScale(fittingScale());
    Q_EMIT sightChanged();
}

void TimelineChart::zoomToSelection()
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
}

/// What does not fit the run is cut off, unless a bar just at its end needs a little more.
void TimelineChart::setTimeRange(TimeRange range)
{
    TimeScale scale = m_scale;
    scale.begin = range.begin;
    scale.end = std::max(range.end, range.begin + TimeScale::kShortest);
    m_fitsTime = false;
    setScale(scale.limitedTo(Instant{}, std::max(fittingScale().end, scale.end)));
}

TimeRange TimelineChart::rangeOfRows(int first, int last) const
{
    const TimelineScene now = scene();
    TimeRange range{Instant::max(), Instant::min()};
    for (int row = std::min(first, last); row <= std::max(first, last); ++row) {
        const AttemptBar bar = now.barAt(row);
        range.begin = std::min(range.begin, bar.sendDelayBegin);
        range.end = std::max(range.end, bar.last());
    }
    return range;
}

void TimelineChart::zoomAbout(QPointF at, double factor)
{
    beginMove(Move::Zoom);
    const TimeScale whole = fittingScale();
    const TimeScale zoomed = m_scale.zoomedAbout(at.x(), factor).limitedTo(whole.begin, whole.end);
    m_fitsTime = zoomed == whole;
    setScale(zoomed);
    const double fitting = fittingRowHeight(m_rows.count(), m_layout.height, m_heights);
    const double readable = readableRowHeight(m_rows.count(), m_layout.height, m_heights);
    const double height = std::clamp(m_layout.rowHeight * factor, fitting, std::max(fitting, readable));
    m_fitsRows = height >= readable;
    setRowLayout(m_layout.withRowHeight(height, at.y()));
}

void TimelineChart::panBy(double pixels)
{
    beginMove(Move::Pan);
    const TimeScale whole = fittingScale();
    setScale(m_scale.pannedBy(pixels).limitedTo(whole.begin, std::max(whole.end, m_scale.end)));
}

void TimelineChart::panTo(Instant begin)
{
    beginMove(Move::Pan);
    const TimeScale whole = fittingScale();
    TimeScale scale = m_scale;
    scale.begin = begin;
    scale.end = begin + m_scale.length();
    setScale(scale.limitedTo(whole.begin, std::max(whole.end, m_scale.end)));
}

bool TimelineChart::isZoomed() const
{
    return !m_fitsTime && m_rows.count() > 0 && m_scale.length() < fittingScale().length();
}

TimeRange TimelineChart::wholeRange() const
{
    const TimeScale whole = fittingScale();
    return {whole.begin, whole.end};
}

void TimelineChart::setSelectedRange(std::optional<TimeRange> range)
{
    if (range != m_range) {
        m_range = range;
        viewport()->update();
        Q_EMIT sightChanged();
    }
}

} // namespace retryscope::ui
