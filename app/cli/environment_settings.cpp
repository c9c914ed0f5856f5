// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/environment_settings.h"

#include "core/io/files/shared_config.h"
#include "core/io/text/utf8.h"
#include "core/policy/retry_settings.h"

#include <QDir>
#include <QProcessEnvironment>

#include <algorithm>
#include <array>

namespace retryscope::cli {

namespace {

constexpr std::array<const char*, 2> kJavaProperties{"aws.retryMode", "aws.maxAttempts"};
constexpr std::array<const char*, 2> kVariables{"AWS_RETRY_MODE", "AWS_MAX_ATTEMPTS"};

QString nonEmpty(const QString& value, const QString& fallback)
{
    return value.isEmpty() ? fallback : value;
}

io::Result<std::map<std::string, std::string>> javaProperties(const Arguments& arguments)
{
    std::map<std::string, std::string> result;
    for (const QString& text : arguments.values(QStringLiteral("java-property"))) {
        const qsizetype equals = text.indexOf(QLatin1Char('='));
        const QString key = text.left(std::max<qsizetype>(equals, 0));
        const bool isKnown = std::any_of(kJavaProperties.begin(), kJavaProperties.end(),
                                         [&key](const char* known) { return key == QLatin1String(known); });
        if (!isKnown) {
            return valueError(QStringLiteral("java-property"), text,
                              QStringLiteral("aws.retryMode=MODE or aws.maxAttempts=N"));
        }
        result[key.toStdString()] = text.mid(equals + 1).toStdString();
    }
    return result;
}

io::Result<RetrySettingsInput> readInput(const Arguments& arguments)
{
    io::Result<std::map<std::string, std::string>> properties = javaProperties(arguments);
    if (!properties) {
        return properties.error();
    }
    RetrySettingsInput input;
    input.javaProperties = std::move(properties).value();
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* variable : kVariables) {
        if (environment.contains(QLatin1String(variable))) {
            input.environment[variable] = environment.value(QLatin1String(variable)).toStdString();
        }
    }
    const QString named = nonEmpty(arguments.value(QStringLiteral("profile")),
                                   environment.value(QStringLiteral("AWS_PROFILE")));
    const QString profile = nonEmpty(named, QStringLiteral("default"));
    const QString file = nonEmpty(environment.value(QStringLiteral("AWS_CONFIG_FILE")),
                                  QDir::homePath() + QStringLiteral("/.aws/config"));
    io::Result<std::map<std::string, std::string>> settings =
        io::profileSettings(file, profile, !named.isEmpty());
    if (!settings) {
        return settings.error();
    }
    input.profile = std::move(settings).value();
    input.profileOrigin = QStringLiteral("profile %1 in %2").arg(profile, file).toStdString();
    return input;
}

/// Several presets are asked about at once, so one whose client lacks a mode is no reason to refuse the rest.
bool asksForAll(const Arguments& arguments)
{
    const QString option = QStringLiteral("policy");
    return !arguments.has(option) || arguments.values(option).contains(QStringLiteral("all"));
}

/// The preset of the same family with this mode.
io::Result<Policy> presetOfMode(const io::Library& library, const Policy& preset, const std::string& mode)
{
    if (preset.mode == mode) {
        return preset;
    }
    QStringList modes;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        io::Result<Policy> candidate = library.policy(entry.isBuiltIn ? entry.id : entry.path);
        if (!candidate || preset.family.empty() || candidate.value().family != preset.family) {
            continue;
        }
        if (candidate.value().mode == mode) {
            return candidate;
        }
        if (!candidate.value().mode.empty()) {
            modes.append(toQString(candidate.value().mode));
        }
    }
    modes.removeDuplicates();
    return usageError(
        QStringLiteral("retry mode '%1' is asked for, but the family of policy '%2' has no preset of that "
                       "mode; it has: %3")
            .arg(toQString(mode), toQString(preset.id),
                 modes.isEmpty() ? QStringLiteral("none") : modes.join(QStringLiteral(", "))));
}

/// The preset of the mode that was found, or the one that the client takes in its place. setting: gets its
/// mode. mayKeep: where the family has no such mode, the preset keeps its own.
io::Result<Policy> policyOfMode(const io::Library& library, const Policy& preset, bool mayKeep,
                                EffectiveSetting& setting, QStringList& warnings)
{
    if (!setting.value) {
        return preset;
    }
    io::Result<Policy> asked = setting.problem.empty()
                                   ? presetOfMode(library, preset, *setting.value)
                                   : io::Result<Policy>(usageError(toQString(setting.problem)));
    const bool hasOther = preset.environment && !preset.environment->otherMode.empty();
    if (!asked && !hasOther && mayKeep && setting.problem.empty()) {
        warnings.append(QStringLiteral("%1 is \"%2\"; presets whose family has no such mode keep their own")
                            .arg(toQString(setting.origin), toQString(*setting.value)));
        setting = {.name = setting.name, .value = {}, .origin = "the preset"};
        return preset;
    }
    if (asked || !hasOther) {
        return asked;
    }
    const std::string& other = preset.environment->otherMode;
    warnings.append(QStringLiteral("%1 is \"%2\"; this client takes it for mode %3")
                        .arg(toQString(setting.origin), toQString(*setting.value), toQString(other)));
    setting.value = other;
    return presetOfMode(library, preset, other);
}

PolicyOverrideNote noteOf(const EffectiveSetting& setting, const std::string& presetValue)
{
    return {.path = setting.name, .value = setting.value.value_or(presetValue), .origin = setting.origin};
}

} // namespace

io::Result<EnvironmentChoice> applyEnvironment(const Arguments& arguments, const io::Library& library,
                                               Policy preset)
{
    if (!arguments.has(QStringLiteral("retry-mode-from-environment"))) {
        return EnvironmentChoice{std::move(preset), {}, {}, {}, {}};
    }
    const io::Result<RetrySettingsInput> input = readInput(arguments);
    if (!input) {
        return input.error();
    }
    RetrySettings settings = resolveRetrySettings(input.value());
    if (!preset.environment && !settings.errors.empty()) {
        QStringList problems;
        for (const std::string& problem : settings.errors) {
            problems.append(toQString(problem));
        }
        return usageError(problems.join(QStringLiteral("; ")));
    }
    QStringList warnings;
    io::Result<Policy> policy = policyOfMode(library, preset, asksForAll(arguments), settings.mode, warnings);
    if (!policy) {
        return policy.error();
    }
    EnvironmentChoice choice{std::move(policy).value(), {}, {}, {}, std::move(warnings)};
    const AttemptsChoice attempts = attemptsFrom(settings.maxAttempts, choice.policy.environment);
    if (!attempts.error.empty()) {
        return usageError(toQString(attempts.error));
    }
    if (!attempts.warning.empty()) {
        choice.warnings.append(toQString(attempts.warning));
    }
    if (attempts.attempts) {
        choice.maxAttempts = attempts.attempts;
        choice.attemptsOrigin = settings.maxAttempts.origin;
        settings.maxAttempts.value = std::to_string(*attempts.attempts);
    } else {
        settings.maxAttempts = {.name = settings.maxAttempts.name, .value = {}, .origin = "the preset"};
    }
    choice.settings = {
        noteOf(settings.mode, choice.policy.mode),
        noteOf(settings.maxAttempts, std::to_string(choice.policy.attempts.attempts())),
    };
    return choice;
}

} // namespace retryscope::cli
