// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/library_listing.h"
#include "app/cli/policy_choice.h"
#include "app/cli/policy_code.h"
#include "app/cli/policy_report.h"
#include "app/cli/text_table.h"
#include "core/io/storage/policy_json.h"
#include "core/policy/check.h"

#include <QJsonArray>

namespace retryscope::cli {

namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QJsonArray emulatesToJson(const Policy& policy)
{
    QJsonArray result;
    for (const EmulatedClient& client : policy.emulates) {
        result.append(QJsonObject{{QStringLiteral("client"), text(client.client)},
                                  {QStringLiteral("version"), text(client.version)},
                                  {QStringLiteral("mode"), text(client.mode)}});
    }
    return result;
}

QJsonObject summary(const Policy& policy)
{
    return {{QStringLiteral("id"), text(policy.id)},
            {QStringLiteral("title"), text(policy.title)},
            {QStringLiteral("emulates"), emulatesToJson(policy)},
            {QStringLiteral("family"), text(policy.family)},
            {QStringLiteral("mode"), text(policy.mode)},
            {QStringLiteral("document"), text(policy.document)},
            {QStringLiteral("maxAttempts"), policy.attempts.attempts()},
            {QStringLiteral("sources"), QJsonArray::fromStringList(sourcesOf(policy))}};
}

Outcome list(const Console& console, const io::Library& library)
{
    QJsonArray documents;
    TextTable table({{QStringLiteral("policy")},
                     {QStringLiteral("attempts"), WhenNarrow::Drop},
                     {QStringLiteral("mode"), WhenNarrow::Drop},
                     {QStringLiteral("title"), WhenNarrow::Wrap}});
    for (const io::Library::Entry& entry : library.policyEntries()) {
        const io::Result<Policy> policy = library.policy(entry.isBuiltIn ? entry.id : entry.path);
        if (!policy) {
            Console::note(policy.error().text());
            continue;
        }
        documents.append(summary(policy.value()));
        table.addRow({{text(policy.value().id), Tone::Strong},
                      {QString::number(policy.value().attempts.attempts())},
                      {text(policy.value().mode)},
                      {text(policy.value().title)}});
    }
    return deliver(console, QJsonObject{{QStringLiteral("policies"), documents}},
                   table.text(console.style()));
}

/// A policy that can be read may still contradict itself.
io::Result<Policy> checked(const QString& file)
{
    io::Result<Policy> policy = readAs<Policy>(file, io::policyFromJson);
    if (!policy) {
        return policy;
    }
    QStringList problems;
    QString place = file;
    for (const PolicyProblem& problem : problemsOf(policy.value())) {
        if (problems.isEmpty()) {
            place += QStringLiteral(": ") + text(problem.path);
            problems.append(text(problem.text));
        } else {
            problems.append(QStringLiteral("%1: %2").arg(text(problem.path), text(problem.text)));
        }
    }
    if (!problems.isEmpty()) {
        return io::Error{io::Error::Kind::BadInput, problems.join(QStringLiteral("; ")), place};
    }
    return policy;
}

} // namespace

Outcome policiesCommand(const Arguments& arguments, const Console& console)
{
    if (arguments.positional.value(0) == QLatin1String("code")) {
        return codeCommand(arguments, console);
    }
    for (const QString& option : {QStringLiteral("map"), QStringLiteral("max-attempts")}) {
        if (arguments.has(option)) {
            return usageError(QStringLiteral("--%1 is for 'policies code' only").arg(option));
        }
    }
    const io::Result<ListingRequest> request = listingRequest(arguments);
    if (!request) {
        return request.error();
    }
    const io::Library library = userLibrary();
    switch (request.value().action) {
    case ListingAction::List:
        return list(console, library);
    case ListingAction::Check: {
        const io::Result<Policy> policy = checked(request.value().name);
        return deliverVerdict(console, request.value().name,
                              policy ? std::nullopt : std::optional(policy.error()));
    }
    case ListingAction::Show:
        break;
    }
    const io::Result<Policy> policy = library.policy(request.value().name);
    if (!policy) {
        return policy.error();
    }
    return deliver(console, io::policyToJson(policy.value()), policyReport(policy.value(), console.style()));
}

} // namespace retryscope::cli
