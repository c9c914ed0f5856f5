// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/situation.h"

#include "core/decide/classify.h"
#include "core/run/call_service.h"
#include "core/run/wall_time.h"

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
        : m_header(header), m_at(std::move(from))
    {
    }

    void beginCall(int index, const CallRecord& call)
    {
        m_at.next = {.call = index, .attempt = 0};
        m_at.client.beginCall(call.start);
    }

    /// As it stood when the attempt's end was judged.
    [[nodiscard]] Situation situationOf(const AttemptRecord& attempt)
    {
        admitNext(attempt);
        RunClockReading clock = clockAt(attempt);
        clock.now = m_at.client.clientTime(clock.now);
        return {.policy = *m_header.policy,
                .spec = m_header.spec,
                .client = m_at.client.client(),
                .request = m_at.client.request(),
                .facts = attempt.facts,
                .clock = clock,
                .draw = attempt.draw};
    }

    /// What is decided now; absent for an attempt that was not judged.
    std::optional<Decision> pass(const AttemptRecord& attempt)
    {
        ++m_at.next.attempt;
        if (attempt.isRunning || wasGivenUp(attempt)) {
            m_at.client.leaveUnjudged();
            return std::nullopt;
        }
        admitNext(attempt);
        Decision decision = m_at.client.judge(attempt.facts, clockAt(attempt), attempt.draw);
        skip(decision.delay);
        return decision;
    }

    [[nodiscard]] const SituationFinder::Milestone& milestone() const { return m_at; }
    [[nodiscard]] Place next() const { return m_at.next; }

private:
    void admitNext(const AttemptRecord& attempt)
    {
        const Instant asked = attempt.start - (m_header.noWait ? Duration::zero() : attempt.sendDelay);
        static_cast<void>(m_at.client.admit(asked, attempt.draw));
        skip(attempt.sendDelay);
    }

    [[nodiscard]] RunClockReading clockAt(const AttemptRecord& attempt) const
    {
        return {.now = attempt.end, .wallTime = wallTimeOf(m_header, attempt)};
    }

    /// Delays of a run that does not wait pass for the client all the same.
    void skip(Duration delay)
    {
        if (m_header.noWait) {
            m_at.client.skip(delay);
        }
    }

    const RunHeader& m_header;
    SituationFinder::Milestone m_at;
};

SituationFinder::Milestone startOf(const RunHeader& header, int client)
{
    const auto index = static_cast<std::size_t>(client - 1);
    const bool isFresh = client < 1 || index >= header.startStates.size();
    return {.next = {.call = 0, .attempt = 0},
            .client =
                ClientWalk(*header.policy, header.spec, isFresh ? ClientState{} : header.startStates[index])};
}

/// How often the rules with a limit matched in the attempts before, and what of these the client does not
/// count. A rule that matches again matches until it is used up, so that each takes two steps at most.
class EarlierUses
{
public:
    EarlierUses(const ResolvedPolicy& policy, std::vector<int>& uses) : m_policy(policy), m_uses(uses)
    {
        m_uses.resize(m_policy.policy.rules.size());
    }

    /// So many attempts that ended like this. Those that would not have been made, since the rule for them
    /// was used up, count as its uses as well: that often it would have to match for this attempt to come
    /// about.
    void add(const AttemptFacts& facts, int times)
    {
        for (int last = -1; times > 0;) {
            Trace trace;
            const int matched =
                classify(m_policy, facts, nameOf(m_policy.reading, facts), false, trace, m_uses).rule;
            const int rule = matched < 0 ? usedUpIn(trace) : matched;
            if (rule < 0) {
                return;
            }
            const auto index = static_cast<std::size_t>(rule);
            const Rule& found = m_policy.policy.rules[index];
            const int most = found.atMost && matched >= 0 ? *found.atMost - m_uses[index] : times;
            const int taken = rule == last || matched < 0 ? std::min(most, times) : 1;
            m_uses[index] += found.atMost || m_policy.countsEveryRule ? taken : 0;
            times -= taken;
            m_uncounted += found.atMost && !found.countsAsAttempt ? taken : 0;
            last = rule;
        }
    }

    [[nodiscard]] int uncounted() const { return m_uncounted; }

private:
    /// The rule that would have matched; -1: none.
    static int usedUpIn(const Trace& trace)
    {
        for (const TraceStep& step : trace) {
            const auto* tried = std::get_if<RuleTried>(&step);
            if (tried != nullptr && tried->evidence == Evidence::Uses) {
                return tried->rule;
            }
        }
        return -1;
    }

    const ResolvedPolicy& m_policy;
    std::vector<int>& m_uses;
    int m_uncounted = 0;
};

void noteEarlierUses(Situation& situation, const GivenAttempt& given)
{
    const std::vector<Rule>& rules = situation.policy.policy.rules;
    const bool isLimited =
        std::any_of(rules.begin(), rules.end(), [](const Rule& rule) { return rule.atMost.has_value(); });
    if (!isLimited || given.attempt < 2 || situation.request.isStarted) {
        return;
    }
    EarlierUses earlier(situation.policy, situation.request.ruleUses);
    if (given.before) {
        for (const AttemptFacts& facts : *given.before) {
            earlier.add(facts, 1);
        }
    } else {
        earlier.add(given.facts, given.attempt - 1);
    }
    situation.request.attemptsCounted -= earlier.uncounted();
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
    if (situation.policy.startsOperation && given.spec.poll && given.attempt > 1) {
        situation.request.isStarted = true;
        situation.request.nextTarget =
            RequestTarget{.method = given.spec.poll->method, .url = given.spec.poll->url};
        --situation.request.attemptsCounted; // the start is no poll
    }
    noteEarlierUses(situation, given);
    situation.client.quota = given.tokens;
    situation.request.quota = given.tokens;
    const bool isDated = given.facts.response && given.facts.response->date;
    situation.clock.wallTime = isDated ? given.facts.response->date : given.wallTime;
    return situation;
}

std::optional<Situation> SituationFinder::at(Place place)
{
    const RunHeader& header = m_record.header();
    const CallRecord& wanted = m_record.callAt(place.call);
    const AttemptRecord& attempt = m_record.at(place);
    if (!header.policy || header.isRecorded || attempt.isRunning || wasGivenUp(attempt)) {
        return std::nullopt;
    }
    std::vector<Milestone>& known = m_milestones[wanted.client];
    if (known.empty()) {
        known.push_back(startOf(header, wanted.client));
    }
    const auto beyond =
        std::upper_bound(known.begin(), known.end(), place,
                         [](Place sought, const Milestone& milestone) { return sought < milestone.next; });
    Retelling client(header, *std::prev(beyond));
    int sinceMilestone = 0;
    for (int index = client.next().call; index <= place.call; ++index) {
        const CallRecord& call = m_record.callAt(index);
        if (call.client != wanted.client) {
            continue;
        }
        if (client.next().call != index || client.next().attempt == 0) {
            client.beginCall(index, call);
        }
        const Place end = index == place.call
                              ? place
                              : Place{.call = index, .attempt = static_cast<int>(call.attempts.size())};
        while (client.next() < end) {
            client.pass(m_record.at(client.next()));
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
    if (known.back().next < milestone.next) {
        known.push_back(milestone);
    }
}

std::optional<Situation> situationAt(const RunRecord& record, Place place)
{
    return SituationFinder(record).at(place);
}

bool decidesAsRecorded(const RunRecord& record)
{
    const RunHeader& header = record.header();
    if (!header.policy) {
        return false;
    }
    if (header.isRecorded) {
        return true; // what was seen is all there is: nobody decided under its policy
    }
    const auto isSame = [](const Decision& now, const Decision& then) {
        return then.stopReason == StopReason::SafetyLimit || // not the policy's
               (now.verdict == then.verdict && now.stopReason == then.stopReason && now.kind == then.kind &&
                now.rule == then.rule && now.delay == then.delay && now.window == then.window);
    };
    std::map<int, Retelling> clients;
    for (int index = 0; const CallRecord& call : record.calls()) {
        Retelling& client =
            clients.try_emplace(call.client, header, startOf(header, call.client)).first->second;
        client.beginCall(index++, call);
        for (const AttemptRecord& attempt : call.attempts) {
            const std::optional<Decision> now = client.pass(attempt);
            if (now && !isSame(*now, attempt.decision)) {
                return false;
            }
        }
    }
    return true;
}

namespace {

/// Of a recording each request is its own, and says what service it is for.
RequestSpec specOf(const RunRecord& record, Place place)
{
    const AttemptRecord& attempt = record.at(place);
    RequestSpec spec = record.header().spec;
    if (!record.header().isRecorded) {
        return spec;
    }
    const RequestTarget& sent = *attempt.sentTarget;
    spec.method = sent.method.empty() ? spec.method : sent.method;
    spec.url = sent.url.empty() ? spec.url : sent.url;
    learnService(spec, record.callAt(place.call), attempt);
    return spec;
}

} // namespace

GivenAttempt givenAttemptAt(const RunRecord& record, Place place)
{
    const AttemptRecord& attempt = record.at(place);
    std::vector<AttemptFacts> before;
    for (int i = 0; i < place.attempt; ++i) {
        before.push_back(record.at({.call = place.call, .attempt = i}).facts);
    }
    return {.spec = specOf(record, place),
            .facts = attempt.facts,
            .attempt = attempt.attempt,
            .before = std::make_shared<const std::vector<AttemptFacts>>(std::move(before)),
            .tokens = {},
            .wallTime = wallTimeOf(record.header(), attempt)};
}

} // namespace retryscope
