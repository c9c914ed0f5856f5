// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/chart/hover_card.h"
#include "ui/timeline/sight/timeline_sight.h"

namespace retryscope::ui {

/// The hover card for a row, which is an attempt or a call. row: 0 … rows().count() - 1.
[[nodiscard]] CardContent cardOfRow(const TimelineSight& sight, int row);
/// The hover card for rows that share a line of pixels: attempts by outcome, and their time range. y:
/// viewport pixels within the plot, on a line with at least one row.
[[nodiscard]] CardContent cardOfLine(const TimelineSight& sight, double y);

} // namespace retryscope::ui
