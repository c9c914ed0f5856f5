// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/range_totals.h"

#include <string>

namespace retryscope {

/// `4 calls with retries, 8 retries, 6.26 s of delays, p50 1.7 s, p99 2.25 s`; without zero or unknown
/// values.
[[nodiscard]] std::string rangeText(const RangeTotals& totals);

} // namespace retryscope
