// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/played_answer.h"

#include "core/io/network/error_body.h"

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

StepFault stepFaultFor(FaultKind kind)
{
    switch (kind) {
    case FaultKind::HostNotFound:
        return StepFault::NoHost;
    case FaultKind::ConnectionRefused:
        return StepFault::Refuse;
    case FaultKind::Unreachable:
    case FaultKind::ConnectTimeout:
        return StepFault::NoConnect;
    case FaultKind::TlsFailed:
        return StepFault::TlsFail;
    case FaultKind::ConnectionReset:
        return StepFault::Reset;
    case FaultKind::ClosedBeforeResponse:
        return StepFault::Close;
    case FaultKind::ResponseTruncated:
        return StepFault::Truncate;
    case FaultKind::ResponseReset:
        return StepFault::TruncateReset;
    case FaultKind::MalformedResponse:
        return StepFault::Garbage;
    case FaultKind::ReadTimeout:
    case FaultKind::Cancelled:
        return StepFault::Hang;
    case FaultKind::ResponseTooLarge:
        return StepFault::None;
    }
    return StepFault::None;
}

void append(std::vector<FaultStep>& steps, FaultStep step)
{
    step.repeat = 1;
    if (!steps.empty()) {
        FaultStep last = steps.back();
        last.repeat = 1;
        if (last == step) {
            ++steps.back().repeat;
            return;
        }
    }
    steps.push_back(std::move(step));
}

std::int64_t countOf(const std::vector<FaultStep>& steps)
{
    std::int64_t count = 0;
    for (const FaultStep& step : steps) {
        count += step.repeat;
    }
    return count;
}

const std::vector<FaultStep>& stepsOfCall(const Scenario& scenario, int call)
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

} // namespace

FaultStep stepFrom(const AttemptFacts& facts)
{
    FaultStep step;
    step.fault = facts.fault ? stepFaultFor(facts.fault->kind) : StepFault::None;
    if (facts.reply) {
        step.status = facts.reply->status;
        step.reason = facts.reply->reason;
        step.headers = facts.reply->headers;
        std::vector<Header>& entries = step.headers.entries;
        entries.erase(std::remove_if(entries.begin(), entries.end(), isWrittenByTheServer), entries.end());
        step.body = facts.reply->body;
        step.parsed = io::parseBody(step.headers, QByteArrayView(step.body));
    }
    return step;
}

Scenario withAnswerAt(const Scenario& scenario, const RunRecord& record, Place place,
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
