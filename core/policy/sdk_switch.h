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
    Unread,         ///< has only the rules before 2026
    NotEstablished, ///< it is not known whether this version reads the variable
    Read,           ///< has both, and the variable chooses
    Always,         ///< has only the 2026 rules
};

template <>
struct EnumWords<SwitchUse>
{
    static constexpr Words<SwitchUse, 4> kWords{{{SwitchUse::Unread, "unread"},
                                                 {SwitchUse::NotEstablished, "unknown"},
                                                 {SwitchUse::Read, "read"},
                                                 {SwitchUse::Always, "always"}}};
};

/// Which text of AWS_NEW_RETRIES_2026 an SDK takes for yes.
enum class FlagText {
    NotSeen, ///< `true` for certain, other texts are not known
    Exact,   ///< only `true`
    AnyCase, ///< also `TRUE`
};

template <>
struct EnumWords<FlagText>
{
    static constexpr Words<FlagText, 3> kWords{
        {{FlagText::NotSeen, "notSeen"}, {FlagText::Exact, "exact"}, {FlagText::AnyCase, "anyCase"}}};
};

/// How a fact about a line of versions was found.
enum class HowSure {
    Run,       ///< the version was run
    Source,    ///< read in its source or in a published package
    Announced, ///< read in a changelog, a release note or an announcement
    Inferred,  ///< follows from other facts; nobody has seen it
};

template <>
struct EnumWords<HowSure>
{
    static constexpr Words<HowSure, 4> kWords{{{HowSure::Run, "run"},
                                               {HowSure::Source, "source"},
                                               {HowSure::Announced, "announced"},
                                               {HowSure::Inferred, "inferred"}}};
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
    ConfigForm form = ConfigForm::Common; ///< of the parser; Common: not established
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
    /// The service whose figures hold in place of those of the service that was asked for; empty: its own.
    std::string asService;
    std::optional<ModeFigures> figures;
    bool operator==(const ModeRules&) const = default;
};

struct SdkMode
{
    ModeRules before;
    ModeRules after;
    bool operator==(const SdkMode&) const = default;
};

/// Versions from the first one to below the second; an empty text sets no bound.
struct VersionRange
{
    std::string from;
    std::string below;
    bool operator==(const VersionRange&) const = default;
};

/// A range of versions that read the settings in the same way.
struct SdkLine
{
    std::string from;  ///< first version of the line; empty: from the beginning
    std::string below; ///< first version that is no longer in it; empty: until a later line matches
    std::map<std::string, VersionRange> parts; ///< other packages that decide, by name
    std::vector<std::string> services;         ///< only for these; empty: for all
    SwitchUse use = SwitchUse::Unread;
    std::string date; ///< of the version `from`: `2026-11-10`, or the month alone; empty: not known
    HowSure sure = HowSure::Inferred;
    /// Of a line with the 2026 rules: the setting that brings the rules before them back, where one does.
    std::string keep;
    std::string keepUnknown; ///< why it is not known whether a setting does, in sentences
    std::string pin; ///< what else keeps the old rules, in sentences: mostly which versions to stay below
    std::string defaultBefore; ///< mode when nothing is set, under the rules before 2026
    std::string defaultAfter;  ///< the same under those of 2026
    std::map<std::string, SdkMode> modes;
    std::optional<ProfileHabits> profiles; ///< absent: those of the SDK
    std::vector<std::string> notes;
    std::vector<std::string> modeNotes; ///< of use where the mode changes
    std::string source;
    bool operator==(const SdkLine&) const = default;
};

/// A version, from this version of an SDK on.
struct AssumedVersion
{
    std::string from; ///< of the SDK; empty: from the beginning
    std::string version;
    bool operator==(const AssumedVersion&) const = default;
};

/// A package or a setting of the program that decides together with the version of the SDK.
struct SdkPart
{
    std::string name;                    ///< `@smithy/core`
    std::string lookUp;                  ///< a command that shows its version
    std::vector<std::string> services;   ///< it matters only for these; empty: for all
    std::vector<AssumedVersion> assumed; ///< where nobody named its version, ascending
    bool operator==(const SdkPart&) const = default;
};

/// One SDK and its versions around the switch to the 2026 rules.
struct Sdk
{
    std::string id;                 ///< as on the command line: `botocore`
    std::string title;              ///< `Python (boto3, botocore)`
    std::vector<std::string> names; ///< others by which it is known: `boto3`
    VersionRange versions;          ///< that are this SDK; another of the same name has the others
    FlagText flagText = FlagText::NotSeen;
    bool readsJavaProperties = false;
    bool readsNoSettings = false;          ///< neither mode nor attempts, wherever they stand
    std::string checkedOn;                 ///< the date on which somebody last looked at its releases
    std::vector<SdkPart> parts;            ///< what decides beside its version; mostly nothing
    std::optional<ProfileHabits> profiles; ///< of lines without their own; absent: not established
    std::vector<SdkLine> lines;            ///< the last one that matches a version holds
    bool operator==(const Sdk&) const = default;
};

using Sdks = std::vector<Sdk>;

/// By id or one of its other names, whatever the case, and by version: two SDKs may share a name; nullptr:
/// none. version: empty for the newest.
[[nodiscard]] const Sdk* findSdk(const Sdks& sdks, const std::string& name, const std::string& version = {});
/// Versions of other packages, by name.
using PartVersions = std::map<std::string, std::string>;

/// Which version of an SDK, and of what decides with it, for which service.
struct SdkChoice
{
    std::string version; ///< numbers with dots; empty: the newest known
    PartVersions parts;  ///< those that are known; the SDK says what to assume of others
    std::string service; ///< empty: any
};
[[nodiscard]] const SdkLine& lineOf(const Sdk& sdk, const SdkChoice& choice);
/// The part of that name, whatever the letter case; nullptr: it does not decide for this SDK.
[[nodiscard]] const SdkPart* findPart(const Sdk& sdk, const std::string& name);
/// The versions of all parts that matter for the choice: the given ones, and those that are assumed.
[[nodiscard]] PartVersions partsOf(const Sdk& sdk, const SdkChoice& choice);
/// The line with which the 2026 rules became the default, as somebody gets it who installs that version;
/// nullptr: none is known.
[[nodiscard]] const SdkLine* defaultLineOf(const Sdk& sdk);
/// The first line that certainly reads AWS_NEW_RETRIES_2026; nullptr: none is known.
[[nodiscard]] const SdkLine* optInLineOf(const Sdk& sdk);
/// Numbers between dots or hyphens, at most five of them: `1.44.0`, `2026-01-12`; a text such as `-rc1` may
/// follow.
[[nodiscard]] bool isVersion(const std::string& text);
/// True when this version comes no later than the other: `3.9` before `3.10`.
[[nodiscard]] bool isNoLater(const std::string& version, const std::string& other);
/// Which profile a client reads if [prod] and [profile prod] differ.
struct ProfileReading
{
    RetrySettingsInput input;                        ///< with the settings that are the client's profile
    MissingProfile missing = MissingProfile::GoesOn; ///< where it finds none
    std::string remark;                              ///< a sentence without a stop; empty: nothing is odd
};
/// habits: nullptr where they are not known.
[[nodiscard]] ProfileReading profileReadBy(const ProfileHabits* habits, RetrySettingsInput input);
/// nullptr: not established.
[[nodiscard]] const ProfileHabits* profilesOf(const Sdk& sdk, const SdkLine& line);
/// Whether this client takes the text for yes; absent: not known.
[[nodiscard]] std::optional<bool> meansYes(const Sdk& sdk, const std::string& text);
/// What somebody needs to know who wrote this text into AWS_NEW_RETRIES_2026, as a sentence; empty: nothing.
[[nodiscard]] std::string flagRemark(const Sdk& sdk, const SdkLine& line, const EffectiveSetting& setting);

/// The SDK, versions and mode of a preset.
struct SdkPlace
{
    const Sdk* sdk = nullptr;
    const SdkLine* line = nullptr;
    std::string mode;
    bool isAfter = false; ///< it has the 2026 rules
};
/// The newest line in which it is in force, of the SDK whose name it bears where several carry the same
/// client; absent for presets of other clients and documents.
[[nodiscard]] std::optional<SdkPlace> placeOf(const Sdks& sdks, const std::string& policyId);

/// The rules and the mode that a client uses.
struct RulesInForce
{
    std::string mode;
    bool areNew = false;              ///< those of 2026
    const ModeRules* rules = nullptr; ///< nullptr: this SDK has no such mode
};
/// mode: what the settings ask for, absent: nothing. areNew: the rules of 2026 hold.
[[nodiscard]] RulesInForce rulesInForce(const SdkLine& line, const std::optional<std::string>& mode,
                                        bool areNew);
/// Whether the rules of 2026 hold in this line. isOn: what AWS_NEW_RETRIES_2026 says, absent: nothing.
[[nodiscard]] bool hasNewRules(const SdkLine& line, std::optional<bool> isOn);

} // namespace retryscope
