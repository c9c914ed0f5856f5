// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/scenario_report.h"

#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace retryscope::io {

namespace {

std::string stepText(const EndpointStep& step)
{
    const std::string fault(toString(step.fault));
    std::string result = fault.empty() ? std::to_string(step.status) : fault;
    if (step.pass) {
        result = fault.empty() ? "pass" : "pass with " + result;
    }
    if (step.when) {
        const bool isBoth = !step.when->method.empty() && !step.when->path.empty();
        result += " for " + step.when->method + (isBoth ? " " : "") + step.when->path;
    }
    if (!step.templateName.empty()) {
        result += " (" + step.templateName + ')';
    }
    if (step.delay > Duration::zero()) {
        result += " after " + durationText(step.delay);
    }
    if (step.throttle) {
        result += filled("; above %1 after a burst of %2: %3", rateText(step.throttle->ratePerSecond),
                         fromQString(QString::number(step.throttle->burst)), step.throttle->templateName);
    }
    return step.repeat > 1 ? result + " × " + std::to_string(step.repeat) : result;
}

std::string stepsText(const std::vector<EndpointStep>& steps)
{
    std::vector<std::string> texts;
    std::transform(steps.begin(), steps.end(), std::back_inserter(texts), stepText);
    return retryscope::joined(texts, ", then ", ", then ");
}

} // namespace

std::string scriptText(const Scenario& scenario)
{
    if (scenario.calls.empty()) {
        return stepsText(scenario.steps);
    }
    std::vector<std::string> texts;
    for (const CallScript& script : scenario.calls) {
        texts.push_back(filled("%1 calls: %2", script.times, stepsText(script.steps)));
    }
    return retryscope::joined(texts, "; ", "; ");
}

Report scenarioReport(const Scenario& scenario)
{
    constexpr int kTextColumn = 11;
    Report report;
    report.title(scenario.id);
    report.say(scenario.title);
    report.field("service", scenario.service, kTextColumn);
    report.field("operation", scenario.operation, kTextColumn);
    if (scenario.request) {
        report.field("request", scenario.request->method + ' ' + scenario.request->url, kTextColumn);
    }
    report.field("responses", scriptText(scenario) + "; the last step repeats", kTextColumn);
    return report;
}

Report scenariosReport(const std::vector<Scenario>& scenarios)
{
    ReportTable table{{{"scenario"}, {"service"}, {"what the server does", WhenNarrow::Fold}}, {}};
    for (const Scenario& scenario : scenarios) {
        table.add({{scenario.id, Tone::Strong}, {scenario.service}, {scenario.title}});
    }
    return Report(std::move(table));
}

} // namespace retryscope::io
