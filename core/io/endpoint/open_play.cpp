// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/open_play.h"

#include "core/io/text/utf8.h"

#include <algorithm>
#include <array>

namespace retryscope::io {

namespace {

/// Faults that happen before a request arrives.
constexpr std::array kUnheardFaults = {Misbehaviour::Refuse, Misbehaviour::TlsFail, Misbehaviour::NoHost,
                                       Misbehaviour::NoConnect};

std::int64_t requestsPerPass(const CallScript& script)
{
    std::int64_t requests = 0;
    for (const EndpointStep& step : script.steps) {
        requests += std::max(step.repeat, 1);
    }
    return std::max<std::int64_t>(requests, 1);
}

} // namespace

std::vector<const EndpointStep*> allSteps(const Scenario& scenario)
{
    std::vector<const EndpointStep*> steps;
    const auto add = [&steps](const std::vector<EndpointStep>& list) {
        for (const EndpointStep& step : list) {
            steps.push_back(&step);
        }
    };
    add(scenario.steps);
    for (const CallScript& script : scenario.calls) {
        add(script.steps);
    }
    return steps;
}

bool hasFault(const Scenario& scenario, Misbehaviour fault)
{
    return std::ranges::any_of(allSteps(scenario),
                               [fault](const EndpointStep* step) { return step->fault == fault; });
}

/// Where the file has the fault of that step, counted over all of its lists.
QString placeOfStep(const Scenario& scenario, std::size_t index)
{
    for (std::size_t call = 0; call < scenario.calls.size(); ++call) {
        const std::size_t size = scenario.calls[call].steps.size();
        if (index < size) {
            return QStringLiteral("calls[%1].steps[%2].fault").arg(call).arg(index);
        }
        index -= size;
    }
    return QStringLiteral("steps[%1].fault").arg(index);
}

Result<Done> checkForAnyone(const Scenario& scenario)
{
    const std::vector<const EndpointStep*> steps = allSteps(scenario);
    for (std::size_t i = 0; i < steps.size() && steps.size() > 1; ++i) {
        const Misbehaviour fault = steps[i]->fault;
        if (std::ranges::find(kUnheardFaults, fault) != kUnheardFaults.end()) {
            return Error{Error::Kind::BadInput,
                         QStringLiteral("step %1 is \"%2\", which happens before a request arrives; for "
                                        "clients of other programs it must be the only step")
                             .arg(i + 1)
                             .arg(toQString(std::string(toString(fault)))),
                         toQString(scenario.id) + QStringLiteral(": ") + placeOfStep(scenario, i)};
        }
    }
    return Done{};
}

StepPosition positionOfRequest(const Scenario& scenario, std::int64_t number)
{
    StepPosition position{.call = 1, .request = number};
    for (std::size_t i = 0; i < scenario.calls.size(); ++i) {
        const CallScript& script = scenario.calls[i];
        const std::int64_t perPass = requestsPerPass(script);
        const std::int64_t times = std::max(script.times, 1);
        const std::int64_t passes = (position.request - 1) / perPass;
        const bool isLastEntry = i + 1 == scenario.calls.size();
        if (passes < times || isLastEntry) {
            const std::int64_t pass = std::min(passes, times - 1);
            return {.call = position.call + static_cast<int>(pass),
                    .request = position.request - pass * perPass};
        }
        position.call += static_cast<int>(times);
        position.request -= times * perPass;
    }
    return position;
}

} // namespace retryscope::io
