// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/policy_summary.h"
#include "core/recipes/client_wishes.h"

#include <set>
#include <string>
#include <vector>

namespace retryscope {

/// Where a client that is configured as a text says still does something else than the policy: `here` is the
/// policy's, `there` that of the client. Numbers and habits are compared as differencesBetween() does, rules
/// by what becomes of every status and fault, of GET and of POST, and rules that ask for more than those by
/// what they say.
[[nodiscard]] std::vector<PolicyDifference> codeGaps(const Policy& wanted, const Policy& meant);

/// What the client does with a text that these values of a recipe were written into; see valuesOf(). own:
/// what it does by itself.
[[nodiscard]] Policy meantBy(const Policy& own, const Policy& wanted, const ClientWishes& wishes,
                             const std::set<std::string>& written);

/// Each point that was asked for is one that the code leaves open.
[[nodiscard]] bool areAllIn(const std::vector<PolicyDifference>& asked,
                            const std::vector<PolicyDifference>& gaps);

/// `first delay: 1.5 s in the policy, 375 ms in the client`
[[nodiscard]] std::string gapText(const PolicyDifference& gap);

} // namespace retryscope
