// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <optional>

namespace retryscope {

/// What happened between two moments of a run.
struct RangeTotals
{
    int calls = 0;        ///< that had an attempt in the range
    int retriedCalls = 0; ///< that had a retry in the range
    int attempts = 0;     ///< that began in the range
    int retries = 0;      ///< those of them that are not the first of their call
    Duration waited{0};   ///< of delays before and between attempts, as far as they lie in the range
    /// How long what ended in the range had taken, by nearest rank: calls where the run has several, else
    /// attempts. Absent while nothing ended in it.
    OptionalDuration median;
    OptionalDuration p99;
    bool countsCalls = false; ///< median and p99 are those of calls
    bool operator==(const RangeTotals&) const = default;
};

/// begin and end belong to the range; nothing is in it when end is before begin. Looks at every attempt once.
[[nodiscard]] RangeTotals totalsBetween(const RunRecord& record, Instant begin, Instant end);

} // namespace retryscope
