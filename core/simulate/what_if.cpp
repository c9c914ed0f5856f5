// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/situation.h"
#include "core/run/seeded_dice.h"
#include "core/simulate/simulate.h"
#include "core/simulate/virtual_run.h"
#include "core/simulate/virtual_scheduler.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

/// The calls of a record by who made them. They are made again under numbers from 1 on without a gap,
/// whatever numbers a file gives them: call 2,000,000,000 of a client is one call and not so many, and two
/// with one number are two.
class RecordedCalls
{
public:
    explicit RecordedCalls(const RunRecord& record)
    {
        for (const CallRecord& call : record.calls()) {
            m_made.push_back(&call);
        }
        const auto numbers = [](const CallRecord* call) {
            return std::pair(call->client, call->call);
        };
        std::stable_sort(m_made.begin(), m_made.end(), [&](const CallRecord* left, const CallRecord* right) {
            return numbers(left) < numbers(right);
        });
        for (std::size_t index = 0; index < m_made.size(); ++index) {
            if (index == 0 || m_made[index]->client != m_made[index - 1]->client) {
                m_firstOfClient.push_back(index);
            }
        }
    }

    /// How many calls each client made.
    [[nodiscard]] VirtualExtent extent() const
    {
        VirtualExtent extent{.clients = 0};
        for (std::size_t client = 0; client < m_firstOfClient.size(); ++client) {
            const std::size_t end =
                client + 1 < m_firstOfClient.size() ? m_firstOfClient[client + 1] : m_made.size();
            extent.callsByClient.push_back(static_cast<int>(end - m_firstOfClient[client]));
        }
        return extent;
    }

    /// client, call: as they are made again.
    [[nodiscard]] const CallRecord& call(int client, int call) const
    {
        return *m_made[m_firstOfClient[static_cast<std::size_t>(client) - 1] +
                       static_cast<std::size_t>(call) - 1];
    }

    /// The recorded attempt, or nullptr beyond the record.
    [[nodiscard]] const AttemptRecord* attempt(int client, int call, int attempt) const
    {
        const std::vector<AttemptRecord>& attempts = this->call(client, call).attempts;
        // Draws of numbers below 1 are those of the id of a call, which no record has.
        return attempt >= 1 && attempt <= static_cast<int>(attempts.size())
                   ? &attempts[static_cast<std::size_t>(attempt) - 1]
                   : nullptr;
    }

    /// Of the clients as they are made again.
    [[nodiscard]] std::vector<ClientState> statesFrom(const std::vector<ClientState>& recorded) const
    {
        std::vector<ClientState> states;
        for (const std::size_t first : m_firstOfClient) {
            const auto client = static_cast<std::size_t>(m_made[first]->client) - 1;
            states.push_back(client < recorded.size() ? recorded[client] : ClientState{});
        }
        return states;
    }

    /// What was made again, under the numbers of the record.
    [[nodiscard]] RunRecord numbered(RunRecord made) const
    {
        const auto isSame = [this](const CallRecord& again) {
            const CallRecord& recorded = call(again.client, again.call);
            return recorded.client == again.client && recorded.call == again.call;
        };
        if (std::all_of(made.calls().begin(), made.calls().end(), isSame)) {
            return made;
        }
        RunRecord result(made.header());
        for (CallRecord again : made.calls()) {
            const CallRecord& recorded = call(again.client, again.call);
            again.client = recorded.client;
            again.call = recorded.call;
            result.adopt(std::move(again));
        }
        return result;
    }

private:
    std::vector<const CallRecord*> m_made;    ///< by client and call
    std::vector<std::size_t> m_firstOfClient; ///< in m_made
};

AttemptFacts assumedSuccess()
{
    auto response = std::make_shared<Response>();
    response->status = 200;
    response->reason = "OK";
    AttemptFacts facts;
    facts.response = std::move(response);
    return facts;
}

bool wasCutByDeadline(const AttemptRecord& attempt)
{
    return attempt.decision.stopReason == StopReason::DeadlineExceeded && attempt.facts.fault &&
           attempt.facts.fault->kind == FaultKind::Cancelled;
}

/// Responds with what was recorded, in the time it took.
class RecordedTransport final : public Transport
{
public:
    /// script: what responds beyond the record; nullptr: not known.
    RecordedTransport(const RecordedCalls& calls, Scheduler& scheduler, BeyondRecord beyond,
                      ScriptedTransport* script)
        : m_calls(calls), m_scheduler(scheduler), m_beyond(beyond), m_script(script)
    {
    }

    AttemptId send(const OutgoingAttempt& attempt, Done done) override
    {
        const AttemptRecord* recorded = m_calls.attempt(attempt.client, attempt.call, attempt.attempt);
        if (recorded && attempt.spec->deadline && wasCutByDeadline(*recorded)) {
            return 0; // its response was not awaited, and the deadline ends it here as well
        }
        if (!recorded && m_script != nullptr) {
            return m_script->send(attempt, std::move(done));
        }
        const std::vector<AttemptRecord>& all = m_calls.call(attempt.client, attempt.call).attempts;
        const AttemptRecord* source = recorded ? recorded : all.empty() ? nullptr : &all.back();
        const Duration duration = source ? source->end - source->start : Duration::zero();
        AttemptFacts facts = recorded ? recorded->facts : beyond(source);
        return m_scheduler.after(duration,
                                 [response = std::move(done), facts = std::move(facts)] { response(facts); });
    }

    AttemptFacts cancel(AttemptId id) override
    {
        m_scheduler.cancel(id);
        return {};
    }

private:
    [[nodiscard]] AttemptFacts beyond(const AttemptRecord* last) const
    {
        switch (m_beyond) {
        case BeyondRecord::RepeatLast:
            return last ? last->facts : assumedSuccess();
        case BeyondRecord::Succeed:
            return assumedSuccess();
        case BeyondRecord::Stop:
            break;
        }
        AttemptFacts facts;
        facts.fault = Fault{.kind = FaultKind::Cancelled, .detail = "nothing more was recorded"};
        return facts;
    }

    const RecordedCalls& m_calls;
    Scheduler& m_scheduler;
    BeyondRecord m_beyond;
    ScriptedTransport* m_script;
};

bool hasThrottle(const std::vector<EndpointStep>& steps)
{
    return std::any_of(steps.begin(), steps.end(),
                       [](const EndpointStep& step) { return step.throttle.has_value(); });
}

/// What came fits the step; of what a step does to a response only that it fails is compared.
bool fits(const AttemptFacts& facts, const EndpointStep& step)
{
    return step.fault == Misbehaviour::None ? facts.response && facts.response->status == step.status
                                            : facts.fault.has_value();
}

/// The record's own draws; beyond them those of its seed. What foreign clients drew is not known: of a
/// recording all are the seed's.
class RecordedDice final : public Dice
{
public:
    RecordedDice(const RecordedCalls& calls, bool isDrawKnown, std::uint64_t seed)
        : m_calls(calls), m_isDrawKnown(isDrawKnown), m_seed(seed)
    {
    }

    [[nodiscard]] double draw(int client, int call, int attempt) const override
    {
        const AttemptRecord* recorded = m_isDrawKnown ? m_calls.attempt(client, call, attempt) : nullptr;
        const CallRecord& of = m_calls.call(client, call);
        return recorded ? recorded->draw : seededDraw(m_seed, of.client, of.call, attempt);
    }

private:
    const RecordedCalls& m_calls;
    bool m_isDrawKnown;
    std::uint64_t m_seed;
};

} // namespace

bool isPlayedBy(const RunRecord& record, const Scenario& scenario)
{
    const bool dependsOnTime = hasThrottle(scenario.steps) ||
                               std::any_of(scenario.calls.begin(), scenario.calls.end(),
                                           [](const CallScript& call) { return hasThrottle(call.steps); });
    if (record.header().isRecorded || scenario.id.empty() || record.header().scenarioId != scenario.id ||
        scenario.perEndpoint || dependsOnTime) {
        return false;
    }
    return std::all_of(record.calls().begin(), record.calls().end(), [&scenario](const CallRecord& call) {
        int request = 0;
        return std::all_of(call.attempts.begin(), call.attempts.end(), [&](const AttemptRecord& attempt) {
            return fits(attempt.facts, stepFor(scenario, call.call, ++request));
        });
    });
}

RunRecord whatIf(const RunRecord& record, const Policy& policy, BeyondRecord beyond,
                 const std::function<bool()>& isStopAsked, const Scenario* script)
{
    RunHeader header = record.header();
    const auto resolved = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    if (header.policy && header.policy->policy == resolved->policy) {
        if (!header.whole && decidesAsRecorded(record)) {
            return record; // with the times of a live run, which virtual time could not repeat
        }
    } else {
        header.overrides.clear();
        header.startStates.clear();
    }
    const RecordedCalls calls(record);
    header.policy = resolved;
    header.isRecorded = false;
    header.isVirtual = true;
    header.watchedUntil = {};
    header.whole.reset(); // the calls that are there are judged, and no others
    RunRecord result(std::move(header));
    const RunHeader& run = result.header();

    VirtualScheduler scheduler;
    std::optional<ScriptedTransport> scripted;
    if (script != nullptr) {
        scripted.emplace(*script, scheduler, run.startedAt, run.seed);
    }
    RecordedTransport transport(calls, scheduler, beyond, scripted ? &*scripted : nullptr);
    const RecordedDice dice(calls, !record.header().isRecorded, run.seed);
    const Runner::Sink sink = [&](RunEvent&& event) {
        if (auto* judged = std::get_if<AttemptJudged>(&event)) {
            judged->assumed =
                script == nullptr && calls.attempt(judged->client, judged->call, judged->attempt) == nullptr;
        }
        result.append(std::move(event));
    };
    runVirtually({.policy = *run.policy,
                  .spec = run.spec,
                  .ports = {.transport = &transport, .scheduler = &scheduler, .dice = &dice},
                  .limits = {.noWait = run.noWait, .startedAt = run.startedAt},
                  .states = calls.statesFrom(run.startStates)},
                 calls.extent(), scheduler, sink,
                 [&] { return result.attemptCount() > kMostMadeAgain || (isStopAsked && isStopAsked()); });
    return calls.numbered(std::move(result));
}

} // namespace retryscope
