// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/rate_limiter.h"

#include <algorithm>
#include <cmath>

namespace retryscope {

namespace {

constexpr double kLongestSeconds = toSeconds(kHundredYears);

double secondsOf(Instant instant)
{
    return toSeconds(instant.time_since_epoch());
}

/// The first call only stores the time.
void refill(LimiterState& state, double now)
{
    if (state.lastRefill) {
        const double gained = std::max(0.0, now - *state.lastRefill) * state.fillRate;
        state.capacity = std::min(state.maxCapacity, state.capacity + gained);
    }
    state.lastRefill = now;
}

/// Counts one response; a new measured rate exists once per time bucket.
void measure(const LimiterSpec& spec, LimiterState& state, double now)
{
    const double bucket = std::floor(now / spec.timeBucketSeconds) * spec.timeBucketSeconds;
    ++state.requestsInBucket;
    // Half a bucket at least: after shifted() the last one may lie beside the grid.
    if (bucket - state.lastBucket > spec.timeBucketSeconds / 2) {
        const double rate = state.requestsInBucket / (bucket - state.lastBucket);
        state.measuredRate = spec.smooth * rate + (1 - spec.smooth) * state.measuredRate;
        state.requestsInBucket = 0;
        state.lastBucket = bucket;
    }
}

} // namespace

double cubicRate(const LimiterSpec& spec, double lastMaxRate, double secondsSinceThrottle)
{
    const double plateau = std::cbrt(lastMaxRate * (1 - spec.beta) / spec.scale);
    return spec.scale * std::pow(secondsSinceThrottle - plateau, 3) + lastMaxRate;
}

SendGrant acquireSend(const LimiterSpec& spec, LimiterState state, Instant now)
{
    if (!state.enabled) {
        return {.state = state, .delay = Duration::zero(), .tokens = state.capacity};
    }
    refill(state, secondsOf(now));
    SendGrant grant{.state = state, .delay = Duration::zero(), .tokens = state.capacity};
    if (state.capacity < spec.costPerAttempt && spec.whenEmpty == WhenLimited::Fail) {
        grant.isRefused = true;
        return grant;
    }
    if (state.capacity < spec.costPerAttempt) {
        const double seconds = (spec.costPerAttempt - state.capacity) / state.fillRate;
        grant.delay = fromMilliseconds(std::min(seconds, kLongestSeconds) * 1000);
    }
    // Taken now, also when it has to be waited for: the capacity is then below zero
    // until the delay has passed.
    grant.state.capacity -= spec.costPerAttempt;
    return grant;
}

LimiterState updateLimiter(const LimiterSpec& spec, LimiterState state, Instant now, bool throttled)
{
    const double time = secondsOf(now);
    measure(spec, state, time);
    double calculated = 0;
    if (throttled) {
        const double rate = state.enabled ? std::min(state.measuredRate, state.fillRate) : state.measuredRate;
        state.lastMaxRate = rate;
        state.lastThrottle = time;
        calculated = spec.beta * rate;
        if (!state.enabled) {
            state.capacity = spec.startTokens;
        }
        state.enabled = true;
    } else {
        calculated = cubicRate(spec, state.lastMaxRate, time - state.lastThrottle);
    }
    const double rate = std::min(calculated, spec.rateCapFactor * state.measuredRate);
    refill(state, time);
    state.fillRate = std::max(rate, spec.minFillRatePerSecond);
    state.maxCapacity = std::max(rate, spec.minCapacity);
    state.capacity = std::min(state.capacity, state.maxCapacity);
    return state;
}

LimiterState shifted(LimiterState state, Duration by)
{
    const double seconds = toSeconds(by);
    state.lastThrottle -= seconds;
    state.lastBucket -= seconds;
    if (state.lastRefill) {
        *state.lastRefill -= seconds;
    }
    return state;
}

} // namespace retryscope
