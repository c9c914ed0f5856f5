// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/timeline/rows/timeline_scene.h"

#include <QFont>
#include <QString>

namespace retryscope::ui {

/// One run among others.
struct ComparisonLane
{
    QString title;
    QString numbers;                   ///< what it came to, in a line under the title
    const RunRecord* record = nullptr; ///< outlives the lane
};

/// A lane with the bars that are drawn in it.
struct ComparisonBars
{
    explicit ComparisonBars(ComparisonLane lane);

    [[nodiscard]] int clientOf(int row) const;
    /// When the last of it is over.
    [[nodiscard]] Instant end() const;

    ComparisonLane content;
    TimelineRows rows;
    AttemptBars bars;
    int clients = 1;
};

/// Where things lie in one picture of a comparison: which lane stands where, and what is under a point.
struct ComparisonFrame
{
    const Theme* theme = nullptr;
    QFont font;
    QRectF area;
    QRectF plot; ///< right of the titles, below the axis
    TimeScale scale;
    double laneHeight = 0;
    double offset = 0; ///< pixels scrolled away
    bool hasFocus = false;

    [[nodiscard]] double topOf(std::size_t lane) const;
    [[nodiscard]] QRectF rectOf(std::size_t lane) const;
    /// For title and numbers.
    [[nodiscard]] QRectF labelRectOf(std::size_t lane) const;
    [[nodiscard]] bool isInSight(std::size_t lane) const;
    /// Whether the clients of the lane have room for rows of their own.
    [[nodiscard]] bool splits(const ComparisonBars& bars) const;
    /// A scene in which this row stands in the lane, beside the others and not below them.
    [[nodiscard]] TimelineScene sceneOf(const ComparisonBars& bars, std::size_t lane, int row) const;
    /// Lane at this height; below the last one there are others that nobody has.
    [[nodiscard]] int laneAt(double y) const;
    /// The nearest bar within reach; the delay after an attempt belongs to it. -1: none.
    [[nodiscard]] int rowAt(const ComparisonBars& bars, std::size_t lane, QPointF at) const;
    [[nodiscard]] QPointF centreOf(const ComparisonBars& bars, std::size_t lane, int row) const;
};

/// Pixels left free beside texts.
inline constexpr double kComparisonInset = 12;
inline constexpr double kComparisonReach = 6; ///< pixels beside a bar that still pick it

[[nodiscard]] double comparisonLaneHeight(const QFont& font);

} // namespace retryscope::ui
