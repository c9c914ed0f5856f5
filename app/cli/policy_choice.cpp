// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/policy_choice.h"

#include "app/cli/console.h"
#include "app/cli/environment_settings.h"
#include "app/cli/run_plan.h"
#include "core/facts/service_protocol.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"

#include <algorithm>

namespace retryscope::cli {

namespace {

constexpr auto kServices = "services.";
const QString kSet = QStringLiteral("set");
const QString kMaxAttempts = QStringLiteral("max-attempts");
const QString kAttemptsPath = QStringLiteral("attempts.max");

/// The values of --set, without those that a later --max-attempts replaces.
std::vector<io::PolicyOverride> overridesIn(const Arguments& arguments)
{
    const QList<int> places = arguments.places(kSet);
    const QStringList texts = arguments.values(kSet);
    const QList<int> maxima = arguments.places(kMaxAttempts);
    std::vector<io::PolicyOverride> result;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        io::PolicyOverride change = overrideFrom(texts.at(i));
        const bool isReplaced = !maxima.isEmpty() && maxima.last() > places.at(i);
        if (!isReplaced || change.path != kAttemptsPath) {
            result.push_back(std::move(change));
        }
    }
    return result;
}

/// Those of one service are changed in the policy as it is written, all others in what holds for the request.
Policy withOverrides(const Policy& policy, const std::vector<io::PolicyOverride>& overrides, bool ofServices)
{
    std::vector<io::PolicyOverride> chosen;
    QStringList texts;
    for (const io::PolicyOverride& change : overrides) {
        if (change.path.startsWith(QLatin1String(kServices)) == ofServices) {
            chosen.push_back(change);
            texts.append(QStringLiteral("--set %1=%2").arg(change.path, change.value));
        }
    }
    if (chosen.empty()) {
        return policy;
    }
    io::Result<Policy> changed = io::withOverrides(policy, chosen);
    if (!changed) {
        throw usageError(
            QStringLiteral("invalid %1: %2").arg(texts.join(QStringLiteral(", ")), changed.error().text()));
    }
    return std::move(changed).value();
}

/// `5s` -> `"5s"`, `4` -> `4`: overrides are recorded as JSON text.
std::string asJsonText(const QString& value)
{
    bool isNumber = false;
    value.toDouble(&isNumber);
    const bool isJson = isNumber || value == QLatin1String("true") || value == QLatin1String("false") ||
                        value == QLatin1String("null") || value.startsWith(QLatin1Char('[')) ||
                        value.startsWith(QLatin1Char('{')) || value.startsWith(QLatin1Char('"'));
    return (isJson ? value : QStringLiteral("\"%1\"").arg(value)).toStdString();
}

/// One that clients here know, or one that this policy reads in a way of its own.
void checkProtocol(const Arguments& arguments, const Policy& policy)
{
    const QString option = QStringLiteral("protocol");
    QStringList allowed;
    for (const std::string_view name : protocolNames()) {
        allowed.append(toQString(name));
    }
    for (const auto& [name, reading] : policy.reading) {
        if (name.find('/') == std::string::npos) { // `json/sqs` follows from the service
            allowed.append(toQString(name));
        }
    }
    allowed.removeDuplicates();
    if (arguments.has(option) && !allowed.contains(arguments.value(option))) {
        throw choiceError(option, arguments.value(option), allowed);
    }
}

/// attempts: the first one included, however the policy counts; so it is noted, too.
void setAttempts(Policy& policy, int attempts, const std::string& origin,
                 std::vector<PolicyOverrideNote>& notes)
{
    policy.attempts.setAttempts(attempts);
    policy.attempts.source = origin;
    notes.push_back({.path = "attempts.max", .value = std::to_string(attempts), .origin = origin});
}

/// What the environment says of the attempts does not hold where an option says something else.
void noteOverriddenAttempts(PolicyChoice& choice)
{
    const std::string path = kAttemptsPath.toStdString();
    const auto option =
        std::find_if(choice.overrides.rbegin(), choice.overrides.rend(), [&](const PolicyOverrideNote& note) {
            return note.path == path && (note.origin == "--max-attempts" || note.origin == "--set");
        });
    const auto setting =
        std::find_if(choice.settings.begin(), choice.settings.end(),
                     [](const PolicyOverrideNote& note) { return note.path == "max_attempts"; });
    if (option != choice.overrides.rend() && setting != choice.settings.end()) {
        setting->origin = option->origin + ", replacing " + setting->value + " from " + setting->origin;
        setting->value = std::to_string(choice.policy->policy.attempts.attempts());
    }
}

} // namespace

io::PolicyOverride overrideFrom(const QString& text)
{
    const qsizetype equals = text.indexOf(QLatin1Char('='));
    if (equals < 1) {
        throw valueError(kSet, text, QStringLiteral("PATH=VALUE, for example backoff.cap=5s"));
    }
    return {text.left(equals), text.mid(equals + 1)};
}

void checkOverride(const io::PolicyOverride& change)
{
    const Policy policy = need(userLibrary().policy(QLatin1String(kDefaultPolicy)));
    static_cast<void>(withOverrides(policy, {change}, change.path.startsWith(QLatin1String(kServices))));
}

io::Library userLibrary()
{
    return io::Library(io::Library::defaultFolder());
}

PolicyChoice choosePolicy(const Arguments& arguments, const io::Library& library, const QString& idOrFile,
                          const RequestSpec& spec)
{
    const std::vector<io::PolicyOverride> overrides = overridesIn(arguments);
    const std::optional<qint64> maxAttempts = arguments.integer(kMaxAttempts);
    Policy policy = need(library.policy(idOrFile));
    checkProtocol(arguments, policy);
    const EnvironmentChoice environment = applyEnvironment(arguments, library, std::move(policy), spec);
    for (const QString& warning : environment.warnings) {
        Console::noteOnce(QStringLiteral("WARNING: ") + warning);
    }
    const Policy base = withOverrides(environment.policy, overrides, true);
    PolicyChoice choice{.policy = nullptr,
                        .overrides = {},
                        .settings = environment.settings,
                        .replacement = environment.replacement};
    Policy flattened = resolve(base, spec).policy;
    if (maxAttempts) {
        setAttempts(flattened, static_cast<int>(*maxAttempts), "--max-attempts", choice.overrides);
    } else if (environment.maxAttempts) {
        setAttempts(flattened, *environment.maxAttempts, environment.attemptsOrigin, choice.overrides);
    }
    const Policy final = withOverrides(flattened, overrides, false);
    for (const io::PolicyOverride& change : overrides) {
        choice.overrides.push_back(
            {.path = change.path.toStdString(), .value = asJsonText(change.value), .origin = "--set"});
    }
    choice.policy = std::make_shared<const ResolvedPolicy>(resolve(final, spec));
    for (const PolicyProblem& warning : warningsOn(choice.policy->policy)) {
        Console::noteOnce(QStringLiteral("WARNING: ") + toQString(warning.sentence()));
    }
    noteOverriddenAttempts(choice);
    return choice;
}

QStringList policyIds(const Arguments& arguments, const io::Library& library)
{
    QStringList ids;
    for (const QString& id : arguments.values(QStringLiteral("policy"))) {
        if (id != QLatin1String("all")) {
            ids.append(id);
            continue;
        }
        for (const io::Library::Entry& entry : library.policyEntries()) {
            ids.append(entry.isBuiltIn ? entry.id : entry.path);
        }
    }
    ids.removeDuplicates();
    return ids;
}

WantedSdk wantedSdkFrom(const QString& text)
{
    const Sdks& sdks = io::builtInSdks();
    const qsizetype at = text.indexOf(QLatin1Char('@'));
    const QString name = at < 0 ? text : text.left(at);
    const QString version = at < 0 ? QString() : text.mid(at + 1);
    const Sdk* sdk = findSdk(sdks, name.toStdString(), version.toStdString());
    if (sdk == nullptr) {
        QStringList names;
        for (const Sdk& known : sdks) {
            names.append(toQString(known.id));
        }
        throw usageError(QStringLiteral("unknown SDK \"%1\"; %2").arg(name, io::allowedText(name, names)));
    }
    if (at >= 0 && !isVersion(version.toStdString())) {
        throw valueError(QStringLiteral("sdk"), text,
                         QStringLiteral("NAME or NAME@VERSION, for example botocore@1.43.67"));
    }
    return WantedSdk{.sdk = sdk, .version = version.toStdString()};
}

std::string versionFrom(const QString& text)
{
    if (!isVersion(text.toStdString())) {
        throw valueError(QStringLiteral("to"), text,
                         QStringLiteral("a version: numbers with dots, for example 1.44.0"));
    }
    return text.toStdString();
}

std::pair<QString, std::string> partVersionFrom(const QString& text)
{
    const qsizetype at = text.lastIndexOf(QLatin1Char('@'));
    const std::string version = text.mid(at + 1).toStdString();
    if (at <= 0 || !isVersion(version)) {
        throw valueError(QStringLiteral("with"), text,
                         QStringLiteral("PACKAGE@VERSION, for example @smithy/core@3.41.1"));
    }
    return {text.left(at), version};
}

} // namespace retryscope::cli
