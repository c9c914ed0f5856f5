// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/known_client.h"

#include <algorithm>

namespace retryscope {

namespace {

/// The preset of a line without settings; empty: there is none. The environment is not read:
/// AWS_NEW_RETRIES_2026 is taken as not set.
std::string defaultPresetOf(const SdkLine& line)
{
    const bool isAfter = line.use == SwitchUse::Always;
    const auto mode = line.modes.find(isAfter ? line.defaultAfter : line.defaultBefore);
    return mode == line.modes.end() ? std::string()
                                    : (isAfter ? mode->second.after : mode->second.before).policy;
}

ClientPolicy policyOf(const SdkLine& line, const KnownClient& client, const std::string& versions)
{
    const std::string made = client.names.front() + " without settings" + versions;
    return {
        .policy = defaultPresetOf(line), .from = line.from, .why = client.why.empty() ? made : client.why};
}

/// Where the newest line has no preset, the one before it stands in, and the reason says so.
std::optional<ClientPolicy> defaultPolicyOf(const Sdk& sdk, const KnownClient& client,
                                            const SdkChoice& choice)
{
    const SdkLine& line = lineOf(sdk, choice);
    if (!defaultPresetOf(line).empty()) {
        return policyOf(line, client, line.from.empty() ? std::string() : ", since " + line.from);
    }
    if (!choice.version.empty()) {
        return std::nullopt;
    }
    for (auto older = sdk.lines.rbegin(); older != sdk.lines.rend(); ++older) {
        if (!defaultPresetOf(*older).empty()) {
            return policyOf(*older, client, ", before " + line.from);
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<ClientPolicy> defaultPolicyOf(const KnownClient& client, const Sdks& sdks,
                                            const SdkChoice& choice)
{
    if (!client.sdk.empty()) {
        const Sdk* sdk = findSdk(sdks, client.sdk, choice.version);
        return sdk == nullptr ? std::nullopt : defaultPolicyOf(*sdk, client, choice);
    }
    const auto found =
        std::find_if(client.policies.begin(), client.policies.end(), [&choice](const ClientPolicy& policy) {
            return policy.from.empty() || choice.version.empty() || isNoLater(policy.from, choice.version);
        });
    return found == client.policies.end() ? std::nullopt : std::optional(*found);
}

} // namespace retryscope
