// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/check.h"

#include <cstddef>
#include <optional>

namespace retryscope {

/// Size limits of a policy, so that a stranger's file cannot keep Retryscope busy, which compares rules and
/// their values with one another. Recorded clients have at most 43 rules and 163 values; the limits allow
/// about fifty times as many.
struct PolicyLimits
{
    static constexpr std::size_t kRules = 2000;      ///< those of services and operations included
    static constexpr std::size_t kValues = 10'000;   ///< listed in the conditions of all rules together
    static constexpr std::size_t kTexts = 200;       ///< texts to look for in bodies and messages
    static constexpr std::size_t kTextBytes = 256;   ///< of each
    static constexpr std::size_t kOverrides = 2000;  ///< services, operations, protocols and readings, each
    static constexpr std::size_t kStatements = 1000; ///< of each other list: delays, notes, hints, headers
};

/// The first limit that a policy exceeds; absent if there is none.
[[nodiscard]] std::optional<PolicyProblem> sizeProblemOf(const Policy& policy);

} // namespace retryscope
