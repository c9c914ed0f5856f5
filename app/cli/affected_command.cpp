// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/affected_report.h"
#include "app/cli/commands.h"
#include "app/cli/environment_settings.h"
#include "app/cli/policy_choice.h"
#include "app/cli/request_choice.h"
#include "core/affected/affected.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/affected_sources.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"

#include <algorithm>

namespace retryscope::cli {

namespace {

io::Result<std::vector<WantedSdk>> wantedSdks(const Arguments& arguments)
{
    std::vector<WantedSdk> wanted;
    for (const QString& text : arguments.values(QStringLiteral("sdk"))) {
        const io::Result<WantedSdk> one = wantedSdkFrom(text);
        if (!one) {
            return one.error();
        }
        wanted.push_back(one.value());
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

} // namespace

io::Result<WantedSdk> wantedSdkFrom(const QString& text)
{
    const Sdks& sdks = io::builtInSdks();
    const qsizetype at = text.indexOf(QLatin1Char('@'));
    const QString name = at < 0 ? text : text.left(at);
    const Sdk* sdk = findSdk(sdks, name.toStdString());
    if (sdk == nullptr) {
        QStringList names;
        for (const Sdk& known : sdks) {
            names.append(toQString(known.id));
        }
        return usageError(QStringLiteral("unknown SDK '%1'; %2").arg(name, io::allowedText(name, names)));
    }
    const QString version = at < 0 ? QString() : text.mid(at + 1);
    if (at >= 0 && (version.isEmpty() || !version.front().isDigit())) {
        return valueError(QStringLiteral("sdk"), text,
                          QStringLiteral("NAME or NAME@VERSION, for example botocore@1.43.67"));
    }
    return WantedSdk{.sdk = sdk, .version = version.toStdString()};
}

Outcome affectedCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        return usageError(QStringLiteral("unexpected '%1'; give the SDK with --sdk NAME@VERSION")
                              .arg(arguments.positional.first()));
    }
    const io::Result<std::vector<WantedSdk>> wanted = wantedSdks(arguments);
    io::Result<RetrySettingsInput> input = readRetrySettings(arguments);
    if (!wanted || !input) {
        return wanted ? input.error() : wanted.error();
    }
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
    RetrySettingsInput read = std::move(input).value();
    if (arguments.has(QStringLiteral("sdk"))) {
        dropUnreadJava(read, wanted.value());
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
    for (const WantedSdk& sdk : wanted.value()) {
        const RetrySettings& settings = sdk.sdk->readsJavaProperties ? inJava : elsewhere;
        for (const QString& service : services) {
            clients.push_back(
                affectedClient(sources, *sdk.sdk, sdk.version, service.toStdString(), settings));
        }
    }
    const io::Result<io::Done> printed =
        console.wantsJson() ? console.print(affectedDocument(clients, inJava))
                            : console.print(affectedReport(
                                  clients, inJava, arguments.has(QStringLiteral("sdk")), console.style()));
    return printed ? Outcome(ExitCode::Succeeded) : Outcome(printed.error());
}

} // namespace retryscope::cli
