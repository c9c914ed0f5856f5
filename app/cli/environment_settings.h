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

/// A preset after the settings of the user's environment.
struct EnvironmentChoice
{
    Policy policy;                                ///< the preset of the same family with the mode of the
                                                  ///< environment
    std::optional<int> maxAttempts;               ///< absent: the preset's own attempts apply
    std::string attemptsOrigin;                   ///< where maxAttempts came from
    std::vector<PolicyOverrideNote> settings;     ///< every effective value with its origin
    QStringList warnings;                         ///< warnings about invalid values that the client accepts
                                                  ///< in its own way
    std::optional<PresetReplacement> replacement; ///< absent: the preset is the one that was named
};

using JavaProperty = std::pair<std::string, std::string>;
/// `aws.retryMode=standard`
[[nodiscard]] JavaProperty javaPropertyFrom(const QString& text);

/// Reads Java properties, environment variables and the shared config file as AWS SDKs do. Changes nothing
/// unless --retry-mode-from-environment was given. An invalid value is a usage error that names its variable,
/// unless the preset says how its client treats that value. spec: the request; its service can have its own
/// number of attempts.
[[nodiscard]] EnvironmentChoice applyEnvironment(const Arguments& arguments, const io::Library& library,
                                                 Policy preset, const RequestSpec& spec);
/// Reads the Java properties, the environment and the shared config file without checking the values.
[[nodiscard]] RetrySettingsInput readRetrySettings(const Arguments& arguments);

} // namespace retryscope::cli
