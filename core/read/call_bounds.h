// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/attempt_facts.h"
#include "core/policy/resolve.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// The distribution of an attempt's length: log-normal, like most service latencies, through these two
/// points. The request's timeouts are the maximum.
struct LatencySpread
{
    Duration p50{0}; ///< half of the attempts take no longer; above 0
    Duration p99{0}; ///< 99 of 100 take no longer; at least p50
    bool operator==(const LatencySpread&) const = default;
};

/// The worst case for a caller: every attempt ends in the same way after the same time.
struct SteadyFailure
{
    RequestSpec spec;                          ///< its deadline is the caller's time limit for a call
    AttemptFacts facts;                        ///< a Date in it moves on with the clock
    Duration attemptTime{0};                   ///< of one attempt; the timeout, if the attempt fails by a
                                               ///< timeout
    int calls = 1;                             ///< one after the other by one client
    int clients = 1;                           ///< side by side, each with its own tokens and this number of
                                               ///< calls
    std::optional<LatencySpread> latency = {}; ///< in place of attemptTime
    bool operator==(const SteadyFailure&) const = default;
};

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

/// When an attempt begins and ends, from the start of the call, if it is made.
struct AttemptBounds
{
    TimeBounds start;
    TimeBounds end;
    DelayWindow delayBefore; ///< the shortest and the longest
    double madeIn = 1;       ///< share of calls that make this attempt, in [0, 1]
    bool operator==(const AttemptBounds&) const = default;
};

/// The effect of the caller's deadline on a call.
struct DeadlineBounds
{
    Duration deadline{0};
    CountBounds fitting; ///< attempts that end before it
    CountBounds begun;   ///< attempts that begin before it: requests that the server sees
    double allFit = 0;   ///< share of the draws with which every attempt ends before it, in [0, 1]
    TimeBounds response; ///< until the caller learns the outcome; `best` is a bound that no call need reach
    Duration enough{0};  ///< the smallest deadline before which every attempt ends, whatever is drawn
    /// The longest that an attempt may take so that all of them fit, whatever is drawn; absent when the
    /// delays alone are too long.
    std::optional<Duration> longestAttempt;
    /// The same for one request at the server, of which layers behind the client make several in an attempt;
    /// without such layers equal to longestAttempt.
    std::optional<Duration> longestRequest;
    bool operator==(const DeadlineBounds&) const = default;
};

/// Several calls of one client, one after another, which use up its retry tokens. A call is a call of the
/// outermost layer; layers around the client turn it into several calls of the client.
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

/// Percentiles of the time until the caller learns the outcome, over all random delays and latencies.
struct CallPercentiles
{
    Duration p50{0};
    Duration p90{0};
    Duration p99{0};
    bool operator==(const CallPercentiles&) const = default;
};

/// The effect of the client's own time limit for a call.
struct OwnLimitBounds
{
    Duration limit{0};     ///< no retry begins at or after this time from the start of the call
    CountBounds attempts;  ///< that are made
    double endsBy = 0;     ///< share of the draws with which it ends the call, in [0, 1]
    bool canEndIt = false; ///< with some draws, however few
    bool operator==(const OwnLimitBounds&) const = default;
};

/// How long one call can take, and how many attempts it makes, when every attempt ends in the same way.
struct CallBounds
{
    int attempts =
        1; ///< with enough time; the most, which is the same for all random delays unless ownLimit applies
    /// With time enough; absent: success. DeadlineExceeded: the client's own limit of time can end it.
    std::optional<StopReason> stopReason;
    TimeBounds total;                    ///< until the caller knows, with time enough
    TimeBounds delays;                   ///< the part of it in which nothing is under way
    std::vector<AttemptBounds> schedule; ///< one per attempt
    /// False if no call need reach best and worst: an adaptive send rate takes part (by at most its longest
    /// delay), or a time limit ends calls whose delays depend on earlier ones.
    bool areReached = true;
    bool hasSendRate = false;                   ///< an adaptive send rate takes part
    std::optional<OwnLimitBounds> ownLimit;     ///< absent: the client has no limit of time for a call
    std::optional<CallPercentiles> percentiles; ///< where the attempts' lengths have a distribution
    std::optional<DeadlineBounds> deadline;
    std::optional<SeriesBounds> series; ///< when more than one call was asked for
    /// The longest delay before the first attempt of an adaptive client that was throttled before; absent if
    /// calls begin without a limit.
    std::optional<Duration> heldBackAtMost;
    bool operator==(const CallBounds&) const = default;
};

/// A layer around or behind the client that repeats failed calls.
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

/// The deadline, held against a whole call of the outermost layer.
struct OuterDeadlineBounds
{
    int calls = 0;       ///< that were simulated; 0: too many attempts for it
    double cutShare = 0; ///< of them not over before the deadline, in [0, 1]
    bool operator==(const OuterDeadlineBounds&) const = default;
};

/// Layers that retry what the layer within has given up, multiplied.
struct NestedBounds
{
    std::vector<LayerBounds> layers; ///< the outermost first; at least the client
    CallBounds call;                 ///< one call of the client; its attempts are calls of the layers within
    std::optional<OuterDeadlineBounds> outerDeadline; ///< with a deadline and a layer around the client
    bool operator==(const NestedBounds&) const = default;
};

} // namespace retryscope
