// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/client_following.h"

#include "core/decide/judge.h"
#include "core/recording/seen_attempt.h"
#include "core/run/call_service.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace retryscope {

namespace {

/// Just below 1: the largest draw.
constexpr double kLargestDraw = 0.999999999;

/// The request of a call as the policy is resolved for it.
class CallSpecs
{
public:
    CallSpecs(const RunRecord& record, const Policy& policy) : m_record(record), m_policy(policy) {}

    struct Under
    {
        RequestSpec spec;
        ResolvedPolicy policy;
    };

    const Under& of(const CallRecord& call)
    {
        RequestSpec spec = m_record.header().spec;
        const AttemptRecord& first = call.attempts.front();
        if (!first.sentTarget->url.empty()) {
            spec.method = first.sentTarget->method.empty() ? spec.method : first.sentTarget->method;
            spec.url = first.sentTarget->url;
        }
        if (m_record.header().isRecorded) {
            learnService(spec, call, first);
        }
        const Key key{spec.service, spec.operation, spec.protocol, spec.method};
        const auto known = m_known.find(key);
        if (known != m_known.end()) {
            return known->second;
        }
        ResolvedPolicy resolved = resolve(m_policy, spec);
        return m_known.emplace(key, Under{std::move(spec), std::move(resolved)}).first->second;
    }

private:
    using Key = std::tuple<std::string, std::string, std::string, std::string>;

    const RunRecord& m_record;
    const Policy& m_policy;
    std::map<Key, Under> m_known;
};

bool wasCancelled(const AttemptRecord& attempt)
{
    return attempt.facts.fault && attempt.facts.fault->kind == FaultKind::Cancelled;
}

class Follower
{
public:
    Follower(const RunRecord& record, const Policy& policy) : m_record(record), m_specs(record, policy) {}

    FollowedAttempt pass(Place place)
    {
        const CallRecord& call = m_record.callAt(place.call);
        const AttemptRecord& attempt = m_record.at(place);
        const CallSpecs::Under& under = m_specs.of(call);
        ClientState& client = m_clients[call.client];
        const auto [found, isNew] = m_requests.try_emplace(place.call);
        RequestState& request = found->second;
        if (isNew) {
            CallBeginning begun = beginCall(under.policy, std::move(client), call.start);
            client = std::move(begun.client);
            request = std::move(begun.request);
        }
        Admission admission =
            admit(under.policy, std::move(client), std::move(request), attempt.start, attempt.draw);
        client = std::move(admission.client);
        request = std::move(admission.request);
        FollowedAttempt followed{.place = place, .stopReason = {}};
        decide(under, call, attempt, client, request, followed);
        return followed;
    }

private:
    void decide(const CallSpecs::Under& under, const CallRecord& call, const AttemptRecord& attempt,
                ClientState& client, RequestState& request, FollowedAttempt& followed)
    {
        const auto next = static_cast<std::size_t>(followed.place.attempt) + 1;
        const AttemptRecord* after = next < call.attempts.size() ? &call.attempts[next] : nullptr;
        followed.isRetried = after != nullptr;
        followed.wait = waitAfter(call, static_cast<std::size_t>(followed.place.attempt));
        const std::chrono::milliseconds sinceStart =
            std::chrono::duration_cast<std::chrono::milliseconds>(attempt.end.time_since_epoch());
        const RunClockReading clock{.now = attempt.end, .wallTime = m_record.header().startedAt + sinceStart};
        Judgement judgement = judge(under.policy, under.spec, client, request, attempt.facts, clock, 0);
        const DelayWindow window = judgement.decision.window.value_or(
            DelayWindow{judgement.decision.delay, judgement.decision.delay});
        if (followed.wait && window.high > window.low) {
            // As the client drew, so that what follows from a drawn delay follows from its own.
            const double drawn =
                toMilliseconds(*followed.wait - window.low) / toMilliseconds(window.high - window.low);
            judgement = judge(under.policy, under.spec, client, request, attempt.facts, clock,
                              std::clamp(drawn, 0.0, kLargestDraw));
        }
        if (!followed.isRetried && judgement.decision.verdict == Verdict::Retry && window.high > window.low) {
            // Where a long delay would have passed a limit of time, the client may have drawn that.
            Judgement late =
                judge(under.policy, under.spec, client, request, attempt.facts, clock, kLargestDraw);
            if (late.decision.verdict == Verdict::Stop) {
                judgement = std::move(late);
            }
        }
        followed.verdict = judgement.decision.verdict;
        followed.stopReason = judgement.decision.stopReason;
        client = std::move(judgement.client);
        request = std::move(judgement.request);
        followed.window = window;
        if (followed.verdict == Verdict::Retry) {
            followed.widening = addSendDelay(under, attempt.end, client, request, followed.window);
        }
        // A recording under way and the same one at its end tell the same.
        const bool isUnderWay = call.verdict == CallVerdict::Running && !cameToNothing(call);
        const bool isCut = wasCancelled(attempt) || isUnderWay ||
                           (call.verdict == CallVerdict::Cancelled && !hasGivenUp(call));
        // What is marked as gone was watched for three times its longest delay.
        const bool mayComeLater = followed.verdict == Verdict::Retry && !call.source->isClientGone &&
                                  attempt.end + followed.window.high >= watchedUntil(m_record);
        followed.isOpen = !followed.isRetried && (isCut || (mayComeLater && m_record.header().isRecorded));
    }

    /// What a client that waits before each attempt, or limits its rate, adds. How many tokens a rate limiter
    /// had at first, and where its half seconds begin, cannot be seen from outside: it may have let the
    /// attempt go at once, or have made it wait for a whole token at its lowest rate. Returns what that adds.
    static Duration addSendDelay(const CallSpecs::Under& under, Instant now, const ClientState& client,
                                 const RequestState& request, DelayWindow& window)
    {
        const std::optional<LimiterSpec>& limiter = under.policy.policy.limiter;
        if (limiter && client.limiter.enabled && limiter->whenEmpty == WhenLimited::Wait) {
            const Duration longest =
                fromMilliseconds(1000 * limiter->costPerAttempt / limiter->minFillRatePerSecond);
            window.high += longest;
            return longest;
        }
        window.low += admit(under.policy, client, request, now + window.low, 0).sendDelay;
        window.high += admit(under.policy, client, request, now + window.high, kLargestDraw).sendDelay;
        window.high = std::max(window.low, window.high);
        return Duration::zero();
    }

    const RunRecord& m_record;
    CallSpecs m_specs;
    std::map<int, ClientState> m_clients;
    std::map<int, RequestState> m_requests; ///< by call index
};

} // namespace

bool isInWindow(const FollowedAttempt& followed)
{
    constexpr double kWorkShare = 0.05;                       // of the longest delay
    constexpr Duration kEarly = std::chrono::milliseconds{3}; // timers of some clients are coarse
    const auto [low, high] = followed.window;
    const Duration late = kOwnWork + fromMilliseconds(toMilliseconds(high) * kWorkShare);
    return followed.wait && *followed.wait >= low - kEarly && *followed.wait <= high + late;
}

void follow(const RunRecord& record, const std::vector<int>& calls, const Policy& policy,
            const std::function<void(const FollowedAttempt&)>& take)
{
    Follower follower(record, policy);
    for (const Place& place : endedAttempts(record, calls)) {
        take(follower.pass(place));
    }
}

RequestSpec requestUnder(const RunRecord& record, int call, const Policy& policy)
{
    return CallSpecs(record, policy).of(record.callAt(call)).spec;
}

int attemptsUnder(const RunRecord& record, int call, const Policy& policy)
{
    return CallSpecs(record, policy).of(record.callAt(call)).policy.policy.attempts.attempts();
}

} // namespace retryscope
