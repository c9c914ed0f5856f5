// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/situation.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace retryscope {

namespace {

bool wasGivenUp(const AttemptRecord& attempt)
{
    return attempt.facts.fault && attempt.facts.fault->kind == FaultKind::Cancelled;
}

constexpr int kBetweenMilestones = 256; ///< attempts

/// Judges a client's recorded attempts once more, in their order.
class Retelling
{
public:
    Retelling(const RunHeader& header, SituationFinder::Milestone from)
        : m_header(header), m_policy(*header.policy), m_at(std::move(from))
    {
    }

    void beginCall(std::size_t index, const CallRecord& call)
    {
        m_at.call = index;
        m_at.attempt = 0;
        m_at.request = {};
        m_at.request.startedAt = call.start + m_at.skipped;
        const std::optional<LimiterSpec>& limiter = m_policy.policy.limiter;
        if (limiter && limiter->scope == QuotaScope::Call) {
            m_at.client.limiter = {};
        }
    }

    /// As it stood when the attempt's end was judged.
    [[nodiscard]] Situation situationOf(const AttemptRecord& attempt)
    {
        admitNext(attempt);
        return {.policy = m_policy,
                .spec = m_header.spec,
                .client = m_at.client,
                .request = m_at.request,
                .facts = attempt.facts,
                .clock = clockAt(attempt),
                .draw = attempt.draw};
    }

    /// What is decided now; absent for an attempt that was not judged.
    std::optional<Decision> pass(const AttemptRecord& attempt)
    {
        ++m_at.attempt;
        if (attempt.isRunning || wasGivenUp(attempt)) {
            ++m_at.request.attemptsMade;
            return std::nullopt;
        }
        admitNext(attempt);
        Judgement judgement = judge(m_policy, m_header.spec, std::move(m_at.client), std::move(m_at.request),
                                    attempt.facts, clockAt(attempt), attempt.draw);
        m_at.client = std::move(judgement.client);
        m_at.request = std::move(judgement.request);
        skip(judgement.decision.delay);
        return std::move(judgement.decision);
    }

    [[nodiscard]] const SituationFinder::Milestone& milestone() const { return m_at; }

private:
    void admitNext(const AttemptRecord& attempt)
    {
        const Instant asked = attempt.start - (m_header.noWait ? Duration::zero() : attempt.sendDelay);
        Admission admission = admit(m_policy, std::move(m_at.client), std::move(m_at.request),
                                    asked + m_at.skipped, attempt.draw);
        m_at.client = std::move(admission.client);
        m_at.request = std::move(admission.request);
        skip(attempt.sendDelay);
    }

    [[nodiscard]] RunClockReading clockAt(const AttemptRecord& attempt) const
    {
        const WallTime wallTime =
            m_header.startedAt + std::chrono::duration_cast<WallTime>(attempt.end.time_since_epoch());
        return {.now = attempt.end + m_at.skipped, .wallTime = wallTime};
    }

    /// Delays of a run that does not wait pass for the client all the same.
    void skip(Duration delay)
    {
        if (m_header.noWait) {
            m_at.skipped += delay;
        }
    }

    const RunHeader& m_header;
    const ResolvedPolicy& m_policy;
    SituationFinder::Milestone m_at;
};

SituationFinder::Milestone startOf(const RunHeader& header, int client)
{
    SituationFinder::Milestone start;
    const auto index = static_cast<std::size_t>(client - 1);
    if (client >= 1 && index < header.startStates.size()) {
        start.client = header.startStates[index];
    }
    return start;
}

bool isBefore(const SituationFinder::Milestone& left, const SituationFinder::Milestone& right)
{
    return left.call != right.call ? left.call < right.call : left.attempt < right.attempt;
}

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
    const bool isDated = given.facts.reply && given.facts.reply->date;
    situation.clock.wallTime = isDated ? given.facts.reply->date : given.wallTime;
    return situation;
}

std::optional<Situation> SituationFinder::at(RunRecord::Place place)
{
    const RunHeader& header = m_record.header();
    const auto wantedCall = static_cast<std::size_t>(place.call);
    const auto wantedAttempt = static_cast<std::size_t>(place.attempt);
    const CallRecord& wanted = m_record.calls()[wantedCall];
    const AttemptRecord& attempt = wanted.attempts[wantedAttempt];
    if (!header.policy || attempt.isRunning || wasGivenUp(attempt)) {
        return std::nullopt;
    }
    std::vector<Milestone>& known = m_milestones[wanted.client];
    if (known.empty()) {
        known.push_back(startOf(header, wanted.client));
    }
    const auto next = std::upper_bound(known.begin(), known.end(),
                                       Milestone{.call = wantedCall, .attempt = wantedAttempt}, isBefore);
    Milestone from = *std::prev(next);
    std::size_t index = from.call;
    Retelling client(header, std::move(from));
    int sinceMilestone = 0;
    for (; index <= wantedCall; ++index) {
        const CallRecord& call = m_record.calls()[index];
        if (call.client != wanted.client) {
            continue;
        }
        if (client.milestone().call != index || client.milestone().attempt == 0) {
            client.beginCall(index, call);
        }
        const std::size_t end = index == wantedCall ? wantedAttempt : call.attempts.size();
        while (client.milestone().attempt < end) {
            client.pass(call.attempts[client.milestone().attempt]);
            ++m_judged;
            if (++sinceMilestone >= kBetweenMilestones) {
                sinceMilestone = 0;
                remember(wanted.client, client.milestone());
            }
        }
    }
    return client.situationOf(attempt);
}

void SituationFinder::remember(int client, const Milestone& milestone)
{
    std::vector<Milestone>& known = m_milestones[client];
    if (isBefore(known.back(), milestone)) {
        known.push_back(milestone);
    }
}

std::optional<Situation> situationAt(const RunRecord& record, RunRecord::Place place)
{
    return SituationFinder(record).at(place);
}

bool decidesAsRecorded(const RunRecord& record)
{
    const RunHeader& header = record.header();
    if (!header.policy) {
        return false;
    }
    const auto isSame = [](const Decision& now, const Decision& then) {
        return then.stopReason == StopReason::SafetyLimit || // not the policy's
               (now.verdict == then.verdict && now.stopReason == then.stopReason && now.kind == then.kind &&
                now.rule == then.rule && now.delay == then.delay && now.window == then.window);
    };
    std::map<int, Retelling> clients;
    for (std::size_t index = 0; index < record.calls().size(); ++index) {
        const CallRecord& call = record.calls()[index];
        Retelling& client =
            clients.try_emplace(call.client, header, startOf(header, call.client)).first->second;
        client.beginCall(index, call);
        for (const AttemptRecord& attempt : call.attempts) {
            const std::optional<Decision> now = client.pass(attempt);
            if (now && !isSame(*now, attempt.decision)) {
                return false;
            }
        }
    }
    return true;
}

GivenAttempt givenAttemptAt(const RunRecord& record, RunRecord::Place place)
{
    const CallRecord& call = record.calls()[static_cast<std::size_t>(place.call)];
    const AttemptRecord& attempt = call.attempts[static_cast<std::size_t>(place.attempt)];
    return {.spec = record.header().spec,
            .facts = attempt.facts,
            .attempt = attempt.attempt,
            .tokens = {},
            .wallTime = record.header().startedAt +
                        std::chrono::duration_cast<WallTime>(attempt.end.time_since_epoch())};
}

} // namespace retryscope
