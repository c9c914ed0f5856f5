// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <optional>
#include <vector>

namespace retryscope {

/// Calls that took from `from` up to, but not including, `until`.
struct TimeBin
{
    Duration from{0};
    Duration until{0};
    int succeeded = 0;
    int failed = 0;
    bool operator==(const TimeBin&) const = default;
};

/// How long the ended calls of a run took, from the first request to the end of the last attempt. A call that
/// the user or its client broke off tells nothing and is left out.
struct CallTimes
{
    int calls = 0;
    int failed = 0;
    Duration p50{0}; ///< by nearest rank, as the other two
    Duration p90{0};
    Duration p99{0};
    Duration longest{0};
    /// Without gaps. Bounds are 1, 2 and 5 times a power of ten; where that would be few bins, multiples of
    /// such a number. The first may be 0.
    std::vector<TimeBin> bins;
    bool operator==(const CallTimes&) const = default;
};

/// Fewer calls have no meaningful percentiles.
inline constexpr int kFewestTimedCalls = 20;
/// Absent below kFewestTimedCalls ended calls. Looks at every call once.
[[nodiscard]] std::optional<CallTimes> callTimesOf(const RunRecord& record);

} // namespace retryscope
