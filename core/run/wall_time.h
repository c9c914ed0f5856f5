// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

namespace retryscope {

/// Our clock when the attempt ended, from which `Retry-After: DATE` counts in a response without a Date
/// header.
[[nodiscard]] inline WallTime wallTimeOf(const RunHeader& header, const AttemptRecord& attempt)
{
    return header.startedAt + std::chrono::duration_cast<WallTime>(attempt.end.time_since_epoch());
}

} // namespace retryscope
