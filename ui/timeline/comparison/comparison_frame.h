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
    QString numbers;                   ///< its results, in a line under the title
    const RunRecord* record = nullptr; ///< outlives the lane
};

/// A lane with the bars that are drawn in it.
struct ComparisonBars
{
    explicit ComparisonBars(ComparisonLane lane);

    [[nodiscard]] int clientOf(int row) const;
    /// When its last part ends.
    [[nodiscard]] Instant end() const;

    ComparisonLane content;
    TimelineRows rows;
    AttemptBars bars;
    int clients = 1;
};

/// The layout of one picture of a comparison: the position of each lane, and what is under a point.
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
    /// A scene that places this row inside the lane, beside the other rows and not below them.
    [[nodiscard]] TimelineScene sceneOf(const ComparisonBars& bars, std::size_t lane, int row) const;
    /// Index of the lane at this height; can be beyond the last lane.
    [[nodiscard]] int laneAt(double y) const;
    /// Row of the nearest bar within reach, -1 for none. The delay after an attempt counts as part of its
    /// bar.
    [[nodiscard]] int rowAt(const ComparisonBars& bars, std::size_t lane, QPointF at) const;
    [[nodiscard]] QPointF centreOf(const ComparisonBars& bars, std::size_t lane, int row) const;
};

/// Pixels left free beside texts.
inline constexpr double kComparisonInset = 12;
inline constexpr double kComparisonReach = 6; ///< pixels beside a bar that still pick it

[[nodiscard]] double comparisonLaneHeight(const QFont& font);

} // namespace retryscope::ui
