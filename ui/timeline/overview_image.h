// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_scene.h"

#include <QImage>

namespace retryscope::ui {

/// All rows at once, several to a line of pixels: an image of the plot in which the most telling part of what
/// meets in a pixel wins (outcome, attempt, delay, window). Costs the same for any number of shapes.
[[nodiscard]] QImage overviewImage(const TimelineScene& scene, double devicePixelRatio);

} // namespace retryscope::ui
