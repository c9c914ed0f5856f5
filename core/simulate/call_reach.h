// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/steady_walk.h"

#include <optional>
#include <vector>

namespace retryscope {

/// Between which instants, from the start of the call, one attempt begins and ends where it is made.
struct AttemptReach
{
    Duration firstStart{0};
    Duration lastStart{0};
    Duration firstEnd{0};
    Duration lastEnd{0};
    DelayWindow delayBefore; ///< between it and the one before, what a send rate imposes included
};

/// What a call can come to, over all draws of delays and latencies.
struct CallReach
{
    int fewest = 1; ///< attempts; fewer than most only where the client has a limit of time
    int most = 1;
    std::vector<AttemptReach> attempts; ///< `most` of them
    Duration shortest{0};               ///< until the caller knows
    Duration longest{0};
    Duration leastDelays{0}; ///< the part in which nothing is under way
    Duration mostDelays{0};
    std::optional<StopReason> stopReason; ///< DeadlineExceeded where the client's limit can end the call
    std::optional<Duration> ownLimit;     ///< of the client, for a call
    bool isEndedByOwnLimit = false;       ///< with some draws
    bool hasSendRate = false;
    bool areReached = true; ///< false: the ends lie outside of what happens

    /// The latest end of any attempt.
    [[nodiscard]] Duration lastEnd() const;
};

/// Worked out from two walks without the client's limit of time, the shortest and the longest. With the limit
/// neither of them need be an extreme: a long delay that would go beyond it ends the call early. A delay can
/// take any length between its shortest and its longest, so that the last retry may begin just before the
/// limit.
[[nodiscard]] CallReach reachOf(const ResolvedPolicy& policy, const SteadyFailure& failure);

/// The longest that each attempt may take so that all of them end before the deadline, whatever is drawn, and
/// shorter ones do too; absent when the delays alone are too long. Rounded down to whole microseconds. The
/// delays do not depend on it, but hints with a date do, so it is searched for.
[[nodiscard]] std::optional<Duration> longestAttemptFor(const ResolvedPolicy& policy, SteadyFailure failure);

} // namespace retryscope
