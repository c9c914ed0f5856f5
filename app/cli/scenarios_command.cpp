// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/library_listing.h"
#include "app/cli/policy_choice.h"
#include "app/cli/text_table.h"
#include "core/explain/units.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

namespace retryscope::cli {

namespace {

QString stepText(const EndpointStep& step)
{
    const std::string fault(toString(step.fault));
    QString result = fault.empty() ? QString::number(step.status) : toQString(fault);
    if (step.pass) {
        result = fault.empty() ? QStringLiteral("pass") : QStringLiteral("pass with ") + result;
    }
    if (step.when) {
        const QString what = toQString(step.when->method + ' ' + step.when->path).trimmed();
        result += QStringLiteral(" for %1").arg(what);
    }
    if (!step.templateName.empty()) {
        result += QStringLiteral(" (%1)").arg(toQString(step.templateName));
    }
    if (step.delay > Duration::zero()) {
        result += QStringLiteral(" after %1").arg(toQString(durationText(step.delay)));
    }
    if (step.throttle) {
        result += QStringLiteral("; above %1 after a burst of %2: %3")
                      .arg(toQString(rateText(step.throttle->ratePerSecond)))
                      .arg(step.throttle->burst)
                      .arg(toQString(step.throttle->templateName));
    }
    return step.repeat > 1 ? result + QStringLiteral(" × %1").arg(step.repeat) : result;
}

QString stepsText(const std::vector<EndpointStep>& steps)
{
    QStringList texts;
    for (const EndpointStep& step : steps) {
        texts.append(stepText(step));
    }
    return texts.join(QStringLiteral(", then "));
}

QString scriptText(const Scenario& scenario)
{
    if (scenario.calls.empty()) {
        return stepsText(scenario.steps);
    }
    QStringList texts;
    for (const CallScript& script : scenario.calls) {
        texts.append(QStringLiteral("%1 calls: %2").arg(script.times).arg(stepsText(script.steps)));
    }
    return texts.join(QStringLiteral("; "));
}

QJsonObject scenarioSummary(const Scenario& scenario)
{
    return {{QStringLiteral("id"), toQString(scenario.id)},
            {QStringLiteral("title"), toQString(scenario.title)},
            {QStringLiteral("service"), toQString(scenario.service)},
            {QStringLiteral("operation"), toQString(scenario.operation)},
            {QStringLiteral("script"), scriptText(scenario)}};
}

Outcome listScenarios(const Console& console, const io::Library& library)
{
    QJsonArray documents;
    TextTable table({{QStringLiteral("scenario")},
                     {QStringLiteral("service")},
                     {QStringLiteral("what the server does"), WhenNarrow::Fold}});
    for (const io::Library::Entry& entry : library.scenarioEntries()) {
        const io::Result<Scenario> scenario = library.scenario(entry.isBuiltIn ? entry.id : entry.path);
        if (!scenario) {
            Console::note(scenario.error().text());
            continue;
        }
        documents.append(scenarioSummary(scenario.value()));
        table.addRow({{toQString(scenario.value().id), Tone::Strong},
                      {toQString(scenario.value().service)},
                      {toQString(scenario.value().title)}});
    }
    return deliver(console, QJsonObject{{QStringLiteral("scenarios"), documents}},
                   table.text(console.style()));
}

Outcome show(const Console& console, const Scenario& scenario)
{
    const TextStyle& style = console.style();
    QString result = style.paint(toQString(scenario.id), Tone::Strong) + QLatin1Char('\n') +
                     wrapped(toQString(scenario.title), style, 0, 0) + QLatin1Char('\n');
    result += QStringLiteral("service    %1\n").arg(toQString(scenario.service));
    if (!scenario.operation.empty()) {
        result += QStringLiteral("operation  %1\n").arg(toQString(scenario.operation));
    }
    if (scenario.request) {
        result += QStringLiteral("request    %1 %2\n")
                      .arg(toQString(scenario.request->method), toQString(scenario.request->url));
    }
    result += QStringLiteral("responses  ") +
              wrapped(scriptText(scenario) + QStringLiteral("; the last step repeats"), style, 11, 11) +
              QLatin1Char('\n');
    return deliver(console, io::scenarioToJson(scenario), result);
}

} // namespace

Outcome scenariosCommand(const Arguments& arguments, const Console& console)
{
    const io::Result<ListingRequest> request = listingRequest(arguments);
    if (!request) {
        return request.error();
    }
    const io::Library library = userLibrary();
    if (request.value().action == ListingAction::List) {
        return listScenarios(console, library);
    }
    const bool isCheck = request.value().action == ListingAction::Check;
    const io::Result<Scenario> scenario = isCheck
                                              ? readAs<Scenario>(request.value().name, io::scenarioFromJson)
                                              : library.scenario(request.value().name);
    if (isCheck) {
        return deliverVerdict(console, request.value().name,
                              scenario ? std::nullopt : std::optional(scenario.error()));
    }
    if (!scenario) {
        return scenario.error();
    }
    const bool tellsSecrets = arguments.has(QStringLiteral("include-secrets"));
    return show(console, tellsSecrets ? scenario.value() : io::redacted(scenario.value()));
}

} // namespace retryscope::cli
