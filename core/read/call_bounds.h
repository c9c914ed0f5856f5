// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// A span of time that depends on jitter. best <= expected <= worst.
struct TimeBounds
{
    Duration best{0};
    Duration expected{0}; ///< the mean over all draws
    Duration worst{0};
    bool operator==(const TimeBounds&) const = default;
};

/// A number that depends on jitter. fewest <= expected <= most.
struct CountBounds
{
    int fewest = 0;
    double expected = 0;
    int most = 0;
    bool operator==(const CountBounds&) const = default;
};

/// When one attempt of a call leaves and ends, counted from the start of the call, where it is made.
struct AttemptBounds
{
    TimeBounds start;
    TimeBounds end;
    DelayWindow delayBefore; ///< the shortest and the longest
    double madeIn = 1;       ///< share of the draws with which it is made, in [0, 1]
    bool operator==(const AttemptBounds&) const = default;
};

/// What is left of a call when its caller does not wait longer than this.
struct DeadlineBounds
{
    Duration deadline{0};
    CountBounds fitting; ///< attempts that end before it
    CountBounds begun;   ///< attempts that begin before it: requests that the server sees
    double allFit = 0;   ///< share of the draws with which every attempt ends before it, in [0, 1]
    TimeBounds response; ///< until the caller knows; best is a bound that need not be reached
    Duration enough{0};  ///< the smallest deadline before which every attempt ends, whatever is drawn
    /// The longest that an attempt may take so that all of them fit, whatever is drawn; absent when the
    /// delays alone are too long.
    std::optional<Duration> longestAttempt;
    bool operator==(const DeadlineBounds&) const = default;
};

/// Several calls of one client, one after the other: its retry tokens run dry. A call is what the outermost
/// layer makes; where layers around the client repeat it, it is several calls of the client.
struct SeriesBounds
{
    int calls = 1;
    int clients = 1;              ///< side by side, each with its own tokens and so many calls
    std::int64_t clientCalls = 1; ///< of one client, with what the layers around it repeat; saturates
    bool isWorkedOut = true;      ///< false: too many client calls; what follows is 0 then
    std::int64_t attempts = 0;    ///< of all clients
    std::int64_t requests = 0;    ///< that reach the server, with what the layers behind the client repeat
    TimeBounds total;
    /// Number of the first call that stopped for lack of tokens, from 1.
    std::optional<int> firstWithoutTokens;
    bool operator==(const SeriesBounds&) const = default;
};

/// Of the time until the caller knows, over all draws of delays and latencies.
struct CallPercentiles
{
    Duration p50{0};
    Duration p90{0};
    Duration p99{0};
    bool operator==(const CallPercentiles&) const = default;
};

/// What the client's own limit of time for a call does to it.
struct OwnLimitBounds
{
    Duration limit{0};     ///< no retry begins so long after the start of the call, or later
    CountBounds attempts;  ///< that are made
    double endsBy = 0;     ///< share of the draws with which it ends the call, in [0, 1]
    bool canEndIt = false; ///< with some draws, however few
    bool operator==(const OwnLimitBounds&) const = default;
};

/// How long one call can take, and how many attempts it makes, when every attempt ends in the same way.
struct CallBounds
{
    int attempts =
        1; ///< with time enough; the same for every draw but where ownLimit says otherwise: the most
    /// With time enough; absent: success. DeadlineExceeded: the client's own limit of time can end it.
    std::optional<StopReason> stopReason;
    TimeBounds total;                    ///< until the caller knows, with time enough
    TimeBounds delays;                   ///< the part of it in which nothing is under way
    std::vector<AttemptBounds> schedule; ///< one per attempt
    /// False: best and worst lie outside of what happens. An adaptive send rate takes part (by up to the
    /// longest delay that it can impose), or a limit of time ends calls whose delays depend on the ones
    /// before.
    bool areReached = true;
    bool hasSendRate = false;                   ///< an adaptive send rate takes part
    std::optional<OwnLimitBounds> ownLimit;     ///< absent: the client has no limit of time for a call
    std::optional<CallPercentiles> percentiles; ///< where the attempts' lengths have a distribution
    std::optional<DeadlineBounds> deadline;
    std::optional<SeriesBounds> series; ///< when more than one call was asked for
    /// How long an adaptive client that was throttled before may hold the first attempt back; absent where a
    /// call begins without a limit.
    std::optional<Duration> heldBackAtMost;
    bool operator==(const CallBounds&) const = default;
};

/// Something around or behind the client that repeats what fails, so many times.
struct RetryLayer
{
    std::string name;
    int attempts = 1;  ///< at least 1
    Duration delay{0}; ///< between two of them
    bool operator==(const RetryLayer&) const = default;
};

/// One call of a layer, with all that the layers within it make of it.
struct LayerBounds
{
    std::string name;
    int attempts = 1;          ///< of this layer alone
    std::int64_t requests = 1; ///< that reach the server; saturates; 0: none does
    TimeBounds total;
    bool isClient = false; ///< the one whose policy was asked about
    bool operator==(const LayerBounds&) const = default;
};

/// Layers that retry what the layer within has given up, multiplied.
struct NestedBounds
{
    std::vector<LayerBounds> layers; ///< the outermost first; at least the client
    CallBounds call;                 ///< one call of the client; its attempts are calls of the layers within
    bool operator==(const NestedBounds&) const = default;
};

} // namespace retryscope
