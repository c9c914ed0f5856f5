// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/policy/policy.h"
#include "core/policy/retry_settings.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// How a version of an SDK handles AWS_NEW_RETRIES_2026.
enum class SwitchUse {
    Unread, ///< has only the rules before 2026
    Read,   ///< has both, and the variable chooses
    Always, ///< has only the 2026 rules
};

template <>
struct EnumWords<SwitchUse>
{
    static constexpr Words<SwitchUse, 3> kWords{
        {{SwitchUse::Unread, "unread"}, {SwitchUse::Read, "read"}, {SwitchUse::Always, "always"}}};
};

/// Which section titles in the shared config file mean the profile `prod`.
enum class ProfileTitles {
    Prefixed, ///< [profile prod]
    Both,     ///< [profile prod] and [prod]
    Bare,     ///< [prod]
};

template <>
struct EnumWords<ProfileTitles>
{
    static constexpr Words<ProfileTitles, 3> kWords{{{ProfileTitles::Prefixed, "prefixed"},
                                                     {ProfileTitles::Both, "both"},
                                                     {ProfileTitles::Bare, "bare"}}};
};

/// What a client does if the requested profile is missing.
enum class MissingProfile {
    NotEstablished,
    GoesOn,  ///< with its defaults
    Refuses, ///< it raises an error, and sends nothing
};

template <>
struct EnumWords<MissingProfile>
{
    static constexpr Words<MissingProfile, 3> kWords{{{MissingProfile::NotEstablished, "notEstablished"},
                                                      {MissingProfile::GoesOn, "goesOn"},
                                                      {MissingProfile::Refuses, "refuses"}}};
};

/// How a client finds a profile in the shared config file.
struct ProfileHabits
{
    ProfileTitles titles = ProfileTitles::Prefixed;
    MissingProfile missing = MissingProfile::NotEstablished;
    std::string refusal; ///< where it refuses: `raises ProfileNotFound`
    /// Comment signs that the client reads as part of a value, `#;`: then `retry_mode = legacy # why` is not
    /// a valid mode.
    std::string keptComments;
    std::string source;
    bool operator==(const ProfileHabits&) const = default;
};

/// Numbers of a mode without a preset, from a source that does not describe the rules.
struct ModeFigures
{
    std::map<std::string, int> attempts; ///< by service, the first one included; the key `` serves all others
    std::map<std::string, Duration> delay; ///< longest first delay of a plain error by service, likewise
    std::optional<Duration> throttlingDelay;
    std::optional<int> cost; ///< of a retry in tokens; absent: not told, or no quota
    std::optional<int> throttlingCost;
    std::optional<int> capacity;
    std::string source;
    bool operator==(const ModeFigures&) const = default;
};

/// One mode under one set of rules: a preset, or, where there is none, its figures.
struct ModeRules
{
    std::string policy; ///< id of a preset; empty: there is none
    std::optional<ModeFigures> figures;
    bool operator==(const ModeRules&) const = default;
};

struct SdkMode
{
    ModeRules before;
    ModeRules after;
    bool operator==(const SdkMode&) const = default;
};

/// A range of versions that read the settings in the same way.
struct SdkLine
{
    std::string from; ///< first version of the line; empty: from the beginning
    SwitchUse use = SwitchUse::Unread;
    std::string defaultBefore; ///< mode when nothing is set, under the rules before 2026
    std::string defaultAfter;  ///< the same under those of 2026
    std::map<std::string, SdkMode> modes;
    std::optional<ProfileHabits> profiles; ///< absent: not established
    std::vector<std::string> notes;
    std::vector<std::string> modeNotes; ///< of use where the mode changes
    std::string source;
    bool operator==(const SdkLine&) const = default;
};

/// One SDK and its versions around the switch to the 2026 rules.
struct Sdk
{
    std::string id;                 ///< as on the command line: `botocore`
    std::string title;              ///< `Python (boto3, botocore)`
    std::vector<std::string> names; ///< others by which it is known: `boto3`
    bool needsExactTrue = false;    ///< `TRUE` does not mean yes
    bool readsJavaProperties = false;
    bool readsNoSettings = false;      ///< neither mode nor attempts, wherever they stand
    std::string keep;                  ///< the setting that keeps the rules before 2026; empty if there is
                                       ///< none
    std::vector<std::string> keepAlso; ///< further ways, as sentences
    std::vector<SdkLine> lines;        ///< ascending by version
    bool operator==(const Sdk&) const = default;
};

using Sdks = std::vector<Sdk>;

/// By id or one of its other names, whatever the case; nullptr: none.
[[nodiscard]] const Sdk* findSdk(const Sdks& sdks, const std::string& name);
/// version: numbers with dots; empty: the newest known.
[[nodiscard]] const SdkLine& lineOf(const Sdk& sdk, const std::string& version);
/// True when this version comes no later than the other: `3.9` before `3.10`.
[[nodiscard]] bool isNoLater(const std::string& version, const std::string& other);
/// Which profile a client reads if [prod] and [profile prod] differ.
struct ProfileReading
{
    RetrySettingsInput input;                        ///< with the settings that are the client's profile
    MissingProfile missing = MissingProfile::GoesOn; ///< where it finds none
    std::string remark;                              ///< a sentence without a stop; empty: nothing is odd
};
/// line: nullptr where the client is none of the SDKs.
[[nodiscard]] ProfileReading profileReadBy(const SdkLine* line, RetrySettingsInput input);
/// Whether this client takes the text for yes.
[[nodiscard]] bool meansYes(const Sdk& sdk, const std::string& text);

/// The SDK, versions and mode of a preset.
struct SdkPlace
{
    const Sdk* sdk = nullptr;
    const SdkLine* line = nullptr;
    std::string mode;
    bool isAfter = false; ///< it has the 2026 rules
};
/// The newest line that has it, of the SDK whose name it bears where several carry the same client; absent
/// for presets of other clients and documents.
[[nodiscard]] std::optional<SdkPlace> placeOf(const Sdks& sdks, const std::string& policyId);

/// The rules and the mode that a client uses.
struct RulesInForce
{
    std::string mode;
    bool areNew = false;              ///< those of 2026
    const ModeRules* rules = nullptr; ///< nullptr: this SDK has no such mode
};
/// mode: what the settings ask for, absent: nothing. isOn: what AWS_NEW_RETRIES_2026 says, absent: nothing.
/// hasSwitched: the release in which the new rules are the default has come.
[[nodiscard]] RulesInForce rulesInForce(const SdkLine& line, const std::optional<std::string>& mode,
                                        std::optional<bool> isOn, bool hasSwitched);

} // namespace retryscope
