// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace retryscope::ui {

/// How much a row of the timeline can show.
enum class RowDensity {
    Roomy,    ///< two lines of label, a line under the bar
    Compact,  ///< one line of label, texts beside the bar
    Thin,     ///< bars only
    Overview, ///< several rows share a line of pixels
};

/// Row heights that fit the font.
struct RowHeights
{
    double roomiest = 80;
    double roomy = 40;   ///< smallest height with two lines
    double compact = 20; ///< smallest height with one line
    double call = 36;    ///< height of all rows while attempts are grouped by call
    static constexpr double kThin = 3;
};

/// Maps rows to vertical pixels, with scrolling. A plain value.
struct RowLayout
{
    int rows = 0;
    double top = 0;        ///< of the plot
    double height = 0;     ///< of the plot
    double rowHeight = 20; ///< below one pixel when several rows share a line
    double offset = 0;     ///< pixels scrolled away at the top

    [[nodiscard]] double contentHeight() const { return rows * rowHeight; }
    [[nodiscard]] double largestOffset() const { return std::max(0.0, contentHeight() - height); }
    [[nodiscard]] double topOf(int row) const { return top + row * rowHeight - offset; }
    /// Row under y, or -1 above the first and below the last.
    [[nodiscard]] int rowAt(double y) const;
    [[nodiscard]] int firstVisible() const;
    [[nodiscard]] int lastVisible() const; ///< -1 when there is none
    /// The layout with the nearest offset that leaves no empty space.
    [[nodiscard]] RowLayout withOffset(double pixels) const;
    /// The layout scrolled just far enough to show the whole row.
    [[nodiscard]] RowLayout showing(int row) const;
    /// The layout with another row height; the row at y stays in place.
    [[nodiscard]] RowLayout withRowHeight(double pixels, double y) const;

    bool operator==(const RowLayout&) const = default;
};

[[nodiscard]] RowDensity densityOf(double rowHeight, const RowHeights& heights);
/// A readable row height: roomy if all rows fit, else compact with scrolling.
[[nodiscard]] double readableRowHeight(int rows, double plotHeight, const RowHeights& heights);
/// The row height at which all rows fit; at most the readable height.
[[nodiscard]] double fittingRowHeight(int rows, double plotHeight, const RowHeights& heights);

} // namespace retryscope::ui
