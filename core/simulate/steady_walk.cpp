// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/steady_walk.h"

#include "core/decide/own_time_limit.h"
#include "core/run/runner.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

ResolvedPolicy withoutDelays(ResolvedPolicy policy)
{
    policy.policy.backoff = {};
    return policy;
}

/// The walk as it were if a send rate always imposed this much.
Walk withSendRateDelay(Walk walk, Duration imposed)
{
    Duration shift{0};
    for (WalkStep& step : walk.steps) {
        shift += step.meetsSendRate ? imposed - step.sendRateDelay : Duration::zero();
        step.start += shift;
        step.end += shift;
    }
    walk.total += shift;
    return walk;
}

} // namespace

SteadyCaller::SteadyCaller(const ResolvedPolicy& policy, const SteadyFailure& failure)
    : m_failure(failure)
    , m_spec(withOwnAttemptLimit(failure.spec, policy.policy).value_or(failure.spec))
    , m_facts(failure.facts)
    , m_client(policy, m_spec)
{
    m_spec.deadline.reset();
    const std::shared_ptr<const Response>& response = m_facts.response;
    m_startedAt = response && response->date ? *response->date : kVirtualStart;
}

Walk SteadyCaller::call(const Draws& draws, const Draws& times)
{
    Walk walk;
    m_client.beginCall(m_now);
    const Instant begin = m_now;
    while (attempt(walk, begin, draws(m_attempts), times(m_attempts))) {
        ++m_attempts;
    }
    ++m_attempts;
    walk.total = m_now - begin;
    return walk;
}

Duration SteadyCaller::attemptTime(double time) const
{
    if (!m_failure.latency) {
        return std::min(m_failure.attemptTime, m_spec.attemptTimeout.value_or(Duration::max()));
    }
    Duration longest = m_spec.attemptTimeout.value_or(Duration::max());
    if (m_spec.readTimeout > Duration::zero()) {
        longest = std::min(longest, m_spec.readTimeout);
    }
    return std::min(quantileOf(*m_failure.latency, time), longest);
}

bool SteadyCaller::attempt(Walk& walk, Instant begin, double draw, double time)
{
    const ClientWalk::Departure departure = m_client.admit(m_now, draw);
    WalkStep step;
    if (departure.isRefused) {
        walk.stopReason = StopReason::NoSendToken;
        return false;
    }
    if (const auto delayed = findStep<SendDelayed>(departure.trace)) {
        step.meetsSendRate = delayed->enabled && !delayed->refused;
        step.sendRateDelay = delayed->delay;
    }
    m_now = later(m_now, departure.sendDelay);
    step.start = m_now - begin;
    m_now = later(m_now, attemptTime(time));
    step.end = m_now - begin;
    moveDate();
    const Decision decision = m_client.judge(m_facts, {.now = m_now, .wallTime = wallTime()}, draw);
    step.retryDelay = decision.delay;
    step.window = decision.window.value_or(DelayWindow{.low = decision.delay, .high = decision.delay});
    walk.stopReason = decision.stopReason;
    walk.steps.push_back(step);
    const bool goesOn = decision.verdict == Verdict::Retry;
    if (goesOn && m_client.request().attemptsMade >= RunLimits{}.maxAttemptsPerCall) {
        walk.stopReason = StopReason::SafetyLimit;
        return false;
    }
    m_now = later(m_now, decision.delay);
    return goesOn;
}

WallTime SteadyCaller::wallTime() const
{
    return m_startedAt + std::chrono::duration_cast<WallTime>(m_now.time_since_epoch());
}

void SteadyCaller::moveDate()
{
    if (m_facts.response && m_facts.response->date) {
        Response response = *m_facts.response;
        response.date = wallTime();
        m_facts.response = std::make_shared<const Response>(std::move(response));
    }
}

Duration Walk::delays() const
{
    Duration delays = total;
    for (const WalkStep& step : steps) {
        delays -= step.end - step.start;
    }
    return delays;
}

Duration longestSendRateDelay(const LimiterSpec& spec)
{
    const double seconds = spec.costPerAttempt / spec.minFillRatePerSecond;
    return fromMilliseconds(std::min(seconds * 1000, 1e12));
}

Draws always(double draw)
{
    return [draw](int) {
        return draw;
    };
}

Extremes widenExtremes(const ResolvedPolicy& policy, Walk best, Walk worst)
{
    const bool meets = std::any_of(worst.steps.begin(), worst.steps.end(),
                                   [](const WalkStep& step) { return step.meetsSendRate; });
    if (!meets || !policy.policy.limiter) {
        return {.best = std::move(best), .worst = std::move(worst)};
    }
    // The limiter rounds up to a whole microsecond.
    const Duration most = longestSendRateDelay(*policy.policy.limiter) + Duration{1};
    return {.best = withSendRateDelay(std::move(best), Duration::zero()),
            .worst = withSendRateDelay(std::move(worst), most),
            .areReached = false};
}

bool hasUnreachedLeast(const BackoffSpec& spec)
{
    return spec.jitter == Jitter::DecorrelatedV2 && spec.cap;
}

Extremes extremesOf(const ResolvedPolicy& policy, const SteadyFailure& failure)
{
    const ResolvedPolicy least = hasUnreachedLeast(policy.policy.backoff) ? withoutDelays(policy) : policy;
    return widenExtremes(policy, SteadyCaller(least, failure).call(always(0), always(kFastest)),
                         SteadyCaller(policy, failure).call(always(kLargestDraw), always(kSlowest)));
}

int callsWithin(const Walk& walk, Duration deadline)
{
    return static_cast<int>(std::count_if(walk.steps.begin(), walk.steps.end(),
                                          [deadline](const WalkStep& step) { return step.end < deadline; }));
}

int begunIn(const Walk& walk, Duration deadline)
{
    return static_cast<int>(
        std::count_if(walk.steps.begin(), walk.steps.end(),
                      [deadline](const WalkStep& step) { return step.start < deadline; }));
}

Duration responseIn(const Walk& walk, Duration deadline)
{
    const auto fitting = static_cast<std::size_t>(callsWithin(walk, deadline));
    if (fitting == walk.steps.size()) {
        return std::min(walk.total, deadline);
    }
    if (fitting > 0) {
        const WalkStep& last = walk.steps[fitting - 1];
        if (last.retryDelay >= deadline - last.end) {
            return last.end;
        }
    }
    return deadline;
}

} // namespace retryscope
