// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QString>

namespace retryscope::ui {

/// Draws the whole timeline of a record (title, policy, seed, bars, quota, legend) into a file: svg, png
/// (twice the size) or pdf by its ending. Light, whatever the window looks like. Result: what went wrong, for
/// people; empty when the file was written.
[[nodiscard]] QString exportTimeline(const RunRecord& record, const QString& file, bool wallClock);

} // namespace retryscope::ui
