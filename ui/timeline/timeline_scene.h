// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/theme.h"
#include "ui/timeline/attempt_bar.h"
#include "ui/timeline/attempt_rows.h"
#include "ui/timeline/row_layout.h"
#include "ui/timeline/time_scale.h"

#include <QFont>
#include <QRectF>

#include <vector>

namespace retryscope::ui {

/// Everything that one frame of the timeline needs, gathered by the chart. Pointers are never null while
/// painting and outlive the frame.
struct TimelineScene
{
    const RunRecord* record = nullptr;
    const AttemptRows* rows = nullptr;
    const std::vector<AttemptBar>* bars = nullptr; ///< one per row
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

    [[nodiscard]] AttemptBar barAt(int row) const { return (*bars)[static_cast<std::size_t>(row)].at(now); }
    [[nodiscard]] RowDensity density() const { return densityOf(layout.rowHeight, heights); }
    /// Pixel of a moment, kept near the plot so that no shape gets larger than the screen.
    [[nodiscard]] double xOf(Instant instant) const
    {
        return std::clamp(scale.toX(instant), plot.left() - 4, plot.right() + 4);
    }
};

/// Heights of rows that this font can be read in.
[[nodiscard]] RowHeights rowHeightsFor(const QFont& font);
/// Width of the labels left of the plot; the quota chart keeps the same.
[[nodiscard]] double labelWidthFor(const QFont& font, double width);

} // namespace retryscope::ui
