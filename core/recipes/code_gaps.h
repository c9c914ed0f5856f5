// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/policy_summary.h"
#include "core/recipes/client_wishes.h"

#include <set>
#include <string>
#include <vector>

namespace retryscope {

/// Where a client configured with a text still differs from the policy: `here` is the policy's value, `there`
/// the client's. Compares numbers like differencesBetween(), rules by their decision on every status and
/// fault for GET and POST, and rules with further conditions by their text.
[[nodiscard]] std::vector<PolicyDifference> codeGaps(const Policy& wanted, const Policy& meant);

/// The client's policy with a text that contains these recipe values; see valuesOf(). own: the client's
/// policy without configuration. isSetting: the values stand in lists of the client's, behind its filters
/// (ErrorMapping::isListed), and not in code, which can override them.
[[nodiscard]] Policy meantBy(const Policy& own, const Policy& wanted, const ClientWishes& wishes,
                             const std::set<std::string>& written, bool isSetting);

/// True if the code leaves every requested point open.
[[nodiscard]] bool areAllIn(const std::vector<PolicyDifference>& asked,
                            const std::vector<PolicyDifference>& gaps);

/// `first delay: 1.5 s in the policy, 375 ms in the client`
[[nodiscard]] std::string gapText(const PolicyDifference& gap);

} // namespace retryscope
