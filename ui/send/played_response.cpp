// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/played_response.h"

#include "core/io/http/error_body.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/simulate/played_step.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/tr.h"

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr std::int64_t kMostSteps = 1000;

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

std::string targetOf(const std::string& url)
{
    const std::size_t scheme = url.find("://");
    if (scheme == std::string::npos) {
        return url;
    }
    const std::size_t path = url.find_first_of("/?", scheme + 3);
    return path == std::string::npos ? "/" : url[path] == '?' ? "/" + url.substr(path) : url.substr(path);
}

/// `curl/7.88.1: GET /bucket`, `…, and 4 more calls`: who was recorded, and what it called first.
std::string titleOfRecording(const RunRecord& record)
{
    constexpr qsizetype kMostOfPart = 60;
    const RequestSpec& spec = record.header().spec;
    const std::string agent = record.isEmpty() ? std::string() : record.callAt(0).source->userAgent;
    const auto part = [](const std::string& text) {
        return shortened(io::redactedText(text), kMostOfPart);
    };
    const QString client = agent.empty() ? tr("A client") : part(agent.substr(0, agent.find(' ')));
    const QString first = tr("%1: %2 %3").arg(client, part(spec.method), part(targetOf(spec.url)));
    const auto others = static_cast<int>(record.calls().size()) - 1;
    return fromQString(others < 1    ? first
                       : others == 1 ? tr("%1, and 1 more call").arg(first)
                                     : tr("%1, and %2 more calls").arg(first).arg(others));
}

/// A body of which all is there was read when it came.
EndpointStep recordedStepFrom(const AttemptFacts& facts)
{
    return facts.response && !facts.response->bodyTruncated ? stepPlaying(facts) : stepFrom(facts);
}

} // namespace

EndpointStep stepFrom(const AttemptFacts& facts)
{
    EndpointStep step = stepPlaying(facts);
    step.parsed = io::parseBody(step.headers, QByteArrayView(step.body));
    return step;
}

Scenario scenarioFrom(const RunRecord& record)
{
    const RequestSpec& spec = record.header().spec;
    Scenario scenario;
    scenario.id = "from-record";
    scenario.title = record.header().isRecorded ? titleOfRecording(record) : "Responses of this run";
    scenario.service = spec.service;
    scenario.operation = spec.operation;
    scenario.request = spec;
    if (record.header().isRecorded) {
        scenario.request->url = targetOf(spec.url); // whoever plays it is another server
    }
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
