// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/policy/policy.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// How a parser reads the lines of a shared config file where they are unusual: indented, with a colon, or a
/// title between blanks. Source: botocore 1.29.27 (Debian) and @smithy/shared-ini-file-loader (npm),
/// executed.
enum class ConfigForm {
    Common,     ///< as all parsers agree; what they read differently is not established
    Python,     ///< configparser: a line is part of the value above if it is indented further; `key: value`
                ///< counts
    JavaScript, ///< an indented line is a setting, unless the one above it is empty; `key: value` does not
                ///< count
};

template <>
struct EnumWords<ConfigForm>
{
    static constexpr Words<ConfigForm, 3> kWords{{{ConfigForm::Common, "common"},
                                                  {ConfigForm::Python, "python"},
                                                  {ConfigForm::JavaScript, "javascript"}}};
};

/// All settings from which AWS clients take their retry mode and number of attempts; other modules read them
/// and pass them in.
struct RetrySettingsInput
{
    std::map<std::string, std::string> javaProperties; ///< aws.retryMode, aws.maxAttempts, aws.newRetries2026
    std::map<std::string, std::string>
        environment;                            ///< AWS_RETRY_MODE, AWS_MAX_ATTEMPTS, AWS_NEW_RETRIES_2026
    std::map<std::string, std::string> profile; ///< retry_mode, max_attempts of the profile
    /// The settings followed by a comment, comment included: some clients read the comment as part of the
    /// value.
    std::map<std::string, std::string> profileWithComments;
    /// The profile as these parsers read it; absent: as `profile`.
    std::map<ConfigForm, std::map<std::string, std::string>> profileForms = {};
    std::string profileOrigin; ///< for people: `profile default in ~/.aws/config`
    std::string profileName;   ///< `prod`
    bool hasProfile = true;    ///< a section that is this profile to most clients: [default], [profile prod]
    /// The settings of [prod], which is the same profile to some clients; absent: there is none.
    std::optional<std::map<std::string, std::string>> bareProfile = {};
    std::string profileProblem; ///< a sentence if the requested profile does not exist; otherwise empty
};

/// One effective value and its origin. `value` is absent if nobody set it (the preset's value applies); an
/// invalid value is kept as found.
struct EffectiveSetting
{
    std::string name; ///< `retry_mode` or `max_attempts`
    std::optional<std::string> value;
    std::string origin; ///< `Java property aws.retryMode`, `AWS_RETRY_MODE`, the profile, or `the preset`
    std::string problem = {}; ///< names the place, the value found and what is allowed; empty without a
                              ///< problem
    bool operator==(const EffectiveSetting&) const = default;
};

struct RetrySettings
{
    EffectiveSetting mode;
    EffectiveSetting maxAttempts;
    EffectiveSetting newRetries;     ///< AWS_NEW_RETRIES_2026; which texts mean yes differs by client
    std::vector<std::string> errors; ///< the problems of both
    std::string remark;              ///< a sentence about something unusual that is not an error; otherwise
                                     ///< empty
    RetrySettingsInput input = {};   ///< what they were found in
};

/// Order: Java property, environment, profile, preset; the first that is set decides, and an empty text
/// counts as not set. Valid modes: standard, adaptive, legacy; attempts: a number above 0. Source: AWS SDKs
/// and tools reference, Retry behavior.
[[nodiscard]] RetrySettings resolveRetrySettings(const RetrySettingsInput& input);

/// How a client with these habits interprets the number of attempts it found.
struct AttemptsChoice
{
    std::optional<int> attempts; ///< absent: the preset's own hold
    std::string warning;         ///< if the client does not follow the setting; otherwise empty
    std::string error;           ///< the setting is refused; empty: it is not
};
[[nodiscard]] AttemptsChoice attemptsFrom(const EffectiveSetting& setting,
                                          const std::optional<EnvironmentHabits>& habits);

/// The policy with at most this many attempts, the first included, whatever its own maximum counts; services
/// with a maximum of their own get it too. attempts: at least 1.
[[nodiscard]] Policy withMaxAttempts(Policy policy, int attempts);

} // namespace retryscope
