// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/preset_replacement.h"
#include "core/io/files/library.h"
#include "core/policy/retry_settings.h"
#include "core/run/run_record.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace retryscope::cli {

/// What the user's environment makes of a preset.
struct EnvironmentChoice
{
    Policy policy;                                ///< the preset of the same family that has the mode found
    std::optional<int> maxAttempts;               ///< absent: the preset's own hold
    std::string attemptsOrigin;                   ///< where maxAttempts came from
    std::vector<PolicyOverrideNote> settings;     ///< every effective value with its origin
    QStringList warnings;                         ///< bad values that the client takes in its own way
    std::optional<PresetReplacement> replacement; ///< absent: the preset is the one that was named
};

using JavaProperty = std::pair<std::string, std::string>;
/// `aws.retryMode=standard`
[[nodiscard]] io::Result<JavaProperty> javaPropertyFrom(const QString& text);

/// Reads Java properties, environment variables and the shared config file as AWS SDKs do. Changes nothing
/// unless --retry-mode-from-environment was given. A bad value is an error of usage that names its variable,
/// unless the preset says what its client makes of it. spec: the request whose service may have a number of
/// attempts of its own.
[[nodiscard]] io::Result<EnvironmentChoice> applyEnvironment(const Arguments& arguments,
                                                             const io::Library& library, Policy preset,
                                                             const RequestSpec& spec);
/// What the Java properties, the environment and the shared config file say, read but not judged.
[[nodiscard]] io::Result<RetrySettingsInput> readRetrySettings(const Arguments& arguments);

} // namespace retryscope::cli
