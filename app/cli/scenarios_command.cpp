// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/library_listing.h"
#include "app/cli/policy_choice.h"
#include "core/explain/phrases.h"
#include "core/explain/report.h"
#include "core/explain/units.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

#include <algorithm>

namespace retryscope::cli {

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
    return joined(texts, ", then ", ", then ");
}

std::string scriptText(const Scenario& scenario)
{
    if (scenario.calls.empty()) {
        return stepsText(scenario.steps);
    }
    std::vector<std::string> texts;
    for (const CallScript& script : scenario.calls) {
        texts.push_back(filled("%1 calls: %2", script.times, stepsText(script.steps)));
    }
    return joined(texts, "; ", "; ");
}

QJsonObject scenarioSummary(const Scenario& scenario)
{
    return {{QStringLiteral("id"), toQString(scenario.id)},
            {QStringLiteral("title"), toQString(scenario.title)},
            {QStringLiteral("service"), toQString(scenario.service)},
            {QStringLiteral("operation"), toQString(scenario.operation)},
            {QStringLiteral("script"), toQString(scriptText(scenario))}};
}

ExitCode listScenarios(const Console& console, const io::Library& library)
{
    QJsonArray documents;
    ReportTable table{{{"scenario"}, {"service"}, {"what the server does", WhenNarrow::Fold}}, {}};
    for (const io::Library::Entry& entry : library.scenarioEntries()) {
        const io::Result<Scenario> scenario = library.scenario(entry.isBuiltIn ? entry.id : entry.path);
        if (!scenario) {
            Console::note(scenario.error().text());
            continue;
        }
        documents.append(scenarioSummary(scenario.value()));
        table.add(
            {{scenario.value().id, Tone::Strong}, {scenario.value().service}, {scenario.value().title}});
    }
    return deliver(console, QJsonObject{{QStringLiteral("scenarios"), documents}}, Report(std::move(table)));
}

ExitCode show(const Console& console, const Scenario& scenario)
{
    constexpr int kColumn = 11;
    Report report;
    report.title(scenario.id);
    report.say(scenario.title);
    report.field("service", scenario.service, kColumn);
    report.field("operation", scenario.operation, kColumn);
    if (scenario.request) {
        report.field("request", scenario.request->method + ' ' + scenario.request->url, kColumn);
    }
    report.field("responses", scriptText(scenario) + "; the last step repeats", kColumn);
    return deliver(console, io::scenarioToJson(scenario), report);
}

} // namespace

ExitCode scenariosCommand(const Arguments& arguments, const Console& console)
{
    const ListingRequest request = listingRequest(arguments);
    const io::Library library = userLibrary();
    if (request.action == ListingAction::List) {
        return listScenarios(console, library);
    }
    if (request.action == ListingAction::Check) {
        return deliverVerdict(console, request.name, [&request] {
            static_cast<void>(readAs<Scenario>(request.name, io::scenarioFromJson));
            return std::vector<PolicyProblem>();
        });
    }
    const Scenario scenario = need(library.scenario(request.name));
    const bool tellsSecrets = arguments.has(QStringLiteral("include-secrets"));
    return show(console, tellsSecrets ? scenario : io::redacted(scenario));
}

} // namespace retryscope::cli
