// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/facts/instant.h"
#include "core/policy/sdk_switch.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// A failure of one sort, as one side treats it.
struct FailureCost
{
    std::optional<Duration>
        firstLow; ///< of the delay before the first retry; absent: not told, or not retried
    std::optional<Duration> firstHigh;
    std::optional<Duration> longest; ///< all delays of a call at their longest
    std::optional<int> tokens;       ///< of a retry; absent: no quota, or not told
    bool operator==(const FailureCost&) const = default;
};

/// How a client handles invalid settings.
enum class SettingsUse {
    Taken,          ///< valid, or the client uses another value instead
    Refused,        ///< the client raises an error and sends nothing
    NotEstablished, ///< unknown behaviour, so no figures
};
template <>
struct EnumWords<SettingsUse>
{
    static constexpr Words<SettingsUse, 3> kWords{{{SettingsUse::Taken, "taken"},
                                                   {SettingsUse::Refused, "refused"},
                                                   {SettingsUse::NotEstablished, "notEstablished"}}};
};

/// A client under one set of rules. Without figures where the settings are not taken.
struct AffectedSide
{
    SettingsUse settings = SettingsUse::Taken;
    std::string mode;
    std::string policy;          ///< id of the preset; empty: there is none
    std::string asService;       ///< whose figures hold in place of the service's own; empty: its own
    std::optional<int> attempts; ///< absent: not known
    FailureCost plain;
    FailureCost throttling;
    std::optional<int> capacity;      ///< of the retry quota
    bool obeysRetryAfter = false;     ///< x-amz-retry-after
    std::vector<std::string> polling; ///< operations that wait before they fail for want of tokens
    std::string source;               ///< of figures that no preset has
    bool operator==(const AffectedSide&) const = default;

    /// The same behaviour, as far as these figures say, whatever preset they come from.
    [[nodiscard]] bool behavesAs(const AffectedSide& other) const
    {
        AffectedSide same = other;
        same.policy = policy;
        same.asService = asService;
        same.source = source;
        return *this == same;
    }
};

/// What two sides decide differently about a response without a name, or about a fault.
struct ChangedVerdict
{
    std::string what; ///< `429`, `POST, no response: connection reset`
    std::string before;
    std::string after;
    bool operator==(const ChangedVerdict&) const = default;
};

/// One SDK with one service: what it does today, and either what it did before the 2026 rules, or what it
/// will do after an upgrade.
struct AffectedClient
{
    const Sdk* sdk = nullptr;
    const SdkLine* line = nullptr;   ///< of today's version
    const SdkLine* toLine = nullptr; ///< of the version after the upgrade; nullptr: `before` holds
    std::string version;             ///< as it was given; empty: the newest known
    std::string toVersion;           ///< the same after the upgrade
    PartVersions parts;              ///< that decide with today's version
    PartVersions given;              ///< those of them that somebody named; the others are assumed
    std::string service;
    AffectedSide today;
    /// Exactly one of these two is there.
    std::optional<AffectedSide> before;   ///< of a version that has the 2026 rules as its default
    std::optional<AffectedSide> after;    ///< of any other version
    std::vector<ChangedVerdict> verdicts; ///< that change, where both sides have a preset
    std::string keep;                     ///< the setting that keeps the old rules; empty: none does
    std::vector<std::string> problems;    ///< settings that this client refuses, and what to correct
    std::vector<std::string> remarks;

    /// The older and the newer side; with `--to` an older version, the newer one comes first.
    [[nodiscard]] const AffectedSide& left() const { return before ? *before : today; }
    [[nodiscard]] const AffectedSide& right() const { return before || !after ? today : *after; }
    [[nodiscard]] bool isChanged() const { return !left().behavesAs(right()) || !verdicts.empty(); }
};

} // namespace retryscope
