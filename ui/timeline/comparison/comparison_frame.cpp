// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/comparison/comparison_frame.h"

#include "ui/theme/theme.h"
#include "ui/timeline/rows/bar_painter.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr double kLaneGap = 6;
constexpr double kThinnest = 4; ///< pixels of a client's own row within a lane

} // namespace

ComparisonBars::ComparisonBars(ComparisonLane lane) : content(std::move(lane))
{
    rows.assign(*content.record);
    for (int row = 0; row < rows.count(); ++row) {
        bars.set(row, barOf(*content.record, rows.at(row)));
        clients = std::max(clients, clientOf(row));
    }
}

int ComparisonBars::clientOf(int row) const
{
    return content.record->callAt(rows.at(row).call).client;
}

Instant ComparisonBars::end() const
{
    Instant last = content.record->end();
    for (int row = 0; row < bars.count(); ++row) {
        last = std::max({last, bars.at(row).end, bars.at(row).delayEnd});
    }
    return last;
}

double comparisonLaneHeight(const QFont& font)
{
    const double label = QFontMetricsF(font).height() +
                         2 * QFontMetricsF(Theme::smallFont(font)).height(); // the numbers may wrap
    return std::max(rowHeightsFor(font).roomy, label) + kLaneGap;
}

double ComparisonFrame::topOf(std::size_t lane) const
{
    return plot.top() + static_cast<double>(lane) * laneHeight - offset;
}

QRectF ComparisonFrame::rectOf(std::size_t lane) const
{
    return {area.left(), topOf(lane), area.width(), laneHeight};
}

QRectF ComparisonFrame::labelRectOf(std::size_t lane) const
{
    return {area.left() + kComparisonInset, topOf(lane), plot.left() - area.left() - 2 * kComparisonInset,
            laneHeight};
}

bool ComparisonFrame::isInSight(std::size_t lane) const
{
    const QRectF rect = rectOf(lane);
    return rect.bottom() >= plot.top() && rect.top() <= plot.bottom();
}

bool ComparisonFrame::splits(const ComparisonBars& bars) const
{
    return bars.clients > 1 && (laneHeight - kLaneGap) / bars.clients >= kThinnest;
}

TimelineScene ComparisonFrame::sceneOf(const ComparisonBars& bars, std::size_t lane, int row) const
{
    TimelineScene scene{
        .record = bars.content.record, .rows = &bars.rows, .bars = &bars.bars, .theme = theme, .font = font};
    scene.area = area;
    scene.plot = QRectF(plot.left(), topOf(lane), plot.width(), laneHeight);
    scene.scale = scale;
    scene.heights = rowHeightsFor(font);
    scene.now = bars.content.record->end();
    scene.layout.rows = bars.rows.count();
    scene.layout.top = topOf(lane) + kLaneGap / 2;
    const bool hasOwnRows = splits(bars);
    scene.layout.rowHeight = (laneHeight - kLaneGap) / (hasOwnRows ? bars.clients : 1);
    // Attempts stand side by side in the lane, so the row's own place is scrolled away.
    const int place = hasOwnRows ? bars.clientOf(row) - 1 : 0;
    scene.layout.offset = (row - place) * scene.layout.rowHeight;
    return scene;
}

int ComparisonFrame::laneAt(double y) const
{
    return static_cast<int>(std::floor((y - plot.top() + offset) / laneHeight));
}

int ComparisonFrame::rowAt(const ComparisonBars& bars, std::size_t lane, QPointF at) const
{
    const bool hasOwnRows = splits(bars);
    const double height = (laneHeight - kLaneGap) / bars.clients;
    const int client = static_cast<int>((at.y() - topOf(lane) - kLaneGap / 2) / height) + 1;
    int nearest = -1;
    double distance = kComparisonReach;
    for (int row = 0; row < bars.rows.count(); ++row) {
        if (hasOwnRows && bars.clientOf(row) != client) {
            continue;
        }
        const AttemptBar bar = bars.bars.at(row);
        const double left = scale.toX(bar.start);
        const double right = std::max(scale.toX(bar.end), left + 2);
        const double delay = scale.toX(bar.delayEnd);
        const double away = at.x() < left     ? left - at.x()
                            : at.x() <= right ? 0
                            : at.x() <= delay ? 1
                                              : at.x() - std::max(right, delay) + 1;
        if (away < distance) {
            distance = away;
            nearest = row;
        }
    }
    return nearest;
}

QPointF ComparisonFrame::centreOf(const ComparisonBars& bars, std::size_t lane, int row) const
{
    const AttemptBar bar = bars.bars.at(row);
    const BarGeometry geometry = barGeometryOf(sceneOf(bars, lane, row), row);
    return {(scale.toX(bar.start) + scale.toX(bar.end)) / 2, geometry.barTop + geometry.barHeight / 2};
}

} // namespace retryscope::ui
