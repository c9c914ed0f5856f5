// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/steady_walk.h"

#include <optional>
#include <vector>

namespace retryscope {

/// The range of times, from the start of the call, at which an attempt begins and ends, if it is made.
struct AttemptReach
{
    Duration firstStart{0};
    Duration lastStart{0};
    Duration firstEnd{0};
    Duration lastEnd{0};
    DelayWindow delayBefore; ///< between it and the one before, what a send rate imposes included
};

/// The range of outcomes of a call, over all random delays and latencies.
struct CallReach
{
    int fewest = 1; ///< attempts; fewer than most only where the client has a limit of time
    int most = 1;
    std::vector<AttemptReach> attempts; ///< `most` of them
    Duration shortest{0};               ///< until the caller knows
    Duration longest{0};
    Duration leastDelays{0}; ///< the part of the call without an attempt under way
    Duration mostDelays{0};
    std::optional<StopReason> stopReason; ///< DeadlineExceeded where the client's limit can end the call
    std::optional<Duration> ownLimit;     ///< of the client, for a call
    bool isEndedByOwnLimit = false;       ///< with some draws
    bool hasSendRate = false;
    bool areReached = true; ///< false if no call reaches the ends of the range

    /// The latest end of any attempt.
    [[nodiscard]] Duration lastEnd() const;
};

/// Computed from the shortest and the longest walk without the client's time limit. With the limit, neither
/// need be an extreme, because a long delay beyond the limit ends the call early. A delay can have any length
/// in its range, so the last retry can begin just before the limit.
[[nodiscard]] CallReach reachOf(const ResolvedPolicy& policy, const SteadyFailure& failure);

/// The longest time for each attempt with which all attempts end before the deadline, whatever the random
/// delays are; absent if the delays alone are too long. Rounded down to whole microseconds. Found by search,
/// because delay hints with a date depend on it.
[[nodiscard]] std::optional<Duration> longestAttemptFor(const ResolvedPolicy& policy, SteadyFailure failure);

} // namespace retryscope
