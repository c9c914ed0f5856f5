// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/policy/resolve.h"
#include "core/read/call_bounds.h"

#include <vector>

namespace retryscope {

/// The distribution of an attempt's length: log-normal, like most service latencies, through these two
/// points. The request's timeouts are the maximum.
struct LatencySpread
{
    Duration p50{0}; ///< half of the attempts take no longer; above 0
    Duration p99{0}; ///< 99 of 100 take no longer; at least p50
    bool operator==(const LatencySpread&) const = default;

    /// share: in (0, 1).
    [[nodiscard]] Duration quantile(double share) const;
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

/// With a latency spread, best and worst assume that each attempt takes as long as the fastest and the
/// slowest of 100. Best and worst use draws of 0 and just below 1 in every attempt. Without a send rate and
/// an own time limit, a longer delay never ends a call sooner, so calls do reach these values; reachOf()
/// computes the effect of such a limit from the same two walks. The mean covers 1021 sets of draws (251 or 61
/// for very long calls) in a lattice: every attempt meets every stratum of [0, 1) exactly once, so a delay
/// proportional to its draw is averaged exactly. Every walk uses admit() and judge(). At most 1000 attempts
/// per call, as in a run.
[[nodiscard]] CallBounds boundsOf(const ResolvedPolicy& policy, const SteadyFailure& failure);

/// outside: layers that call the client, the outermost first. within: layers between client and server, the
/// nearest to the client first. failure: of a request at the server. A layer's attempt takes as long as a
/// whole call of the layer within it. The deadline applies to one call of the client; outerDeadline holds it
/// against a call of the outermost layer, too, in 10,000 calls with random delays (always the same ones;
/// fewer where a call makes more than 100 attempts). No layer repeats a success; a fault before anything was
/// sent causes no request at the server.
[[nodiscard]] NestedBounds nestedBoundsOf(const ResolvedPolicy& policy, SteadyFailure failure,
                                          std::vector<RetryLayer> outside, std::vector<RetryLayer> within);

} // namespace retryscope
