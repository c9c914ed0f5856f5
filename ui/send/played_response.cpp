// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/played_response.h"

#include "core/io/http/error_body.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr std::int64_t kMostSteps = 1000;

/// Those that every server writes for itself.
bool isWrittenByTheServer(const Header& header)
{
    constexpr std::array<std::string_view, 4> kNames{"connection", "content-length", "date",
                                                     "transfer-encoding"};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&header](std::string_view name) { return equalsIgnoringCase(header.name, name); });
}

Misbehaviour stepFaultFor(FaultKind kind)
{
    switch (kind) {
    case FaultKind::HostNotFound:
        return Misbehaviour::NoHost;
    case FaultKind::ConnectionRefused:
        return Misbehaviour::Refuse;
    case FaultKind::Unreachable:
    case FaultKind::ConnectTimeout:
        return Misbehaviour::NoConnect;
    case FaultKind::TlsFailed:
        return Misbehaviour::TlsFail;
    case FaultKind::ConnectionReset:
        return Misbehaviour::Reset;
    case FaultKind::ClosedBeforeResponse:
        return Misbehaviour::Close;
    case FaultKind::ResponseTruncated:
        return Misbehaviour::Truncate;
    case FaultKind::ResponseReset:
        return Misbehaviour::TruncateReset;
    case FaultKind::MalformedResponse:
        return Misbehaviour::Garbage;
    case FaultKind::ReadTimeout:
    case FaultKind::Cancelled:
        return Misbehaviour::Hang;
    case FaultKind::ResponseTooLarge:
        return Misbehaviour::None;
    }
    return Misbehaviour::None;
}

void append(std::vector<EndpointStep>& steps, EndpointStep step)
{
    step.repeat = 1;
    if (!steps.empty()) {
        EndpointStep& last = steps.back();
        const int repeat = std::exchange(last.repeat, 1);
        const bool isSame = last == step;
        last.repeat = isSame ? repeat + 1 : repeat;
        if (isSame) {
            return;
        }
    }
    steps.push_back(std::move(step));
}

bool playTheSameHeaders(const Headers& one, const Headers& other)
{
    const auto nextPlayed = [](auto at, auto end) {
        return std::find_if_not(at, end, isWrittenByTheServer);
    };
    auto left = nextPlayed(one.entries.begin(), one.entries.end());
    auto right = nextPlayed(other.entries.begin(), other.entries.end());
    while (left != one.entries.end() && right != other.entries.end() && *left == *right) {
        left = nextPlayed(left + 1, one.entries.end());
        right = nextPlayed(right + 1, other.entries.end());
    }
    return left == one.entries.end() && right == other.entries.end();
}

/// stepFrom() makes the same of both. A record may hold many thousand calls that were responded to alike.
bool playTheSame(const AttemptFacts& one, const AttemptFacts& other)
{
    if (one.fault.has_value() != other.fault.has_value() ||
        (one.fault && stepFaultFor(one.fault->kind) != stepFaultFor(other.fault->kind))) {
        return false;
    }
    const Response* left = one.response.get();
    const Response* right = other.response.get();
    if (left == nullptr || right == nullptr || left == right) {
        return left == right;
    }
    return left->status == right->status && left->reason == right->reason && left->body == right->body &&
           playTheSameHeaders(left->headers, right->headers);
}

bool playTheSame(const CallRecord& one, const CallRecord& other)
{
    return std::equal(one.attempts.begin(), one.attempts.end(), other.attempts.begin(), other.attempts.end(),
                      [](const AttemptRecord& left, const AttemptRecord& right) {
                          return !left.isRunning && !right.isRunning && playTheSame(left.facts, right.facts);
                      });
}

std::int64_t countOf(const std::vector<EndpointStep>& steps)
{
    std::int64_t count = 0;
    for (const EndpointStep& step : steps) {
        count += step.repeat;
    }
    return count;
}

const std::vector<EndpointStep>& stepsOfCall(const Scenario& scenario, int call)
{
    int first = 1;
    for (const CallScript& script : scenario.calls) {
        if (call < first + script.times || &script == &scenario.calls.back()) {
            return script.steps;
        }
        first += script.times;
    }
    return scenario.steps;
}

/// As stepFrom(), but for what was read in the body.
EndpointStep unreadStepFrom(const AttemptFacts& facts)
{
    EndpointStep step;
    step.fault = facts.fault ? stepFaultFor(facts.fault->kind) : Misbehaviour::None;
    if (facts.response) {
        step.status = facts.response->status;
        step.reason = facts.response->reason;
        step.headers = facts.response->headers;
        std::vector<Header>& entries = step.headers.entries;
        entries.erase(std::remove_if(entries.begin(), entries.end(), isWrittenByTheServer), entries.end());
        step.body = facts.response->body;
    }
    return step;
}

/// The same; a body of which all is there was read when it came.
EndpointStep recordedStepFrom(const AttemptFacts& facts)
{
    if (!facts.response || facts.response->bodyTruncated) {
        return stepFrom(facts);
    }
    EndpointStep step = unreadStepFrom(facts);
    step.parsed = facts.response->parsed;
    return step;
}

} // namespace

EndpointStep stepFrom(const AttemptFacts& facts)
{
    EndpointStep step = unreadStepFrom(facts);
    if (facts.response) {
        step.parsed = io::parseBody(step.headers, QByteArrayView(step.body));
    }
    return step;
}

Scenario scenarioFrom(const RunRecord& record)
{
    const RequestSpec& spec = record.header().spec;
    Scenario scenario;
    scenario.id = "from-record";
    scenario.title = "As the record has it";
    scenario.service = spec.service;
    scenario.operation = spec.operation;
    scenario.request = spec;
    const CallRecord* latest = nullptr; ///< whose steps are the latest script's
    for (const CallRecord& call : record.calls()) {
        if (latest != nullptr && playTheSame(*latest, call)) {
            ++scenario.calls.back().times;
            continue;
        }
        std::vector<EndpointStep> steps;
        for (const AttemptRecord& attempt : call.attempts) {
            if (!attempt.isRunning) {
                append(steps, recordedStepFrom(attempt.facts));
            }
        }
        if (steps.empty()) {
            continue;
        }
        latest = &call;
        if (!scenario.calls.empty() && scenario.calls.back().steps == steps) {
            ++scenario.calls.back().times;
        } else {
            scenario.calls.push_back({.times = 1, .steps = std::move(steps)});
        }
    }
    if (scenario.calls.size() == 1) {
        scenario.steps = std::move(scenario.calls.front().steps);
        scenario.calls.clear();
    } else if (scenario.calls.empty()) {
        scenario.steps.emplace_back();
    }
    return scenario;
}

Scenario withResponseAt(const Scenario& scenario, const RunRecord& record, Place place,
                        const AttemptFacts& facts)
{
    const CallRecord& call = record.callAt(place.call);
    const bool isItsOwn = !scenario.id.empty() && record.header().scenarioId == scenario.id;
    const std::int64_t count = isItsOwn ? std::min(countOf(stepsOfCall(scenario, call.call)), kMostSteps)
                                        : static_cast<std::int64_t>(call.attempts.size());
    const std::int64_t changed = place.attempt + 1;
    Scenario result = scenario;
    result.steps.clear();
    result.calls.clear();
    result.perEndpoint = false;
    for (std::int64_t request = 1; request <= std::max(count, changed); ++request) {
        if (request == changed) {
            append(result.steps, stepFrom(facts));
        } else if (isItsOwn) {
            append(result.steps, stepFor(scenario, call.call, request));
        } else {
            append(result.steps, stepFrom(call.attempts[static_cast<std::size_t>(request - 1)].facts));
        }
    }
    return result;
}

} // namespace retryscope::ui
