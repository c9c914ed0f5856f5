// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/retry_settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
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

EffectiveSetting firstSet(const char* name, std::initializer_list<Candidate> candidates)
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

std::optional<int> wholeNumber(const std::string& text)
{
    int number = 0;
    const char* const end = text.data() + text.size();
    const std::from_chars_result result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

/// `AWS_MAX_ATTEMPTS is "three"; `
std::string finding(const EffectiveSetting& setting)
{
    return setting.origin + " is \"" + setting.value.value_or("") + "\"; ";
}

void require(bool holds, EffectiveSetting& setting, const char* allowed, std::vector<std::string>& errors)
{
    if (setting.value && !holds) {
        setting.problem = finding(setting) + "it must be " + allowed;
        errors.push_back(setting.problem);
    }
}

} // namespace

RetrySettings resolveRetrySettings(const RetrySettingsInput& input)
{
    RetrySettings result;
    result.mode =
        firstSet("retry_mode", {{input.javaProperties, "aws.retryMode", "Java property aws.retryMode"},
                                {input.environment, "AWS_RETRY_MODE", "AWS_RETRY_MODE"},
                                {input.profile, "retry_mode", profilePlace(input, "retry_mode")}});
    result.maxAttempts =
        firstSet("max_attempts", {{input.javaProperties, "aws.maxAttempts", "Java property aws.maxAttempts"},
                                  {input.environment, "AWS_MAX_ATTEMPTS", "AWS_MAX_ATTEMPTS"},
                                  {input.profile, "max_attempts", profilePlace(input, "max_attempts")}});
    // No profile key is known to be read for it.
    result.newRetries = firstSet(
        "new_retries_2026", {{input.javaProperties, "aws.newRetries2026", "Java property aws.newRetries2026"},
                             {input.environment, "AWS_NEW_RETRIES_2026", "AWS_NEW_RETRIES_2026"}});
    require(isMode(result.mode.value.value_or("")), result.mode, "standard, adaptive or legacy",
            result.errors);
    require(wholeNumber(result.maxAttempts.value.value_or("")) > 0, result.maxAttempts,
            "a whole number above 0", result.errors);
    result.remark = input.profileProblem;
    result.input = input;
    return result;
}

AttemptsChoice attemptsFrom(const EffectiveSetting& setting, const std::optional<EnvironmentHabits>& habits)
{
    if (!setting.value) {
        return {};
    }
    const std::optional<int> number = wholeNumber(*setting.value);
    if (habits && habits->ignoresAttempts && (number > 0 || habits->onBadAttempts.empty())) {
        return {.warning = finding(setting) + "this client ignores this setting in this mode"};
    }
    if (number > 0) {
        return {.attempts = number};
    }
    if (habits && habits->zeroAttemptsMeanOne && number == 0) {
        return {.attempts = 1, .warning = finding(setting) + "with this value this client makes one attempt"};
    }
    if (habits && habits->ignoresBadAttempts && !number) {
        return {.warning = finding(setting) + "this client ignores a value that is not a number"};
    }
    return {.error =
                setting.problem +
                (habits && !habits->onBadAttempts.empty() ? ": this client " + habits->onBadAttempts : "")};
}

Policy withMaxAttempts(Policy policy, int attempts)
{
    policy.attempts.setAttempts(attempts);
    for (auto& [service, change] : policy.services) {
        if (change.attempts) {
            change.attempts->setAttempts(attempts);
        }
    }
    return policy;
}

} // namespace retryscope
