// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/policy/resolve.h"
#include "core/read/call_bounds.h"

#include <vector>

namespace retryscope {

/// How long an attempt takes, where that differs: log-normal, as latencies of services usually are, through
/// these two points. What the timeouts of the request allow is the most.
struct LatencySpread
{
    Duration p50{0}; ///< half of the attempts take no longer; above 0
    Duration p99{0}; ///< 99 of 100 take no longer; at least p50
    bool operator==(const LatencySpread&) const = default;

    /// share: in (0, 1).
    [[nodiscard]] Duration quantile(double share) const;
};

/// A caller on a bad day: every attempt ends in the same way after the same time.
struct SteadyFailure
{
    RequestSpec spec;                          ///< its deadline is how long the caller waits for a call
    AttemptFacts facts;                        ///< a Date in it moves on with the clock
    Duration attemptTime{0};                   ///< of one attempt; its timeout, when that is how it fails
    int calls = 1;                             ///< one after the other by one client
    int clients = 1;                           ///< side by side, each with its own tokens and so many calls
    std::optional<LatencySpread> latency = {}; ///< in place of attemptTime
    bool operator==(const SteadyFailure&) const = default;
};

/// With a latency spread, best and worst take each attempt as long as the fastest and the slowest of 100 do.
///
/// Best and worst are found with draws of 0 and just below 1 in every attempt: without a send rate and a
/// limit of time of its own no client is done sooner for having drawn a longer delay, so these are reached;
/// what such a limit changes is worked out from the same two walks (reachOf()). The mean is that over 1021
/// sets of draws (251 or 61 for very long calls) which form a lattice: every attempt meets every stratum
/// of [0, 1) exactly once, so that a delay proportional to its draw is averaged exactly. Every walk goes
/// through admit() and judge(). At most 1000 attempts per call, as in a run.
[[nodiscard]] CallBounds boundsOf(const ResolvedPolicy& policy, const SteadyFailure& failure);

/// outside: layers that call the client, the outermost first. within: layers between client and server, the
/// one next to the client first. failure: of a request at the server. A layer's attempt takes as long as a
/// whole call of the layer within it. The deadline is that of one call of the client. Of a success nothing is
/// repeated; a fault before anything was sent brings no request to the server.
[[nodiscard]] NestedBounds nestedBoundsOf(const ResolvedPolicy& policy, SteadyFailure failure,
                                          std::vector<RetryLayer> outside, std::vector<RetryLayer> within);

} // namespace retryscope
