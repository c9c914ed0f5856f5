// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/lab.h"

#include "core/probe/side_difference.h"
#include "core/run/client_loop.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace retryscope::test {

namespace {

constexpr const char* kSource = "the lab";

std::string milliseconds(Duration duration)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", toMilliseconds(duration));
    return text.data();
}

} // namespace

Rule ruleFor(std::string id, Condition when, ErrorKind kind)
{
    Rule rule;
    rule.id = std::move(id);
    rule.when = std::move(when);
    rule.kind = kind;
    rule.source = kSource;
    return rule;
}

Policy plainPolicy()
{
    Policy policy;
    policy.id = "plain";
    policy.title = "Plain";
    policy.attempts = {.max = 3, .source = kSource};
    policy.success.source = kSource;
    policy.otherwiseSource = kSource;
    policy.rules = {ruleFor("server", {.statusIn = {{500, 599}}}, ErrorKind::Transient),
                    ruleFor("network", {.faultIn = allFaultKinds()}, ErrorKind::Transient)};
    return policy;
}

QuotaSpec plainQuota()
{
    return {.capacity = 500, .cost = 5, .giveBack = GiveBack::LastCost, .source = kSource};
}

BackoffSpec plainBackoff()
{
    return {.type = BackoffType::Exponential,
            .base = {.byDefault = std::chrono::milliseconds{100}},
            .source = kSource};
}

LimiterSpec plainLimiter()
{
    LimiterSpec limiter;
    limiter.source = kSource;
    return limiter;
}

ResolvedPolicy resolved(const Policy& policy, const RequestSpec& spec)
{
    return resolve(policy, spec);
}

AttemptFacts responseWith(int status, ParsedBody parsed, std::vector<Header> headers)
{
    auto response = std::make_shared<Response>();
    response->status = status;
    response->headers.entries = std::move(headers);
    response->parsed = std::move(parsed);
    AttemptFacts facts;
    facts.response = std::move(response);
    return facts;
}

AttemptFacts response(int status, std::vector<Header> headers)
{
    return responseWith(status, {}, std::move(headers));
}

AttemptFacts xmlError(int status, const std::string& code)
{
    return responseWith(
        status, {.isEmpty = false, .isXml = true, .xmlRoot = "Error", .fields = {{"xml:Error/Code", code}}});
}

AttemptFacts jsonError(int status, const std::string& type)
{
    return responseWith(status, {.isEmpty = false, .isJson = true, .fields = {{"json:__type", type}}});
}

AttemptFacts jsonMembers(int status, std::vector<BodyField> fields, std::string errorPlace)
{
    return responseWith(status, {.isEmpty = false,
                                 .isJson = true,
                                 .jsonShape = JsonShape::Object,
                                 .fields = std::move(fields),
                                 .errorPlace = std::move(errorPlace)});
}

AttemptFacts partDone(const std::string& items, int left)
{
    return responseWith(200, {.isEmpty = false, .isJson = true, .remaining = Remaining{items, left}});
}

AttemptFacts faulty(FaultKind kind)
{
    AttemptFacts facts;
    facts.fault = Fault{.kind = kind, .detail = {}};
    return facts;
}

ListTransport::ListTransport(std::vector<Outcome> outcomes, Scheduler& scheduler)
    : m_outcomes(std::move(outcomes)), m_scheduler(scheduler)
{
}

AttemptId ListTransport::send(const OutgoingAttempt& attempt, Done done)
{
    const Outcome& outcome = m_outcomes[std::min(m_sent, m_outcomes.size() - 1)];
    ++m_sent;
    m_bodies.push_back(*attempt.body);
    const AttemptId id = ++m_lastId;
    if (outcome.neverComes) {
        m_open[id].facts = outcome.untilCancelled;
        return id;
    }
    m_open[id].facts = outcome.untilCancelled;
    m_open[id].timer =
        m_scheduler.after(outcome.duration, [this, id, report = std::move(done), facts = outcome.facts] {
            m_open.erase(id);
            report(facts);
        });
    return id;
}

AttemptFacts ListTransport::cancel(AttemptId id)
{
    AttemptFacts facts;
    if (const auto found = m_open.find(id); found != m_open.end()) {
        m_scheduler.cancel(found->second.timer);
        facts = std::move(found->second.facts);
        m_open.erase(found);
        ++m_cancelled;
    }
    return facts;
}

RunRecord runOf(const Policy& policy, const std::vector<Outcome>& outcomes, const RunOptions& options)
{
    RunHeader header;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, options.spec));
    header.spec = options.spec;
    header.isVirtual = true;
    header.noWait = options.limits.noWait;
    header.startedAt = options.limits.startedAt;
    header.callsPerClient = options.calls;
    header.startStates = {options.state};
    RunRecord record(std::move(header));

    VirtualScheduler scheduler;
    ListTransport transport(outcomes, scheduler);
    const FixedDice dice(options.draw);
    ClientLoop loop(*record.header().policy, record.header().spec,
                    {.transport = &transport, .scheduler = &scheduler, .dice = &dice}, options.limits,
                    [&record](RunEvent event) { record.append(std::move(event)); });
    loop.start(1, options.calls, options.state, [](const ClientState&) {});
    while (scheduler.runNext()) {
    }
    return record;
}

RunRecord runOf(const Policy& policy, const std::vector<AttemptFacts>& responses, const RunOptions& options)
{
    std::vector<Outcome> outcomes;
    for (const AttemptFacts& facts : responses) {
        outcomes.push_back({.facts = facts});
    }
    return runOf(policy, outcomes, options);
}

std::vector<std::string> linesOf(const RunRecord& record)
{
    std::vector<std::string> lines;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            const Decision& decision = attempt.decision;
            std::string line(toString(decision.verdict));
            if (decision.stopReason) {
                line += " " + std::string(toString(*decision.stopReason));
            }
            if (decision.window) {
                line += " " + milliseconds(decision.delay);
            }
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

std::string nameOf(const RunEvent& event)
{
    return std::visit(Overloaded{[](const CallBegan&) { return std::string("CallBegan"); },
                                 [](const AttemptBegan&) { return std::string("AttemptBegan"); },
                                 [](const AttemptJudged&) { return std::string("AttemptJudged"); },
                                 [](const DelayEnded&) { return std::string("DelayEnded"); },
                                 [](const CallEnded&) {
                                     return std::string("CallEnded");
                                 }},
                      event);
}

BenchRow comparedRow(RowFacts facts)
{
    const auto bodyOf = [](const AttemptFacts& side) {
        return side.response ? side.response->body : std::string();
    };
    compareBodies(facts, bodyOf(facts.origin), bodyOf(facts.client));
    return readingOf(std::move(facts));
}

} // namespace retryscope::test
