// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/call_reach.h"

#include "core/decide/own_time_limit.h"

#include <algorithm>
#include <cstddef>

namespace retryscope {

namespace {

ResolvedPolicy withoutOwnLimit(ResolvedPolicy policy)
{
    policy.policy.attempts.maxElapsed.reset();
    policy.policy.attempts.timeoutCoversCall = false;
    return policy;
}

/// What the shortest and the longest walk say of one attempt and what comes before and after it.
class Reach
{
public:
    Reach(const Extremes& extremes, const std::optional<Duration>& limit)
        : m_low(extremes.best), m_high(extremes.worst), m_limit(limit)
    {
    }

    [[nodiscard]] std::size_t size() const { return std::min(m_low.steps.size(), m_high.steps.size()); }
    [[nodiscard]] bool isLast(std::size_t at) const { return at + 1 == size(); }

    /// The client decides at the end of the attempt, for the moment when the delay will have passed.
    [[nodiscard]] bool canEndByLimit(std::size_t at) const
    {
        return m_limit && !isLast(at) && goesOnUntil(m_high, at) >= *m_limit;
    }
    [[nodiscard]] bool surelyEndsByLimit(std::size_t at) const
    {
        return m_limit && !isLast(at) && goesOnUntil(m_low, at) >= *m_limit;
    }

    [[nodiscard]] AttemptReach attempt(std::size_t at) const
    {
        const WalkStep& low = m_low.steps[at];
        const WalkStep& high = m_high.steps[at];
        const Duration start = lastStart(at);
        return {.firstStart = low.start,
                .lastStart = start,
                .firstEnd = low.end,
                .lastEnd = start + high.end - high.start,
                .delayBefore = delayBefore(at)};
    }

    /// Earliest and latest end of a call whose last attempt this is.
    [[nodiscard]] Duration shortest(std::size_t at) const
    {
        return isLast(at) ? m_low.total : std::max(m_low.steps[at].end, *m_limit - longestDelayAfter(at));
    }
    [[nodiscard]] Duration longest(std::size_t at) const
    {
        return attempt(at).lastEnd + (isLast(at) ? m_high.total - m_high.steps[at].end : Duration::zero());
    }

    /// The same of the part in which nothing is under way.
    [[nodiscard]] Duration leastDelays(std::size_t at) const
    {
        if (isLast(at)) {
            return m_low.delays();
        }
        const Duration low = m_low.steps[at].end - underWay(m_low, at + 1);
        return std::max(low, *m_limit - longestDelayAfter(at) - underWay(m_high, at + 1));
    }
    [[nodiscard]] Duration mostDelays(std::size_t at) const
    {
        const Duration high = m_high.steps[at].start - underWay(m_high, at);
        const Duration within = std::min(high, lastStart(at) - underWay(m_low, at));
        return within + (isLast(at) ? m_high.total - m_high.steps[at].end : Duration::zero());
    }

private:
    static Duration goesOnUntil(const Walk& walk, std::size_t at)
    {
        return walk.steps[at].end + walk.steps[at].retryDelay;
    }

    [[nodiscard]] Duration longestDelayAfter(std::size_t at) const { return m_high.steps[at].window.high; }

    /// A delay before sending is imposed after the decision, so the limit does not look at it.
    [[nodiscard]] Duration lastStart(std::size_t at) const
    {
        const Duration high = m_high.steps[at].start;
        if (at == 0 || !m_limit) {
            return high;
        }
        const Duration decided = goesOnUntil(m_high, at - 1);
        return std::min(decided, *m_limit - Duration{1}) + high - decided;
    }

    [[nodiscard]] DelayWindow delayBefore(std::size_t at) const
    {
        if (at == 0) {
            return {.low = m_low.steps[0].start, .high = m_high.steps[0].start};
        }
        const auto delay = [at](const Walk& walk, Duration drawn) {
            return walk.steps[at].start - walk.steps[at - 1].end - walk.steps[at - 1].retryDelay + drawn;
        };
        const Duration low = delay(m_low, m_low.steps[at - 1].window.low);
        const Duration high = delay(m_high, m_high.steps[at - 1].window.high);
        return {.low = low, .high = std::min(high, lastStart(at) - m_low.steps[at - 1].end)};
    }

    /// By the first so many attempts.
    static Duration underWay(const Walk& walk, std::size_t attempts)
    {
        Duration sum{0};
        for (std::size_t index = 0; index < attempts; ++index) {
            sum += walk.steps[index].end - walk.steps[index].start;
        }
        return sum;
    }

    const Walk& m_low;
    const Walk& m_high;
    std::optional<Duration> m_limit;
};

bool imposesBeforeSending(const Walk& walk)
{
    for (std::size_t at = 1; at < walk.steps.size(); ++at) {
        const WalkStep& before = walk.steps[at - 1];
        if (walk.steps[at].start > before.end + before.retryDelay) {
            return true;
        }
    }
    return false;
}

} // namespace

Duration CallReach::lastEnd() const
{
    Duration last{0};
    for (const AttemptReach& attempt : attempts) {
        last = std::max(last, attempt.lastEnd);
    }
    return last;
}

CallReach reachOf(const ResolvedPolicy& policy, const SteadyFailure& failure)
{
    CallReach reach;
    reach.ownLimit = ownTimeLimit(policy.policy.attempts, failure.spec);
    const Extremes extremes =
        reach.ownLimit ? extremesOf(withoutOwnLimit(policy), failure) : extremesOf(policy, failure);
    const Reach walks(extremes, reach.ownLimit);
    reach.most = 0;
    reach.fewest = 0;
    reach.shortest = Duration::max();
    reach.leastDelays = Duration::max();
    for (std::size_t at = 0; at < walks.size(); ++at) {
        reach.attempts.push_back(walks.attempt(at));
        reach.most = static_cast<int>(at) + 1;
        const bool canEnd = walks.isLast(at) || walks.canEndByLimit(at);
        if (canEnd) {
            reach.isEndedByOwnLimit = reach.isEndedByOwnLimit || !walks.isLast(at);
            reach.fewest = reach.fewest == 0 ? reach.most : reach.fewest;
            reach.shortest = std::min(reach.shortest, walks.shortest(at));
            reach.longest = std::max(reach.longest, walks.longest(at));
            reach.leastDelays = std::min(reach.leastDelays, walks.leastDelays(at));
            reach.mostDelays = std::max(reach.mostDelays, walks.mostDelays(at));
        }
        if (walks.surelyEndsByLimit(at)) {
            break;
        }
    }
    reach.stopReason = reach.isEndedByOwnLimit ? StopReason::DeadlineExceeded : extremes.worst.stopReason;
    // A delay that depends on the one before it cannot take every length after each of them.
    const bool isFree = !isDecorrelated(policy.policy.backoff.jitter);
    reach.hasSendRate = !extremes.areReached;
    reach.areReached = extremes.areReached && !hasUnreachedLeast(policy.policy.backoff) &&
                       (isFree || !reach.isEndedByOwnLimit);
    return reach;
}

std::optional<Duration> longestAttemptFor(const ResolvedPolicy& policy, SteadyFailure failure)
{
    const std::optional<Duration> limit = ownTimeLimit(policy.policy.attempts, failure.spec);
    const ResolvedPolicy patient = limit ? withoutOwnLimit(policy) : policy;
    const Duration deadline = *failure.spec.deadline;
    bool isImposed = false;
    const auto allFit = [&](Duration time) {
        failure.attemptTime = time;
        failure.latency.reset();
        const Walk worst = extremesOf(patient, failure).worst;
        isImposed = imposesBeforeSending(worst);
        return callsWithin(worst, deadline) == static_cast<int>(worst.steps.size());
    };
    // No attempt begins after the client's limit: what is left of the deadline then is enough for the last.
    const bool areAllAtOnce = allFit(Duration::zero());
    const std::optional<Duration> afterLimit =
        limit && *limit <= deadline && !isImposed ? std::optional(deadline - *limit) : std::nullopt;
    if (!areAllAtOnce) {
        return afterLimit;
    }
    Duration fits{0};
    Duration tooLong = deadline;
    while (tooLong - fits > Duration{1}) {
        const Duration middle = fits + (tooLong - fits) / 2;
        (allFit(middle) ? fits : tooLong) = middle;
    }
    return std::max(fits, afterLimit.value_or(Duration::zero()));
}

} // namespace retryscope
