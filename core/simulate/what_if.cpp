// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/situation.h"
#include "core/run/seeded_dice.h"
#include "core/simulate/simulate.h"
#include "core/simulate/virtual_run.h"
#include "core/simulate/virtual_scheduler.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

using CallKey = std::pair<int, int>; ///< client, call

/// The calls of a record by who made them.
class RecordedCalls
{
public:
    explicit RecordedCalls(const RunRecord& record)
    {
        for (const CallRecord& call : record.calls()) {
            m_calls.emplace(CallKey{call.client, call.call}, &call);
        }
    }

    /// The recorded attempt, or nullptr beyond the record.
    [[nodiscard]] const AttemptRecord* attempt(int client, int call, int attempt) const
    {
        const CallRecord* found = this->call(client, call);
        return found && attempt >= 1 && attempt <= static_cast<int>(found->attempts.size())
                   ? &found->attempts[static_cast<std::size_t>(attempt) - 1]
                   : nullptr;
    }

    [[nodiscard]] const AttemptRecord* last(int client, int call) const
    {
        const CallRecord* found = this->call(client, call);
        return found && !found->attempts.empty() ? &found->attempts.back() : nullptr;
    }

private:
    [[nodiscard]] const CallRecord* call(int client, int call) const
    {
        const auto found = m_calls.find({client, call});
        return found == m_calls.end() ? nullptr : found->second;
    }

    std::map<CallKey, const CallRecord*> m_calls;
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
    RecordedTransport(const RecordedCalls& calls, Scheduler& scheduler, BeyondRecord beyond)
        : m_calls(calls), m_scheduler(scheduler), m_beyond(beyond)
    {
    }

    AttemptId send(const OutgoingAttempt& attempt, Done done) override
    {
        const AttemptRecord* recorded = m_calls.attempt(attempt.client, attempt.call, attempt.attempt);
        if (recorded && attempt.spec->deadline && wasCutByDeadline(*recorded)) {
            return 0; // its response was not awaited, and the deadline ends it here as well
        }
        const AttemptRecord* source = recorded ? recorded : m_calls.last(attempt.client, attempt.call);
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
};

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
        return recorded ? recorded->draw : seededDraw(m_seed, client, call, attempt);
    }

private:
    const RecordedCalls& m_calls;
    bool m_isDrawKnown;
    std::uint64_t m_seed;
};

/// How many calls client 1, 2, … made.
VirtualExtent extentOf(const RunRecord& record)
{
    VirtualExtent extent{.clients = 0};
    std::vector<int>& calls = extent.callsByClient;
    for (const CallRecord& call : record.calls()) {
        const auto client = static_cast<std::size_t>(std::max(call.client, 1));
        calls.resize(std::max(calls.size(), client));
        calls[client - 1] = std::max(calls[client - 1], call.call);
    }
    return extent;
}

} // namespace

RunRecord whatIf(const RunRecord& record, const Policy& policy, BeyondRecord beyond,
                 const std::function<bool()>& isStopAsked)
{
    RunHeader header = record.header();
    const auto resolved = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    if (header.policy && header.policy->policy == resolved->policy) {
        if (decidesAsRecorded(record)) {
            return record; // with the times of a live run, which virtual time could not repeat
        }
    } else {
        header.overrides.clear();
        header.startStates.clear();
    }
    const RecordedCalls calls(record);
    const VirtualExtent extent = extentOf(record);
    header.policy = resolved;
    header.isRecorded = false;
    header.isVirtual = true;
    RunRecord result(std::move(header));
    const RunHeader& run = result.header();

    VirtualScheduler scheduler;
    RecordedTransport transport(calls, scheduler, beyond);
    const RecordedDice dice(calls, !record.header().isRecorded, run.seed);
    const Runner::Sink sink = [&](RunEvent&& event) {
        if (auto* judged = std::get_if<AttemptJudged>(&event)) {
            judged->assumed = calls.attempt(judged->client, judged->call, judged->attempt) == nullptr;
        }
        result.append(std::move(event));
    };
    runVirtually({.policy = *run.policy,
                  .spec = run.spec,
                  .ports = {.transport = &transport, .scheduler = &scheduler, .dice = &dice},
                  .limits = {.noWait = run.noWait, .startedAt = run.startedAt},
                  .states = run.startStates},
                 extent, scheduler, sink, isStopAsked);
    return result;
}

} // namespace retryscope
