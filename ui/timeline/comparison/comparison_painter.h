// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/comparison/comparison_frame.h"

#include <memory>
#include <vector>

QT_BEGIN_NAMESPACE
class QPainter;
QT_END_NAMESPACE

namespace retryscope::ui {

class BarPainter;

/// Paints a comparison into a frame: lanes, titles, axis. Attempts that share a pixel column are drawn once,
/// so the cost of a frame depends on the width of the lanes only.
class ComparisonPainter
{
public:
    using Lanes = std::vector<std::unique_ptr<ComparisonBars>>;

    ComparisonPainter(QPainter& painter, const ComparisonFrame& frame, const Lanes& lanes);

    /// lane, row: what is selected; row -1: the lane alone.
    void paint(int lane, int row);
    /// Texts aside.
    [[nodiscard]] int shapesPainted() const { return m_shapes; }

private:
    void paintAxis();
    void paintLabel(std::size_t lane);
    void paintLane(std::size_t lane, int selectedRow);
    /// Under the bars: how each call ended, where there is no room for the result of each attempt.
    void paintOutcomes(std::size_t lane, double top);
    void paintHollow(const QRectF& bar);
    void paintSelected(const QRectF& bar);
    /// Returns where the text ends, or `free` when there was no room.
    [[nodiscard]] double paintResult(const ComparisonBars& bars, int row, const QRectF& bar, double free);

    QPainter& m_painter;
    const ComparisonFrame& m_frame;
    const Lanes& m_lanes;
    int m_shapes = 0;
};

} // namespace retryscope::ui
