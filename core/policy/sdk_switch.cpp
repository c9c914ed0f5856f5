// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/sdk_switch.h"

#include "core/facts/headers.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace retryscope {

namespace {

std::vector<int> versionNumbers(const std::string& version)
{
    std::vector<int> numbers;
    std::istringstream parts(version);
    for (std::string part; std::getline(parts, part, '.');) {
        const bool isNumber =
            !part.empty() && part.size() < 9 &&
            std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
        numbers.push_back(isNumber ? std::stoi(part) : 0);
    }
    return numbers;
}

} // namespace

const Sdk* findSdk(const Sdks& sdks, const std::string& name)
{
    const auto isMeant = [&name](const std::string& other) {
        return equalsIgnoringCase(other, name);
    };
    const auto found = std::find_if(sdks.begin(), sdks.end(), [&isMeant](const Sdk& sdk) {
        return isMeant(sdk.id) || std::any_of(sdk.names.begin(), sdk.names.end(), isMeant);
    });
    return found == sdks.end() ? nullptr : &*found;
}

bool isNoLater(const std::string& version, const std::string& other)
{
    return versionNumbers(version) <= versionNumbers(other);
}

const SdkLine& lineOf(const Sdk& sdk, const std::string& version)
{
    const auto found = std::find_if(sdk.lines.rbegin(), sdk.lines.rend(), [&version](const SdkLine& line) {
        return version.empty() || isNoLater(line.from, version);
    });
    return found == sdk.lines.rend() ? sdk.lines.front() : *found;
}

ProfileReading profileReadBy(const SdkLine* line, RetrySettingsInput input)
{
    ProfileReading reading{.input = std::move(input)};
    RetrySettingsInput& found = reading.input;
    const std::optional<ProfileHabits> habits = line == nullptr ? std::nullopt : line->profiles;
    for (const auto& [name, whole] : found.profileWithComments) {
        std::string& value = found.profile[name];
        const std::size_t sign = std::min(whole.find_first_not_of(" \t", value.size()), whole.size());
        if (habits && sign < whole.size() && habits->keptComments.find(whole[sign]) != std::string::npos) {
            value = whole;
        }
    }
    const ProfileTitles titles = habits ? habits->titles : ProfileTitles::Prefixed;
    const bool isNamed = found.profileName != "default" && !found.profileName.empty();
    const bool readsOther = isNamed && titles == ProfileTitles::Bare && found.hasProfile;
    if (!found.bareProfile && !readsOther) {
        return reading;
    }
    std::string read = "[profile " + found.profileName + "]";
    std::string other = "[" + found.profileName + "]";
    if (found.bareProfile && titles != ProfileTitles::Prefixed) {
        if (titles == ProfileTitles::Bare) {
            found.profile.clear();
        }
        found.profile.insert(found.bareProfile->begin(), found.bareProfile->end());
        reading.remark = other + " counts as profile " + found.profileName + " for this client";
        return reading;
    }
    if (found.hasProfile && !readsOther) {
        return reading;
    }
    if (readsOther) {
        found.profile.clear();
        std::swap(read, other);
    }
    reading.missing = habits ? habits->missing : MissingProfile::NotEstablished;
    if (reading.missing == MissingProfile::NotEstablished) {
        reading.remark =
            "Retryscope does not know what this client does with " + other + " but without " + read;
    } else {
        reading.remark =
            other + " is not a profile for this client, which reads " + read + ": the client " +
            (reading.missing == MissingProfile::Refuses ? habits->refusal : "continues with its defaults");
    }
    return reading;
}

bool meansYes(const Sdk& sdk, const std::string& text)
{
    return sdk.needsExactTrue ? text == "true" : equalsIgnoringCase(text, "true");
}

std::optional<SdkPlace> placeOf(const Sdks& sdks, const std::string& policyId)
{
    std::optional<SdkPlace> place;
    for (const Sdk& sdk : sdks) {
        const bool isItsOwn = policyId.starts_with(sdk.id);
        for (auto line = sdk.lines.rbegin(); line != sdk.lines.rend() && (!place || isItsOwn); ++line) {
            const auto mode =
                std::find_if(line->modes.begin(), line->modes.end(), [&policyId](const auto& entry) {
                    return entry.second.before.policy == policyId || entry.second.after.policy == policyId;
                });
            if (mode == line->modes.end()) {
                continue;
            }
            place = SdkPlace{.sdk = &sdk,
                             .line = &*line,
                             .mode = mode->first,
                             .isAfter = mode->second.before.policy != policyId};
            break;
        }
        if (place && isItsOwn) {
            break;
        }
    }
    return place;
}

RulesInForce rulesInForce(const SdkLine& line, const std::optional<std::string>& mode,
                          std::optional<bool> isOn, bool hasSwitched)
{
    RulesInForce result;
    switch (line.use) {
    case SwitchUse::Unread:
        result.areNew = false;
        break;
    case SwitchUse::Read:
        result.areNew = isOn.value_or(hasSwitched);
        break;
    case SwitchUse::Always:
        result.areNew = true;
        break;
    }
    result.mode = mode.value_or(result.areNew ? line.defaultAfter : line.defaultBefore);
    if (const auto found = line.modes.find(result.mode); found != line.modes.end()) {
        result.rules = result.areNew ? &found->second.after : &found->second.before;
    }
    return result;
}

} // namespace retryscope
