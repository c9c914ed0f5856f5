// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <map>
#include <optional>
#include <vector>

namespace retryscope {

/// A call that was given up after a failure that the client retries.
struct GivenUpCall
{
    int attempts = 1;
    Duration end{0}; ///< of its last attempt, from the start of the first
};

/// A time limit for a call, set by the client or its caller, as the calls suggest.
struct SeenTimeLimit
{
    Duration atLeast{0}; ///< a retry began then
    Duration atMost{0};  ///< a call that was given up would have gone on by then
    int calls = 0;       ///< that it ended
    int fewest = 1;      ///< attempts of these
    int most = 1;
    bool operator==(const SeenTimeLimit&) const = default;
};

/// Several calls given up at the same time with different numbers of attempts indicate a time limit: an
/// attempt limit would give them all the same number, and an empty quota does not depend on time. Absent
/// otherwise, for example if all made the same number of attempts. longestWaits: that were seen before the
/// nth retry. lastRetry: the latest start of any retry, from that of its call.
[[nodiscard]] std::optional<SeenTimeLimit> timeLimitOf(const std::vector<GivenUpCall>& calls,
                                                       const std::map<int, Duration>& longestWaits,
                                                       Duration lastRetry);

} // namespace retryscope
