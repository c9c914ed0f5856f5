// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/json_values.h"
#include "app/cli/library_listing.h"
#include "app/cli/policy_choice.h"
#include "core/explain/policy_report.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/policy_schema.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/policy/check.h"

#include <QJsonArray>

namespace retryscope::cli {

namespace {

QJsonArray emulatesToJson(const Policy& policy)
{
    return arrayOf(policy.emulates, [](const EmulatedClient& client) {
        return QJsonObject{{QStringLiteral("client"), toQString(client.client)},
                           {QStringLiteral("version"), toQString(client.version)},
                           {QStringLiteral("mode"), toQString(client.mode)}};
    });
}

QStringList sourcesOf(const Policy& policy)
{
    QStringList sources;
    const auto add = [&sources](const std::string& source) {
        if (!source.empty()) {
            sources.append(toQString(source));
        }
    };
    const auto addRules = [&add](const std::vector<Rule>& rules) {
        for (const Rule& rule : rules) {
            add(rule.source);
        }
    };
    for (const auto& [protocol, reading] : policy.reading) {
        add(reading.source);
    }
    add(policy.success.source);
    add(policy.attempts.source);
    addRules(policy.rules);
    add(policy.otherwiseSource);
    add(policy.backoff.source);
    add(policy.quota ? policy.quota->source : std::string());
    add(policy.limiter ? policy.limiter->source : std::string());
    for (const HintSpec& hint : policy.hints) {
        add(hint.source);
    }
    add(policy.clock ? policy.clock->source : std::string());
    for (const PolicyNote& note : policy.notes) {
        add(note.source);
    }
    add(policy.connection ? policy.connection->source : std::string());
    for (const auto* overrides : {&policy.services, &policy.operations}) {
        for (const auto& [name, change] : *overrides) {
            addRules(change.rules);
            add(change.attempts ? change.attempts->source : std::string());
            add(change.backoff ? change.backoff->source : std::string());
            add(change.quota ? change.quota->source : std::string());
            add(change.success ? change.success->source : std::string());
        }
    }
    sources.removeDuplicates();
    return sources;
}

QJsonObject policySummary(const Policy& policy)
{
    return {{QStringLiteral("id"), toQString(policy.id)},
            {QStringLiteral("title"), toQString(policy.title)},
            {QStringLiteral("shortName"), toQString(shortNameOf(policy))},
            {QStringLiteral("emulates"), emulatesToJson(policy)},
            {QStringLiteral("family"), toQString(policy.family)},
            {QStringLiteral("mode"), toQString(policy.mode)},
            {QStringLiteral("ecosystem"),
             policy.ecosystem ? QJsonValue(toQString(wordOf(*policy.ecosystem))) : QJsonValue()},
            {QStringLiteral("document"), toQString(policy.document)},
            {QStringLiteral("evidence"), toQString(wordOf(evidenceOf(policy)))},
            {QStringLiteral("maxAttempts"), policy.attempts.attempts()},
            {QStringLiteral("sources"), QJsonArray::fromStringList(sourcesOf(policy))}};
}

ExitCode listPolicies(const Console& console, const io::Library& library)
{
    QJsonArray documents;
    std::vector<Policy> policies;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        const io::Result<Policy> policy = library.policy(entry.isBuiltIn ? entry.id : entry.path);
        if (!policy) {
            Console::note(policy.error().text());
            continue;
        }
        documents.append(policySummary(policy.value()));
        policies.push_back(policy.value());
    }
    return deliver(console, QJsonObject{{QStringLiteral("policies"), documents}}, policiesReport(policies));
}

/// The warnings about it. A policy that can be used may still say what never has an effect.
std::vector<PolicyProblem> checked(const QString& file)
{
    const auto policy = readAs<Policy>(file, io::policyFromJson);
    QStringList problems;
    QString place = file;
    for (const PolicyProblem& problem : remarksOn(policy)) { // reading has found the contradictions
        if (problems.isEmpty()) {
            place += QStringLiteral(": ") + toQString(problem.path);
            problems.append(toQString(problem.text));
        } else {
            problems.append(QStringLiteral("%1: %2").arg(toQString(problem.path), toQString(problem.text)));
        }
    }
    if (!problems.isEmpty()) {
        throw io::Error{io::Error::Kind::BadInput, problems.join(QStringLiteral("; ")), place};
    }
    return warningsOn(policy);
}

/// As it is built in, for people and programs alike.
ExitCode schemaCommand(const Arguments& arguments, const Console& console)
{
    if (arguments.positional.size() != 1) {
        throw usageError(QStringLiteral("unexpected \"%1\" after schema").arg(arguments.positional.at(1)));
    }
    console.print(QString::fromUtf8(io::policySchema()));
    return ExitCode::Succeeded;
}

} // namespace

ExitCode policiesCommand(const Arguments& arguments, const Console& console)
{
    if (arguments.positional.value(0) == QLatin1String("code")) {
        return codeCommand(arguments, console);
    }
    if (arguments.positional.value(0) == QLatin1String("import")) {
        return importCommand(arguments, console);
    }
    if (arguments.positional.value(0) == QLatin1String("schema")) {
        return schemaCommand(arguments, console);
    }
    if (arguments.positional.value(0) == QLatin1String("diff")) {
        return differenceCommand(arguments, console);
    }
    const ListingRequest request = listingRequest(arguments);
    const io::Library library = userLibrary();
    switch (request.action) {
    case ListingAction::List:
        return listPolicies(console, library);
    case ListingAction::Check:
        return deliverVerdict(console, request.name, [&request] { return checked(request.name); });
    case ListingAction::Show:
        break;
    }
    const Policy policy = need(library.policy(request.name));
    const bool tellsSecrets = arguments.has(QStringLiteral("include-secrets"));
    const Policy shown = tellsSecrets ? policy : io::redacted(policy);
    return deliver(console, io::policyToJson(shown), policyReport(shown, io::builtInSdks()));
}

} // namespace retryscope::cli
