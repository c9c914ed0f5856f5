// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/resolve.h"
#include "core/read/call_bounds.h"

#include <vector>

namespace retryscope {

/// How long the attempt takes that this share of all attempts, in (0, 1), does not exceed.
[[nodiscard]] Duration quantileOf(const LatencySpread& latency, double share);

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
