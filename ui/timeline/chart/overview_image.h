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

/// All rows at once, several to a line of pixels: an image of the plot in which the most telling part of what
/// meets in a pixel wins (outcome, attempt, delay, window).
[[nodiscard]] QImage overviewImage(const TimelineScene& scene, OverviewGroups& groups,
                                   double devicePixelRatio);
/// The same onto an image that is made anew only when its size is another. lines: those that are wanted, the
/// others get transparent.
void paintOverviewOn(QImage& image, const TimelineScene& scene, OverviewGroups& groups,
                     double devicePixelRatio, RowSpan lines);

} // namespace retryscope::ui
