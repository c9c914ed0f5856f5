// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/retry_environment.h"

#include "core/io/files/shared_config.h"
#include "core/io/redact/redact.h"

#include <QDir>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

constexpr const char* kRetryVariables[] = {"AWS_RETRY_MODE", "AWS_MAX_ATTEMPTS", "AWS_NEW_RETRIES_2026"};

QString firstNonEmpty(const QString& value, const QString& fallback)
{
    return value.isEmpty() ? fallback : value;
}

/// Messages repeat invalid values, and one with a secret in it is invalid with and without the secret.
void hideSecretsIn(RetrySettingsInput& input)
{
    std::vector<std::map<std::string, std::string>*> all{&input.environment, &input.profile,
                                                         &input.profileWithComments};
    for (auto& [form, profile] : input.profileForms) {
        all.push_back(&profile);
    }
    if (input.bareProfile) {
        all.push_back(&*input.bareProfile);
    }
    for (auto* values : all) {
        for (auto& [name, value] : *values) {
            value = redactedText(value);
        }
    }
}

} // namespace

Result<RetrySettingsInput> readRetryEnvironment(const QString& profile)
{
    RetrySettingsInput input;
    for (const char* variable : kRetryVariables) {
        if (qEnvironmentVariableIsSet(variable)) {
            input.environment[variable] = qEnvironmentVariable(variable).toStdString();
        }
    }
    const QString named = firstNonEmpty(profile, qEnvironmentVariable("AWS_PROFILE"));
    const QString taken = firstNonEmpty(named, QStringLiteral("default"));
    const QString file = firstNonEmpty(qEnvironmentVariable("AWS_CONFIG_FILE"),
                                       QDir::homePath() + QStringLiteral("/.aws/config"));
    Result<ProfileSections> sections = profileSections(file, taken, !named.isEmpty());
    if (!sections) {
        return sections.error();
    }
    input.profile = sections.value().profile;
    input.profileWithComments = sections.value().withComments;
    for (const ConfigForm form : {ConfigForm::Python, ConfigForm::JavaScript}) {
        if (const Result<ProfileSections> read = profileSections(file, taken, false, form)) {
            input.profileForms[form] = read.value().profile;
        }
    }
    input.profileName = taken.toStdString();
    input.hasProfile = sections.value().isThere;
    input.bareProfile = sections.value().bare;
    if (input.bareProfile && !input.hasProfile) {
        input.profileProblem =
            QStringLiteral("%1 has [%2] but not [profile %2]; most clients need [profile %2]")
                .arg(file, taken)
                .toStdString();
    }
    if (!named.isEmpty() && !sharedConfigExists(file)) {
        // Source: botocore, session.py: ProfileNotFound, with and without a file.
        input.profileProblem =
            QStringLiteral(
                "profile %1 is selected, but the file %2 does not exist; Retryscope reads no settings from "
                "it. Some clients reject such a profile (botocore raises ProfileNotFound)")
                .arg(named, file)
                .toStdString();
    }
    input.profileOrigin = QStringLiteral("profile %1 in %2").arg(taken, file).toStdString();
    hideSecretsIn(input);
    return input;
}

Result<RetrySettings> retrySettingsOfThisMachine()
{
    const Result<RetrySettingsInput> input = readRetryEnvironment();
    return input ? Result<RetrySettings>(resolveRetrySettings(input.value()))
                 : Result<RetrySettings>(input.error());
}

QStringList retryVariablesThatAreSet()
{
    QStringList names;
    for (const char* variable : kRetryVariables) {
        if (qEnvironmentVariableIsSet(variable)) {
            names.append(QLatin1String(variable));
        }
    }
    return names;
}

} // namespace retryscope::io
