// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/policy/sdk_switch.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// How a policy differs from its client's own, as far as code can express this.
struct ClientWishes
{
    std::string family; ///< of the policy
    std::string mode;   ///< as the client spells it; empty: it has none
    int attempts = 3;
    bool wants2026 = false;           ///< the rules behind AWS_NEW_RETRIES_2026
    std::optional<Duration> base;     ///< set when it differs
    std::optional<Duration> cap;      ///< set when it differs
    std::vector<std::string> names;   ///< to be retried as well
    std::vector<int> statuses;        ///< to be retried as well
    std::vector<std::string> noNames; ///< not to be retried any more
    std::vector<int> noStatuses;      ///< not to be retried any more
    bool mapsThrottling = false;      ///< the additional errors to retry count as throttling
    bool mapsOtherKinds = false;      ///< or as another kind
    bool mapsFaults = false;
    Policy policy; ///< the whole policy, for recipes that need more than the differences
    /// Methods for which the policy retries most, if different from the client's; for all methods: empty,
    /// with anyMethod.
    std::vector<std::string> methods;
    bool anyMethod = false;
    std::vector<std::string> noMethods;  ///< that the client retries and the policy does not
    std::optional<Duration> hintForbids; ///< a server that asks for more ends the call; set when it differs
    std::optional<Duration> hintCaps;    ///< what a server asks for is cut to so much; set when it differs
    bool onlyStatuses = true;            ///< the retried failures differ from the client's only in statuses
    bool retriesElse = false;            ///< the retried failures differ in any way
    std::string service = "SERVICE"; ///< whose client the code makes; that stands for one that nobody named
    bool hasService = false;         ///< a service was named
    std::string
        attemptsByService; ///< `4 for dynamodb`: not to be overridden by one number for all; may be empty
    bool keepsOldRules = false; ///< the rules before 2026, in a version that has both
    std::optional<Duration> readTimeout;
    std::optional<Duration> connectTimeout;
};

/// The purpose and place of the code.
struct CodeContext
{
    std::string service;        ///< empty: none was named
    bool keepsOldRules = false; ///< the client has the rules of 2026 too, and the preset those of before
    std::optional<Duration> readTimeout;
    std::optional<Duration> connectTimeout;
};

/// service: `generic` names none. sdks: tell whether the client has the rules of 2026 too.
[[nodiscard]] CodeContext codeContextFor(const Sdks& sdks, const Policy& preset, const std::string& service);

[[nodiscard]] ClientWishes wishesOf(const Policy& preset, const Policy& wanted,
                                    const CodeContext& context = {});

/// The values that a recipe can fill in, by name; each a list of texts, empty if not needed. The names are
/// listed in resources/recipes/README.md.
using RecipeValues = std::map<std::string, std::vector<std::string>, std::less<>>;
[[nodiscard]] RecipeValues valuesOf(const ClientWishes& wishes);
/// `a, b`
[[nodiscard]] std::string joined(const std::vector<std::string>& texts);

} // namespace retryscope
