// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/sdk_switch.h"

#include "core/facts/headers.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace retryscope {

namespace {

/// What a client takes from its profile.
constexpr std::array kProfileKeys{"retry_mode", "max_attempts"};

bool isDigit(char sign)
{
    return sign >= '0' && sign <= '9';
}

/// The numbers at the beginning of the text, between dots or hyphens.
std::vector<int> versionNumbers(const std::string& version)
{
    constexpr std::size_t kMostDigits = 8;
    std::vector<int> numbers;
    std::size_t at = 0;
    while (at < version.size() && isDigit(version[at])) {
        std::size_t end = at;
        while (end < version.size() && isDigit(version[end])) {
            ++end;
        }
        numbers.push_back(end - at > kMostDigits ? std::numeric_limits<int>::max()
                                                 : std::stoi(version.substr(at, end - at)));
        const bool goesOn = end < version.size() && (version[end] == '.' || version[end] == '-');
        at = goesOn ? end + 1 : version.size();
    }
    return numbers;
}

/// An empty version is the newest.
bool isWithin(const std::string& version, const VersionRange& range)
{
    return (range.from.empty() || version.empty() || isNoLater(range.from, version)) &&
           (range.below.empty() || (!version.empty() && !isNoLater(range.below, version)));
}

bool isFor(const std::vector<std::string>& services, const std::string& service)
{
    return services.empty() || std::find(services.begin(), services.end(), service) != services.end();
}

bool matches(const SdkLine& line, const std::string& version, const PartVersions& parts,
             const std::string& service)
{
    return isWithin(version, {line.from, line.below}) && isFor(line.services, service) &&
           std::all_of(line.parts.begin(), line.parts.end(), [&parts](const auto& part) {
               const auto found = parts.find(part.first);
               return found != parts.end() && isWithin(found->second, part.second);
           });
}

} // namespace

const Sdk* findSdk(const Sdks& sdks, const std::string& name, const std::string& version)
{
    const auto isMeant = [&name](const std::string& other) {
        return equalsIgnoringCase(other, name);
    };
    const auto found = std::find_if(sdks.begin(), sdks.end(), [&](const Sdk& sdk) {
        return isWithin(version, sdk.versions) &&
               (isMeant(sdk.id) || std::any_of(sdk.names.begin(), sdk.names.end(), isMeant));
    });
    if (found != sdks.end()) {
        return &*found;
    }
    const auto byId = std::find_if(sdks.begin(), sdks.end(), [&](const Sdk& sdk) { return isMeant(sdk.id); });
    return byId == sdks.end() ? nullptr : &*byId; // by its own id in any version
}

bool isNoLater(const std::string& version, const std::string& other)
{
    return versionNumbers(version) <= versionNumbers(other);
}

bool isVersion(const std::string& text)
{
    constexpr std::size_t kMostLetters = 40;
    const std::size_t numbers = versionNumbers(text).size();
    return numbers >= 1 && numbers <= 5 && text.size() <= kMostLetters &&
           std::all_of(text.begin(), text.end(), [](char sign) {
               return isDigit(sign) || (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') ||
                      sign == '.' || sign == '-' || sign == '+' || sign == '_';
           });
}

const SdkPart* findPart(const Sdk& sdk, const std::string& name)
{
    const auto found = std::find_if(sdk.parts.begin(), sdk.parts.end(), [&name](const SdkPart& part) {
        return equalsIgnoringCase(part.name, name);
    });
    return found == sdk.parts.end() ? nullptr : &*found;
}

PartVersions partsOf(const Sdk& sdk, const SdkChoice& choice)
{
    PartVersions versions;
    for (const SdkPart& part : sdk.parts) {
        if (const auto given = choice.parts.find(part.name); given != choice.parts.end()) {
            versions[part.name] = given->second;
        } else if (isFor(part.services, choice.service)) {
            for (const AssumedVersion& assumed : part.assumed) {
                if (isWithin(choice.version, {assumed.from, {}})) {
                    versions[part.name] = assumed.version;
                }
            }
        }
    }
    return versions;
}

const SdkLine& lineOf(const Sdk& sdk, const SdkChoice& choice)
{
    const PartVersions parts = partsOf(sdk, choice);
    const auto found =
        std::find_if(sdk.lines.rbegin(), sdk.lines.rend(), [&choice, &parts](const SdkLine& line) {
            return matches(line, choice.version, parts, choice.service);
        });
    return found == sdk.lines.rend() ? sdk.lines.front() : *found;
}

const SdkLine* defaultLineOf(const Sdk& sdk)
{
    const auto found = std::find_if(sdk.lines.begin(), sdk.lines.end(), [&sdk](const SdkLine& line) {
        return line.use == SwitchUse::Always && &lineOf(sdk, {.version = line.from}) == &line;
    });
    return found == sdk.lines.end() ? nullptr : &*found;
}

const SdkLine* optInLineOf(const Sdk& sdk)
{
    const auto found = std::find_if(sdk.lines.begin(), sdk.lines.end(),
                                    [](const SdkLine& line) { return line.use == SwitchUse::Read; });
    return found == sdk.lines.end() ? nullptr : &*found;
}

const ProfileHabits* profilesOf(const Sdk& sdk, const SdkLine& line)
{
    return line.profiles ? &*line.profiles : sdk.profiles ? &*sdk.profiles : nullptr;
}

namespace {

/// Whether the parsers that are known read another mode or number of attempts than all parsers agree on.
bool isReadDifferently(const RetrySettingsInput& input)
{
    const auto valueIn = [](const std::map<std::string, std::string>& settings, const char* key) {
        const auto found = settings.find(key);
        return found == settings.end() ? std::string() : found->second;
    };
    return std::any_of(input.profileForms.begin(), input.profileForms.end(), [&](const auto& form) {
        return std::any_of(kProfileKeys.begin(), kProfileKeys.end(), [&](const char* key) {
            // Another remark covers a comment behind a value.
            const auto whole = input.profileWithComments.find(key);
            const std::string value = valueIn(form.second, key);
            const bool isComment = whole != input.profileWithComments.end() && whole->second == value;
            return !isComment && value != valueIn(input.profile, key);
        });
    });
}

} // namespace

ProfileReading profileReadBy(const ProfileHabits* habits, RetrySettingsInput input)
{
    ProfileReading reading{.input = std::move(input)};
    RetrySettingsInput& found = reading.input;
    const ConfigForm form = habits != nullptr ? habits->form : ConfigForm::Common;
    if (const auto read = found.profileForms.find(form); read != found.profileForms.end()) {
        found.profile = read->second;
    } else if (isReadDifferently(found)) {
        reading.remark =
            "some lines of " + (found.profileOrigin.empty() ? "the profile" : found.profileOrigin) +
            " are indented or have a colon; clients read them differently, and Retryscope does not "
            "know how this client reads them";
    }
    for (const auto& [name, whole] : found.profileWithComments) {
        std::string& value = found.profile[name];
        const std::size_t sign = std::min(whole.find_first_not_of(" \t", value.size()), whole.size());
        if (habits != nullptr && sign < whole.size() &&
            habits->keptComments.find(whole[sign]) != std::string::npos) {
            value = whole;
        }
    }
    const ProfileTitles titles = habits != nullptr ? habits->titles : ProfileTitles::Prefixed;
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
    reading.missing = habits != nullptr ? habits->missing : MissingProfile::NotEstablished;
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

std::optional<bool> meansYes(const Sdk& sdk, const std::string& text)
{
    if (text == "true") {
        return true;
    }
    if (!equalsIgnoringCase(text, "true")) {
        return sdk.flagText == FlagText::NotSeen && !equalsIgnoringCase(text, "false") ? std::nullopt
                                                                                       : std::optional(false);
    }
    return sdk.flagText == FlagText::NotSeen ? std::nullopt
                                             : std::optional(sdk.flagText == FlagText::AnyCase);
}

std::string flagRemark(const Sdk& sdk, const SdkLine& line, const EffectiveSetting& setting)
{
    if (!setting.value) {
        return {};
    }
    const std::string found = setting.origin + " is \"" + *setting.value + "\"";
    if (line.use == SwitchUse::Unread) {
        return setting.origin + " has no effect: this version does not read it.";
    }
    if (line.use == SwitchUse::Always) {
        return setting.origin +
               " has no effect: this version no longer reads it, and \"false\" does not bring "
               "the old rules back.";
    }
    if (line.use == SwitchUse::NotEstablished) {
        return found + ". Retryscope does not know whether this version reads it.";
    }
    const std::optional<bool> isOn = meansYes(sdk, *setting.value);
    if (!isOn) {
        return found + ". Retryscope does not know whether this SDK takes that for yes. Write true.";
    }
    const bool looksLikeYes = equalsIgnoringCase(*setting.value, "true") ||
                              equalsIgnoringCase(*setting.value, "yes") ||
                              equalsIgnoringCase(*setting.value, "on") || *setting.value == "1";
    return !*isOn && looksLikeYes ? found + ", which this SDK does not take for yes. Write true."
                                  : std::string();
}

namespace {

/// Whether the preset is one that a client of this line can have.
bool isInForce(const SdkLine& line, const SdkMode& mode, const std::string& policyId)
{
    return (line.use != SwitchUse::Always && mode.before.policy == policyId) ||
           (line.use != SwitchUse::Unread && mode.after.policy == policyId);
}

std::optional<SdkPlace> placeIn(const Sdk& sdk, const SdkLine& line, const std::string& policyId)
{
    for (const auto& [name, mode] : line.modes) {
        if (isInForce(line, mode, policyId)) {
            return SdkPlace{.sdk = &sdk,
                            .line = &line,
                            .mode = name,
                            .isAfter = line.use == SwitchUse::Always || mode.before.policy != policyId};
        }
    }
    return std::nullopt;
}

/// `1.43.67` of `botocore-1.43.67-standard`; empty: the id names no version.
std::string versionIn(const std::string& policyId, const Sdk& sdk)
{
    const std::size_t start = policyId.starts_with(sdk.id + '-') ? sdk.id.size() + 1 : policyId.size();
    return policyId.substr(start, policyId.find_first_not_of("0123456789.", start) - start);
}

/// The line of the version in the preset's name, or the newest one that has both sides, or the newest.
std::optional<SdkPlace> placeIn(const Sdk& sdk, const std::string& policyId)
{
    if (const std::string version = versionIn(policyId, sdk); !version.empty()) {
        if (const auto place = placeIn(sdk, lineOf(sdk, {.version = version}), policyId)) {
            return place;
        }
    }
    std::optional<SdkPlace> place;
    for (auto line = sdk.lines.rbegin(); line != sdk.lines.rend(); ++line) {
        const bool isWanted =
            !place || (place->line->use == SwitchUse::Always && line->use != SwitchUse::Always);
        if (auto found = isWanted ? placeIn(sdk, *line, policyId) : std::nullopt) {
            place = std::move(found);
        }
    }
    return place;
}

} // namespace

std::optional<SdkPlace> placeOf(const Sdks& sdks, const std::string& policyId)
{
    std::optional<SdkPlace> place;
    for (const Sdk& sdk : sdks) {
        const bool isItsOwn = policyId.starts_with(sdk.id);
        if (std::optional<SdkPlace> found = isItsOwn || !place ? placeIn(sdk, policyId) : std::nullopt) {
            place = std::move(found);
            if (isItsOwn) {
                break;
            }
        }
    }
    return place;
}

RulesInForce rulesInForce(const SdkLine& line, const std::optional<std::string>& mode, bool areNew)
{
    RulesInForce result;
    result.areNew = areNew;
    result.mode = mode.value_or(areNew ? line.defaultAfter : line.defaultBefore);
    if (const auto found = line.modes.find(result.mode); found != line.modes.end()) {
        result.rules = areNew ? &found->second.after : &found->second.before;
    }
    return result;
}

bool hasNewRules(const SdkLine& line, std::optional<bool> isOn)
{
    return line.use == SwitchUse::Always || (line.use == SwitchUse::Read && isOn.value_or(false));
}

} // namespace retryscope
