// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/retry_settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace retryscope {

namespace {

using Settings = std::map<std::string, std::string>;

/// One place where a setting may stand.
struct Candidate
{
    const Settings& settings;
    const char* key;
    std::string origin; ///< for people
};

EffectiveSetting firstSet(const char* name, const std::array<Candidate, 3>& candidates)
{
    for (const Candidate& candidate : candidates) {
        const auto found = candidate.settings.find(candidate.key);
        if (found != candidate.settings.end() && !found->second.empty()) {
            return {.name = name, .value = found->second, .origin = candidate.origin};
        }
    }
    return {.name = name, .value = std::nullopt, .origin = "the preset"};
}

std::string profilePlace(const RetrySettingsInput& input, const char* key)
{
    return std::string(key) + " of " + (input.profileOrigin.empty() ? "the profile" : input.profileOrigin);
}

bool isMode(const std::string& text)
{
    constexpr std::array<std::string_view, 3> kModes{"standard", "adaptive", "legacy"};
    return std::find(kModes.begin(), kModes.end(), text) != kModes.end();
}

bool isAttempts(const std::string& text)
{
    int number = 0;
    const char* const end = text.data() + text.size();
    const std::from_chars_result result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end && number > 0;
}

void require(bool holds, const EffectiveSetting& setting, const char* allowed,
             std::vector<std::string>& errors)
{
    if (setting.value && !holds) {
        errors.push_back(setting.origin + " is \"" + *setting.value + "\"; allowed is " + allowed);
    }
}

void setAttempts(AttemptLimit& limit, int attempts)
{
    limit.max = limit.countsFirst ? attempts : attempts - 1;
}

} // namespace

RetrySettings resolveRetrySettings(const RetrySettingsInput& input)
{
    RetrySettings result;
    result.mode =
        firstSet("retry_mode", {{{input.javaProperties, "aws.retryMode", "Java property aws.retryMode"},
                                 {input.environment, "AWS_RETRY_MODE", "AWS_RETRY_MODE"},
                                 {input.profile, "retry_mode", profilePlace(input, "retry_mode")}}});
    result.maxAttempts =
        firstSet("max_attempts", {{{input.javaProperties, "aws.maxAttempts", "Java property aws.maxAttempts"},
                                   {input.environment, "AWS_MAX_ATTEMPTS", "AWS_MAX_ATTEMPTS"},
                                   {input.profile, "max_attempts", profilePlace(input, "max_attempts")}}});
    require(isMode(result.mode.value.value_or("")), result.mode, "standard, adaptive or legacy",
            result.errors);
    require(isAttempts(result.maxAttempts.value.value_or("")), result.maxAttempts, "a whole number above 0",
            result.errors);
    return result;
}

Policy withMaxAttempts(Policy policy, int attempts)
{
    setAttempts(policy.attempts, attempts);
    for (auto& [service, change] : policy.services) {
        if (change.attempts) {
            setAttempts(*change.attempts, attempts);
        }
    }
    return policy;
}

} // namespace retryscope
