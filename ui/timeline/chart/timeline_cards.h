// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/chart/hover_card.h"
#include "ui/timeline/sight/timeline_sight.h"

namespace retryscope::ui {

/// What the hover card says of a row: of an attempt, or of a call. row: 0 … rows().count() - 1.
[[nodiscard]] CardContent cardOfRow(const TimelineSight& sight, int row);
/// Of the rows that share a line of pixels: how many attempts of which outcome, and of which time. y: pixels
/// of the viewport, within the plot; at least one row meets the line.
[[nodiscard]] CardContent cardOfLine(const TimelineSight& sight, double y);

} // namespace retryscope::ui
