// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/environment_settings.h"
#include "app/cli/json_values.h"
#include "app/cli/policy_choice.h"
#include "app/cli/request_choice.h"
#include "core/affected/affected.h"
#include "core/affected/affected_text.h"
#include "core/explain/phrases.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/affected_sources.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

#include <algorithm>

namespace retryscope::cli {

namespace {

std::vector<WantedSdk> wantedSdks(const Arguments& arguments)
{
    std::vector<WantedSdk> wanted;
    for (const QString& text : arguments.values(QStringLiteral("sdk"))) {
        const WantedSdk one = wantedSdkFrom(text);
        wanted.push_back(one);
    }
    if (wanted.empty()) {
        const Sdks& sdks = io::builtInSdks();
        std::transform(sdks.begin(), sdks.end(), std::back_inserter(wanted),
                       [](const Sdk& sdk) { return WantedSdk{.sdk = &sdk, .version = {}}; });
    }
    return wanted;
}

/// Settings of Java, where nobody who was asked for by name reads them, are left out and said.
void dropUnreadJava(RetrySettingsInput& input, const std::vector<WantedSdk>& wanted)
{
    QStringList deaf;
    for (const WantedSdk& one : wanted) {
        if (!one.sdk->readsJavaProperties) {
            deaf.append(toQString(one.sdk->id));
        }
    }
    if (input.javaProperties.empty() || deaf.isEmpty()) {
        return;
    }
    Console::note(
        QStringLiteral(
            "WARNING: --java-property has no effect on %1: only clients in a JVM read Java properties")
            .arg(deaf.join(QStringLiteral(", "))));
    if (static_cast<std::size_t>(deaf.size()) == wanted.size()) {
        input.javaProperties.clear();
    }
}

QJsonObject costToJson(const FailureCost& cost)
{
    return {{QStringLiteral("firstDelayMs"),
             QJsonArray{durationOrNull(cost.firstLow), durationOrNull(cost.firstHigh)}},
            {QStringLiteral("longestDelaysMs"), durationOrNull(cost.longest)},
            {QStringLiteral("tokens"), numberOrNull(cost.tokens)}};
}

QJsonObject sideToJson(const AffectedSide& side)
{
    return {{QStringLiteral("settings"), toQString(wordOf(side.settings))},
            {QStringLiteral("policy"), textOrNull(side.policy)},
            {QStringLiteral("mode"), textOrNull(side.mode)},
            {QStringLiteral("attempts"), numberOrNull(side.attempts)},
            {QStringLiteral("plain"), costToJson(side.plain)},
            {QStringLiteral("throttling"), costToJson(side.throttling)},
            {QStringLiteral("quota"), numberOrNull(side.capacity)},
            {QStringLiteral("source"), textOrNull(side.source)}};
}

QJsonObject settingToJson(const EffectiveSetting& setting)
{
    return {{QStringLiteral("name"), toQString(setting.name)},
            {QStringLiteral("value"), setting.value ? QJsonValue(toQString(*setting.value)) : QJsonValue()},
            {QStringLiteral("origin"), setting.value ? QJsonValue(toQString(setting.origin)) : QJsonValue()}};
}

QJsonObject affectedDocument(const std::vector<AffectedClient>& clients, const RetrySettings& settings)
{
    const QJsonArray entries = arrayOf(clients, [](const AffectedClient& client) {
        return QJsonObject{{QStringLiteral("sdk"), toQString(client.sdk->id)},
                           {QStringLiteral("title"), toQString(client.sdk->title)},
                           {QStringLiteral("version"), textOrNull(client.version)},
                           {QStringLiteral("service"), toQString(client.service)},
                           {QStringLiteral("readsSwitch"), toQString(wordOf(client.line->use))},
                           {QStringLiteral("today"), sideToJson(client.today)},
                           {QStringLiteral("after"), sideToJson(client.after)},
                           {QStringLiteral("isAffected"), client.today != client.after},
                           {QStringLiteral("changes"), textsToJson(changesOf(client))},
                           {QStringLiteral("keep"), textOrNull(keepOf(client))},
                           {QStringLiteral("keepAlso"), textsToJson(keepAlsoOf(client))},
                           {QStringLiteral("problem"), textOrNull(joined(client.problems, "; "))},
                           {QStringLiteral("remarks"), textsToJson(client.remarks)},
                           {QStringLiteral("source"), toQString(client.line->source)}};
    });
    return {{QStringLiteral("settings"),
             QJsonArray{settingToJson(settings.mode), settingToJson(settings.maxAttempts),
                        settingToJson(settings.newRetries)}},
            {QStringLiteral("clients"), entries}};
}

} // namespace

ExitCode affectedCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("unexpected '%1'; give the SDK with --sdk NAME@VERSION")
                             .arg(arguments.positional.first()));
    }
    const std::vector<WantedSdk> wanted = wantedSdks(arguments);
    RetrySettingsInput read = readRetrySettings(arguments);
    QStringList services = arguments.values(QStringLiteral("service"));
    if (services.isEmpty()) {
        services = {QStringLiteral("generic"), QStringLiteral("dynamodb")};
    }
    for (const QString& service : services) {
        if (const QString text = unknownServiceText(service.toStdString()); !text.isEmpty()) {
            Console::noteOnce(text);
        }
    }
    const io::Library library = userLibrary();
    if (arguments.has(QStringLiteral("sdk"))) {
        dropUnreadJava(read, wanted);
    }
    const RetrySettings inJava = resolveRetrySettings(read);
    if (!inJava.remark.empty()) {
        Console::noteOnce(toQString(inJava.remark));
    }
    RetrySettingsInput withoutJava = std::move(read);
    withoutJava.javaProperties.clear();
    const RetrySettings elsewhere = resolveRetrySettings(withoutJava);
    const AffectedSources sources = io::affectedSources(library);
    std::vector<AffectedClient> clients;
    for (const WantedSdk& sdk : wanted) {
        const RetrySettings& settings = sdk.sdk->readsJavaProperties ? inJava : elsewhere;
        for (const QString& service : services) {
            clients.push_back(
                affectedClient(sources, *sdk.sdk, sdk.version, service.toStdString(), settings));
        }
    }
    console.wantsJson()
        ? console.print(affectedDocument(clients, inJava))
        : console.print(affectedReport(clients, inJava, arguments.has(QStringLiteral("sdk"))));
    return ExitCode::Succeeded;
}

} // namespace retryscope::cli
