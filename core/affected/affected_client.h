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

/// A failure of one sort, as one side of the switch treats it.
struct FailureCost
{
    std::optional<Duration>
        firstLow; ///< of the delay before the first retry; absent: not told, or not retried
    std::optional<Duration> firstHigh;
    std::optional<Duration> longest; ///< all delays of a call at their longest
    std::optional<int> tokens;       ///< of a retry; absent: no quota, or not told
    bool operator==(const FailureCost&) const = default;
};

/// A client under one set of rules. How a client handles invalid settings.
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

/// Without figures where the settings are not taken.
struct AffectedSide
{
    SettingsUse settings = SettingsUse::Taken;
    std::string mode;
    std::string policy;          ///< id of the preset; empty: there is none
    std::optional<int> attempts; ///< absent: not known
    FailureCost plain;
    FailureCost throttling;
    std::optional<int> capacity;      ///< of the retry quota
    bool obeysRetryAfter = false;     ///< x-amz-retry-after
    std::vector<std::string> polling; ///< operations that wait before they fail for want of tokens
    std::string source;               ///< of figures that no preset has
    bool operator==(const AffectedSide&) const = default;
};

/// One SDK and service before and after the switch.
struct AffectedClient
{
    const Sdk* sdk = nullptr;
    const SdkLine* line = nullptr;
    std::string version; ///< as it was given; empty: the newest known
    std::string service;
    AffectedSide today;
    AffectedSide after;
    std::vector<std::string> problems; ///< settings that this client refuses, and what to correct
    std::vector<std::string> remarks;
};

} // namespace retryscope
