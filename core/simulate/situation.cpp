// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/situation.h"

#include <cstddef>
#include <utility>

namespace retryscope {

namespace {

bool wasGivenUp(const AttemptRecord& attempt)
{
    return attempt.facts.fault && attempt.facts.fault->kind == FaultKind::Cancelled;
}

/// Judges a client's recorded attempts once more, in their order.
class Retelling
{
public:
    Retelling(const RunHeader& header, int client)
        : m_header(header), m_policy(*header.policy)
    {
        const auto index = static_cast<std::size_t>(client - 1);
        if (client >= 1 && index < header.startStates.size()) {
            m_state = header.startStates[index];
        }
    }

    void beginCall(const CallRecord& call)
    {
        m_request = {};
        m_request.startedAt = call.start + m_skipped;
        const std::optional<LimiterSpec>& limiter = m_policy.policy.limiter;
        if (limiter && limiter->scope == QuotaScope::Call) {
            m_state.limiter = {};
        }
    }

    /// As it stood when the attempt's end was judged.
    [[nodiscard]] Situation situationOf(const AttemptRecord& attempt)
    {
        const Instant asked = attempt.start - (m_header.noWait ? Duration::zero() : attempt.sendDelay);
        Admission admission =
            admit(m_policy, std::move(m_state), std::move(m_request), asked + m_skipped, attempt.draw);
        m_state = std::move(admission.client);
        m_request = std::move(admission.request);
        skip(attempt.sendDelay);
        const WallTime wallTime =
            m_header.startedAt + std::chrono::duration_cast<WallTime>(attempt.end.time_since_epoch());
        return {.policy = m_policy,
                .spec = m_header.spec,
                .client = m_state,
                .request = m_request,
                .facts = attempt.facts,
                .clock = {.now = attempt.end + m_skipped, .wallTime = wallTime},
                .draw = attempt.draw};
    }

    void pass(const AttemptRecord& attempt)
    {
        if (attempt.isRunning || wasGivenUp(attempt)) {
            ++m_request.attemptsMade;
            return;
        }
        const Situation situation = situationOf(attempt);
        Judgement judgement = judge(m_policy, situation.spec, std::move(m_state), std::move(m_request),
                                    attempt.facts, situation.clock, attempt.draw);
        m_state = std::move(judgement.client);
        m_request = std::move(judgement.request);
        skip(judgement.decision.delay);
    }

private:
    /// Delays of a run that does not wait pass for the client all the same.
    void skip(Duration delay)
    {
        if (m_header.noWait) {
            m_skipped += delay;
        }
    }

    const RunHeader& m_header;
    const ResolvedPolicy& m_policy;
    ClientState m_state;
    RequestState m_request;
    Duration m_skipped{0};
};

} // namespace

Decision decisionIn(const Situation& situation)
{
    return judge(situation.policy, situation.spec, situation.client, situation.request, situation.facts,
                 situation.clock, situation.draw)
        .decision;
}

Situation situationUnder(ResolvedPolicy policy, const GivenAttempt& given)
{
    Situation situation{.policy = std::move(policy), .spec = given.spec, .facts = given.facts};
    situation.request.attemptsMade = situation.request.attemptsCounted = given.attempt - 1;
    situation.client.quota = given.tokens;
    situation.request.quota = given.tokens;
    situation.clock.wallTime = given.facts.reply ? given.facts.reply->date : std::nullopt;
    return situation;
}

std::optional<Situation> situationAt(const RunRecord& record, RunRecord::Place place)
{
    const CallRecord& wanted = record.calls()[static_cast<std::size_t>(place.call)];
    const AttemptRecord& judged = wanted.attempts[static_cast<std::size_t>(place.attempt)];
    if (!record.header().policy || judged.isRunning || wasGivenUp(judged)) {
        return std::nullopt;
    }
    Retelling client(record.header(), wanted.client);
    for (const CallRecord& call : record.calls()) {
        if (call.client != wanted.client) {
            continue;
        }
        client.beginCall(call);
        for (const AttemptRecord& attempt : call.attempts) {
            if (&attempt == &judged) {
                return client.situationOf(attempt);
            }
            client.pass(attempt);
        }
    }
    return std::nullopt;
}

GivenAttempt givenAttemptAt(const RunRecord& record, RunRecord::Place place)
{
    const CallRecord& call = record.calls()[static_cast<std::size_t>(place.call)];
    const AttemptRecord& attempt = call.attempts[static_cast<std::size_t>(place.attempt)];
    return {.spec = record.header().spec, .facts = attempt.facts, .attempt = attempt.attempt};
}

} // namespace retryscope
