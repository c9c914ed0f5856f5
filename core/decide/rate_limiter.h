// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/policy/policy.h"

#include <optional>

namespace retryscope {

/// State of the adaptive send-rate limiter (adaptive mode). All rates per second, all
/// moments as seconds of the run.
struct LimiterState
{
    bool enabled = false; ///< becomes true with the first throttling response and stays so
    double fillRate = 0;
    double maxCapacity = 0;
    double capacity = 0;
    std::optional<double> lastRefill;
    double measuredRate = 0;
    double lastMaxRate = 0;
    double lastThrottle = 0;
    double lastBucket = 0;
    int requestsInBucket = 0;
    bool operator==(const LimiterState&) const = default;
};

struct SendGrant
{
    LimiterState state;
    Duration delay{0};      ///< how long the send must wait; 0 while not enabled
    double tokens = 0;      ///< tokens present before the grant
    bool isRefused = false; ///< none was there, and the client does not wait; nothing was taken
};

/// Takes one token, or tells how long until one is there (the token is then already taken).
[[nodiscard]] SendGrant acquireSend(const LimiterSpec& spec, LimiterState state, Instant now);
/// Learns from one response.
[[nodiscard]] LimiterState updateLimiter(const LimiterSpec& spec, LimiterState state, Instant now,
                                         bool throttled);
/// The same state on a clock whose zero is `by` later: its moments move into the past.
[[nodiscard]] LimiterState shifted(LimiterState state, Duration by);
/// The CUBIC rate t seconds after a throttle: scale × (t − K)³ + lastMaxRate. Source:
/// resources/policies/README.md.
[[nodiscard]] double cubicRate(const LimiterSpec& spec, double lastMaxRate, double secondsSinceThrottle);

} // namespace retryscope
