// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/chart/overview_groups.h"

#include <QImage>

namespace retryscope::ui {

/// Which rows of the timeline meet in one line of pixels.
struct RowSpan
{
    int first = 0;
    int last = -1;
};
/// y: pixels of the device from the top of the plot.
[[nodiscard]] RowSpan rowsInLine(const RowLayout& layout, int y, double devicePixelRatio);

/// An image of the plot with all rows, several in one line of pixels. The most important part wins a pixel
/// (outcome, attempt, delay, window).
[[nodiscard]] QImage overviewImage(const TimelineScene& scene, OverviewGroups& groups,
                                   double devicePixelRatio);
/// Paints onto an existing image, which is recreated only if its size changes. lines: the wanted lines; the
/// others become transparent.
void paintOverviewOn(QImage& image, const TimelineScene& scene, OverviewGroups& groups,
                     double devicePixelRatio, RowSpan lines);

} // namespace retryscope::ui
