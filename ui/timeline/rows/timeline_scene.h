// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/theme/theme.h"
#include "ui/timeline/rows/attempt_bars.h"
#include "ui/timeline/rows/row_layout.h"
#include "ui/timeline/rows/time_scale.h"
#include "ui/timeline/rows/timeline_rows.h"

#include <QFont>
#include <QRectF>

#include <optional>
#include <vector>

namespace retryscope::ui {

/// Everything that one frame of the timeline needs, gathered by the chart. Pointers are never null while
/// painting and outlive the frame.
struct TimelineScene
{
    const RunRecord* record = nullptr;
    const TimelineRows* rows = nullptr;
    const AttemptBars* bars = nullptr; ///< one per attempt, in the order of rows->attempts()
    const Theme* theme = nullptr;
    QFont font;
    QRectF area; ///< labels and plot
    QRectF plot; ///< bars
    TimeScale scale;
    RowLayout layout;
    RowHeights heights;
    Instant now{};
    int currentRow = -1;
    int hoveredRow = -1;
    bool hasFocus = false;
    std::optional<Instant> cursor;             ///< under the mouse
    std::optional<TimeRange> range;            ///< selected on the axis
    const std::vector<Place>* unmet = nullptr; ///< attempts that break an expectation; nullptr: none

    /// place: an attempt that has a bar.
    [[nodiscard]] AttemptBar barOf(Place place) const
    {
        return bars->at(rows->attempts().rowOf(place)).at(now);
    }
    /// The outline of what a row shows: an attempt, or a call from its first attempt to its last.
    [[nodiscard]] AttemptBar barAt(int row) const;
    [[nodiscard]] RowDensity density() const { return densityOf(layout.rowHeight, heights); }
    /// The x coordinate of a moment, clamped near the plot so that no shape gets larger than the screen.
    [[nodiscard]] double xOf(Instant instant) const
    {
        return std::clamp(scale.toX(instant), plot.left() - 4, plot.right() + 4);
    }
    /// Where the line of the current row stands: at the beginning of its attempt; absent: it is not in sight.
    [[nodiscard]] std::optional<double> cursorLine() const;
};

/// Readable row heights for this font.
[[nodiscard]] RowHeights rowHeightsFor(const QFont& font);
/// Width of the verdict column right of the plot; strips put their axis labels there.
[[nodiscard]] double verdictWidthFor(const QFont& font, double width);
/// Width of the labels left of the plot; the quota chart keeps the same.
[[nodiscard]] double labelWidthFor(const QFont& font, double width);

} // namespace retryscope::ui
