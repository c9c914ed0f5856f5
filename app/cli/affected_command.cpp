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

QJsonValue sideOrNull(const std::optional<AffectedSide>& side)
{
    return side ? QJsonValue(sideToJson(*side)) : QJsonValue();
}

QJsonValue defaultSince(const Sdk& sdk)
{
    const SdkLine* const line = defaultLineOf(sdk);
    return line == nullptr ? QJsonValue()
                           : QJsonObject{{QStringLiteral("version"), toQString(line->from)},
                                         {QStringLiteral("date"), textOrNull(line->date)},
                                         {QStringLiteral("sure"), toQString(wordOf(line->sure))}};
}

QJsonValue readsFlag(SwitchUse use)
{
    return use == SwitchUse::NotEstablished ? QJsonValue() : QJsonValue(use == SwitchUse::Read);
}

QJsonArray partsToJson(const AffectedClient& client)
{
    QJsonArray parts;
    for (const auto& [name, version] : client.parts) {
        const SdkPart* const part = findPart(*client.sdk, name);
        parts += QJsonObject{{QStringLiteral("name"), toQString(name)},
                             {QStringLiteral("version"), toQString(version)},
                             {QStringLiteral("isAssumed"), !client.given.contains(name)},
                             {QStringLiteral("lookUp"), textOrNull(part == nullptr ? "" : part->lookUp)}};
    }
    return parts;
}

QJsonObject clientToJson(const AffectedClient& client)
{
    const QJsonArray verdicts = arrayOf(client.verdicts, [](const ChangedVerdict& verdict) {
        return QJsonObject{{QStringLiteral("what"), toQString(verdict.what)},
                           {QStringLiteral("before"), toQString(verdict.before)},
                           {QStringLiteral("after"), toQString(verdict.after)}};
    });
    return {{QStringLiteral("sdk"), toQString(client.sdk->id)},
            {QStringLiteral("title"), toQString(client.sdk->title)},
            {QStringLiteral("version"), textOrNull(client.version)},
            {QStringLiteral("toVersion"), textOrNull(client.toVersion)},
            {QStringLiteral("parts"), partsToJson(client)},
            {QStringLiteral("service"), toQString(client.service)},
            {QStringLiteral("readsSwitch"), toQString(wordOf(client.line->use))},
            {QStringLiteral("readsFlag"), readsFlag(client.line->use)},
            {QStringLiteral("defaultSince"), defaultSince(*client.sdk)},
            {QStringLiteral("checkedOn"), toQString(client.sdk->checkedOn)},
            {QStringLiteral("standing"), toQString(standingText(client))},
            {QStringLiteral("before"), sideOrNull(client.before)},
            {QStringLiteral("today"), sideToJson(client.today)},
            {QStringLiteral("after"), sideOrNull(client.after)},
            {QStringLiteral("isAffected"), client.isChanged()},
            {QStringLiteral("changes"), textsToJson(changesOf(client))},
            {QStringLiteral("verdicts"), verdicts},
            {QStringLiteral("keep"), textOrNull(client.keep)},
            {QStringLiteral("keepAlso"), textsToJson(keepAlsoOf(client))},
            {QStringLiteral("problem"), textOrNull(joined(client.problems, "; "))},
            {QStringLiteral("remarks"), textsToJson(client.remarks)},
            {QStringLiteral("source"), toQString(client.line->source)},
            {QStringLiteral("sure"), toQString(wordOf(client.line->sure))}};
}

QJsonObject affectedDocument(const std::vector<AffectedClient>& clients, const RetrySettings& settings)
{
    return {{QStringLiteral("settings"),
             QJsonArray{settingToJson(settings.mode), settingToJson(settings.maxAttempts),
                        settingToJson(settings.newRetries)}},
            {QStringLiteral("clients"), arrayOf(clients, clientToJson)}};
}

/// The versions that --to and --with name. They are of one SDK in one version.
AffectedQuestion questionOf(const Arguments& arguments, const std::vector<WantedSdk>& wanted)
{
    const QString to = QStringLiteral("to");
    const QString with = QStringLiteral("with");
    AffectedQuestion question;
    for (const QString& option : {to, with}) {
        if (arguments.has(option) && (wanted.size() != 1 || wanted.front().version.empty())) {
            throw usageError(QStringLiteral("--%1 needs exactly one --sdk NAME@VERSION, for example --sdk "
                                            "botocore@1.43.67")
                                 .arg(option));
        }
    }
    if (arguments.has(to)) {
        question.toVersion = versionFrom(arguments.value(to));
    }
    for (const QString& text : arguments.values(with)) {
        const auto [name, version] = partVersionFrom(text);
        const Sdk& sdk = *wanted.front().sdk;
        const SdkPart* const part = findPart(sdk, name.toStdString());
        if (part == nullptr) {
            QStringList names;
            for (const SdkPart& known : sdk.parts) {
                names += toQString(known.name);
            }
            throw valueError(
                with, text,
                names.isEmpty()
                    ? QStringLiteral("nothing: no other package decides for %1").arg(toQString(sdk.id))
                    : QStringLiteral("a version of %1").arg(names.join(QStringLiteral(" or "))));
        }
        question.parts[part->name] = version;
    }
    return question;
}

} // namespace

ExitCode affectedCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("unexpected \"%1\"; give the SDK with --sdk NAME@VERSION")
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
    AffectedQuestion question = questionOf(arguments, wanted);
    std::vector<AffectedClient> clients;
    for (const WantedSdk& sdk : wanted) {
        question.sdk = sdk.sdk;
        question.version = sdk.version;
        const RetrySettings& settings = sdk.sdk->readsJavaProperties ? inJava : elsewhere;
        for (const QString& service : services) {
            question.service = service.toStdString();
            clients.push_back(affectedClient(sources, question, settings));
        }
    }
    console.wantsJson() ? console.print(affectedDocument(clients, inJava))
                        : console.print(affectedReport(clients, inJava, io::builtInSdks(),
                                                       arguments.has(QStringLiteral("sdk"))));
    return ExitCode::Succeeded;
}

} // namespace retryscope::cli
