// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/environment_settings.h"

#include "core/io/documents/sdk_files.h"
#include "core/io/files/retry_environment.h"
#include "core/io/text/utf8.h"
#include "core/policy/resolve.h"
#include "core/policy/sdk_switch.h"

#include <algorithm>
#include <array>

namespace retryscope::cli {

namespace {

constexpr std::array<const char*, 3> kJavaProperties{"aws.retryMode", "aws.maxAttempts",
                                                     "aws.newRetries2026"};

/// The same words as those of `affected`.
const std::string kNotEstablished =
    ": Retryscope does not know what this client does with this value. Correct the value or remove it";

std::map<std::string, std::string> javaProperties(const Arguments& arguments)
{
    std::map<std::string, std::string> result;
    for (const QString& text : arguments.values(QStringLiteral("java-property"))) {
        const JavaProperty property = javaPropertyFrom(text);
        result.insert_or_assign(property.first, property.second);
    }
    return result;
}

/// Several presets are asked about at once, so one whose client lacks a mode is no reason to refuse the rest.
bool asksForAll(const Arguments& arguments)
{
    const QString option = QStringLiteral("policy");
    return !arguments.has(option) || arguments.values(option).contains(QStringLiteral("all"));
}

/// What the SDK of the preset has under this mode, with the rules that the preset has; empty: nothing.
QString sdkPresetOfMode(const Policy& preset, const std::string& mode)
{
    const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), preset.id);
    if (!place) {
        return {};
    }
    const auto found = place->line->modes.find(mode);
    if (found == place->line->modes.end()) {
        return {};
    }
    return toQString(place->isAfter ? found->second.after.policy : found->second.before.policy);
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
    if (const QString other = sdkPresetOfMode(preset, mode); !other.isEmpty()) {
        return library.policy(other);
    }
    modes.removeDuplicates();
    return usageError(
        QStringLiteral("the environment sets retry mode \"%1\", but no preset related to \"%2\" "
                       "has that mode; available modes: %3")
            .arg(toQString(mode), toQString(preset.id),
                 modes.isEmpty() ? QStringLiteral("none") : modes.join(QStringLiteral(", "))));
}

/// An invalid mode, and what the client does with it.
std::string problemOf(const EffectiveSetting& setting, const Policy& preset)
{
    const bool isKnown = preset.environment && !preset.environment->onBadMode.empty();
    return setting.problem + (isKnown ? ": this client " + preset.environment->onBadMode : kNotEstablished);
}

/// The preset of the mode that was found, or the preset that the client uses instead. setting: gets its
/// mode. mayKeep: where the family has no such mode, the preset keeps its own.
io::Result<Policy> policyOfMode(const io::Library& library, const Policy& preset, bool mayKeep,
                                EffectiveSetting& setting, QStringList& warnings)
{
    if (!setting.value) {
        return preset;
    }
    io::Result<Policy> asked = setting.problem.empty()
                                   ? presetOfMode(library, preset, *setting.value)
                                   : io::Result<Policy>(usageError(toQString(problemOf(setting, preset))));
    const bool hasOther = preset.environment && !preset.environment->otherMode.empty();
    if (!asked && !hasOther && mayKeep && setting.problem.empty()) {
        warnings.append(QStringLiteral("%1 is \"%2\"; presets of SDKs without that mode keep their own mode")
                            .arg(toQString(setting.origin), toQString(*setting.value)));
        setting = {.name = setting.name, .value = {}, .origin = "the preset"};
        return preset;
    }
    if (asked || !hasOther) {
        return asked;
    }
    const std::string& other = preset.environment->otherMode;
    warnings.append(QStringLiteral("%1 is \"%2\"; %3 treats that as mode %4")
                        .arg(toQString(setting.origin), toQString(*setting.value), toQString(preset.id),
                             toQString(other)));
    setting.value = other;
    return presetOfMode(library, preset, other);
}

PolicyOverrideNote noteOf(const EffectiveSetting& setting, const std::string& presetValue)
{
    return {.path = setting.name, .value = setting.value.value_or(presetValue), .origin = setting.origin};
}

/// A client without a JVM never sees them.
void dropJavaProperties(const Policy& preset, RetrySettingsInput& input, QStringList& warnings)
{
    const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), preset.id);
    if (input.javaProperties.empty() || !place || place->sdk->readsJavaProperties) {
        return;
    }
    warnings.append(
        QStringLiteral("--java-property has no effect on %1: only clients in a JVM read Java properties")
            .arg(toQString(preset.id)));
    input.javaProperties.clear();
}

/// The settings of the profile as this client reads it. One that it refuses is an error where it is asked for
/// by name; among many the others are still of use.
void takeProfile(const Arguments& arguments, const Policy& preset, RetrySettingsInput& input,
                 QStringList& warnings)
{
    const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), preset.id);
    ProfileReading reading = profileReadBy(place ? profilesOf(*place->sdk, *place->line) : nullptr, input);
    if (reading.remark.empty()) {
        input = std::move(reading.input);
        return;
    }
    const QString policies = QStringLiteral("policy");
    const bool isOneOfMany = arguments.values(policies).contains(QStringLiteral("all")) ||
                             (!arguments.has(policies) && arguments.command == QLatin1String("explain"));
    const QString remark = toQString(preset.id) + QStringLiteral(": ") + toQString(reading.remark);
    if (reading.missing != MissingProfile::GoesOn && !isOneOfMany) {
        throw usageError(remark + QStringLiteral("; ") + toQString(input.profileProblem));
    }
    warnings.append(remark);
    input = std::move(reading.input);
    input.profileProblem.clear();
}

/// Where the rules of 2026 are switched on or off, the preset of the other side.
Policy policyOfSwitch(const io::Library& library, Policy policy, const EffectiveSetting& setting,
                      QStringList& warnings)
{
    if (!setting.value) {
        return policy;
    }
    const QString said =
        QStringLiteral("%1 is \"%2\"").arg(toQString(setting.origin), toQString(*setting.value));
    const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), policy.id);
    if (!place) {
        warnings.append(QStringLiteral("%1; %2 does not read that setting").arg(said, toQString(policy.id)));
        return policy;
    }
    if (const std::string remark = flagRemark(*place->sdk, *place->line, setting); !remark.empty()) {
        warnings.append(toQString(policy.id) + QStringLiteral(": ") + toQString(remark));
    }
    const std::optional<bool> isMeant = meansYes(*place->sdk, *setting.value);
    if (place->line->use != SwitchUse::Read || !isMeant) {
        return policy;
    }
    const SdkMode& mode = place->line->modes.at(place->mode);
    const bool isOn = *isMeant;
    const std::string& wanted = isOn ? mode.after.policy : mode.before.policy;
    if (wanted.empty()) {
        warnings.append(
            QStringLiteral("%1; no preset has mode %2 with the rules %3 2026")
                .arg(said, toQString(place->mode), isOn ? QStringLiteral("of") : QStringLiteral("before")));
        return policy;
    }
    return wanted == policy.id ? policy : need(library.policy(toQString(wanted)));
}

/// Where nobody set the mode: the preset's own, and what the client would do by itself.
void noteDefaultMode(const Policy& policy, const EffectiveSetting& newRetries, EffectiveSetting& setting)
{
    const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), policy.id);
    if (setting.value || !place) {
        return;
    }
    const std::optional<bool> isOn =
        newRetries.value ? meansYes(*place->sdk, *newRetries.value) : std::nullopt;
    const std::string usual =
        rulesInForce(*place->line, {}, place->isAfter || hasNewRules(*place->line, isOn)).mode;
    setting.origin += usual == place->mode ? ", and the client's default"
                                           : "; if nothing is set, this client uses mode " + usual;
}

/// `AWS_RETRY_MODE is "standard"`
std::string saidBy(const EffectiveSetting& setting)
{
    return setting.origin + " is \"" + setting.value.value_or("") + "\"";
}

/// What is set and not asked for, said once.
QStringList unreadSettings()
{
    QStringList hints;
    const QString option = QStringLiteral("--retry-mode-from-environment");
    if (const QStringList names = io::retryVariablesThatAreSet(); !names.isEmpty()) {
        hints.append(QStringLiteral("%1 %2 set but ignored; to use the mode and attempts set there, add %3")
                         .arg(names.join(QStringLiteral(", ")),
                              names.size() == 1 ? QStringLiteral("is") : QStringLiteral("are"), option));
    }
    return hints;
}

} // namespace

JavaProperty javaPropertyFrom(const QString& text)
{
    const qsizetype equals = text.indexOf(QLatin1Char('='));
    const QString key = text.left(std::max<qsizetype>(equals, 0));
    const bool isKnown = std::any_of(kJavaProperties.begin(), kJavaProperties.end(),
                                     [&key](const char* known) { return key == QLatin1String(known); });
    if (!isKnown) {
        throw valueError(
            QStringLiteral("java-property"), text,
            QStringLiteral("aws.retryMode=MODE, aws.maxAttempts=N or aws.newRetries2026=true|false"));
    }
    return {key.toStdString(), text.mid(equals + 1).toStdString()};
}

RetrySettingsInput readRetrySettings(const Arguments& arguments)
{
    std::map<std::string, std::string> properties = javaProperties(arguments);
    RetrySettingsInput input = need(io::readRetryEnvironment(arguments.value(QStringLiteral("profile"))));
    input.javaProperties = std::move(properties);
    return input;
}

EnvironmentChoice applyEnvironment(const Arguments& arguments, const io::Library& library, Policy preset,
                                   const RequestSpec& spec)
{
    if (!arguments.has(QStringLiteral("retry-mode-from-environment"))) {
        return EnvironmentChoice{std::move(preset), {}, {}, {}, unreadSettings(), {}};
    }
    RetrySettingsInput read = readRetrySettings(arguments);
    QStringList warnings;
    dropJavaProperties(preset, read, warnings);
    takeProfile(arguments, preset, read, warnings);
    RetrySettings settings = resolveRetrySettings(read);
    if (!settings.remark.empty()) {
        warnings.append(toQString(settings.remark));
    }
    if (!preset.environment && !settings.errors.empty()) {
        QStringList problems;
        for (const std::string& problem : settings.errors) {
            problems.append(toQString(problem + kNotEstablished));
        }
        throw usageError(problems.join(QStringLiteral("; ")));
    }
    const std::string named = preset.id;
    const std::string askedMode = saidBy(settings.mode);
    Policy ofMode = need(policyOfMode(library, preset, asksForAll(arguments), settings.mode, warnings));
    const std::string idOfMode = ofMode.id;
    Policy policy = policyOfSwitch(library, std::move(ofMode), settings.newRetries, warnings);
    EnvironmentChoice choice{std::move(policy), {}, {}, {}, std::move(warnings), {}};
    if (choice.policy.id != named) {
        std::string why = idOfMode == named ? std::string() : askedMode;
        if (choice.policy.id != idOfMode) {
            why += (why.empty() ? "" : ", ") + saidBy(settings.newRetries);
        }
        choice.replacement = {.named = named, .used = choice.policy.id, .why = std::move(why)};
    }
    const AttemptsChoice attempts = attemptsFrom(settings.maxAttempts, choice.policy.environment);
    if (!attempts.error.empty()) {
        throw usageError(toQString(attempts.error));
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
    noteDefaultMode(choice.policy, settings.newRetries, settings.mode);
    const ResolvedPolicy resolved = resolve(choice.policy, spec);
    if (!attempts.attempts && resolved.policy.attempts != choice.policy.attempts) {
        settings.maxAttempts.origin += ", for " + spec.service;
    }
    choice.settings = {
        noteOf(settings.mode, choice.policy.mode),
        noteOf(settings.maxAttempts, std::to_string(resolved.policy.attempts.attempts())),
    };
    if (settings.newRetries.value) {
        choice.settings.push_back(noteOf(settings.newRetries, {}));
    }
    if (choice.replacement) { // after the values that it follows from
        choice.settings.push_back({.path = "policy",
                                   .value = choice.policy.id,
                                   .origin = "instead of " + named + ": " + choice.replacement->why});
    }
    return choice;
}

} // namespace retryscope::cli
