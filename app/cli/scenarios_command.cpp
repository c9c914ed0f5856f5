// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/library_listing.h"
#include "app/cli/policy_choice.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/documents/scenario_report.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

#include <vector>

namespace retryscope::cli {

namespace {

QJsonObject scenarioSummary(const Scenario& scenario)
{
    return {{QStringLiteral("id"), toQString(scenario.id)},
            {QStringLiteral("title"), toQString(scenario.title)},
            {QStringLiteral("service"), toQString(scenario.service)},
            {QStringLiteral("operation"), toQString(scenario.operation)},
            {QStringLiteral("script"), toQString(io::scriptText(scenario))}};
}

ExitCode listScenarios(const Console& console, const io::Library& library)
{
    QJsonArray documents;
    std::vector<Scenario> scenarios;
    for (const io::Library::Entry& entry : library.scenarioEntries()) {
        const io::Result<Scenario> scenario = library.scenario(entry.isBuiltIn ? entry.id : entry.path);
        if (!scenario) {
            Console::note(scenario.error().text());
            continue;
        }
        documents.append(scenarioSummary(scenario.value()));
        scenarios.push_back(scenario.value());
    }
    return deliver(console, QJsonObject{{QStringLiteral("scenarios"), documents}},
                   io::scenariosReport(scenarios));
}

ExitCode show(const Console& console, const Scenario& scenario)
{
    return deliver(console, io::scenarioToJson(scenario), io::scenarioReport(scenario));
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
