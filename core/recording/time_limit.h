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

/// A limit of time for a call, of the client or of who calls it, as calls suggest it.
struct SeenTimeLimit
{
    Duration atLeast{0}; ///< a retry began then
    Duration atMost{0};  ///< a call that was given up would have gone on by then
    int calls = 0;       ///< that it ended
    int fewest = 1;      ///< attempts of these
    int most = 1;
    bool operator==(const SeenTimeLimit&) const = default;
};

/// Given up, so many of them, at the same time and with different numbers of attempts: what else would end
/// them there? A number of attempts would give all of them the same one, and an empty quota does not look at
/// the clock. Absent where this is not so, as where all made the same number: then it cannot be told.
/// longestWaits: that were seen before the nth retry. lastRetry: the latest start of any retry, from that of
/// its call.
[[nodiscard]] std::optional<SeenTimeLimit> timeLimitOf(const std::vector<GivenUpCall>& calls,
                                                       const std::map<int, Duration>& longestWaits,
                                                       Duration lastRetry);

} // namespace retryscope
