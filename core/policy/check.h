// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <cstddef>
#include <string>
#include <vector>

namespace retryscope {

/// One contradiction in a policy.
struct PolicyProblem
{
    std::string path; ///< JSON path of the group, for example `backoff.cap`
    std::string text; ///< what is wrong and what is allowed
    bool operator==(const PolicyProblem&) const = default;
    /// `backoff.cap is below the base`
    [[nodiscard]] std::string sentence() const { return path + ' ' + text; }
};

/// Most problems reported at once; users fix these and check again.
constexpr std::size_t kMostProblems = 50;

/// Every contradiction: a floor above the cap, rules that can never match, missing sources, …
/// At most kMostProblems; empty if the policy is usable. A policy beyond its size limits (policy_size.h)
/// reports only that problem.
[[nodiscard]] std::vector<PolicyProblem> problemsOf(const Policy& policy);

/// Settings without any effect: a rule that a wider one hides, a number for a kind that is never retried,
/// jitter of 0. Such a policy is usable, but `policies check` rejects it.
[[nodiscard]] std::vector<PolicyProblem> remarksOn(const Policy& policy);

/// Settings that clients accept, but that hardly anybody means: a cap below a base, delays that shrink, a
/// capacity below a price. Such a policy is usable.
[[nodiscard]] std::vector<PolicyProblem> warningsOn(const Policy& policy);

/// An earlier rule that matches in all the same cases, so that this one never matches if the first match
/// wins; nullptr if there is none. index: of this rule in the list.
[[nodiscard]] const Rule* widerRuleBefore(const std::vector<Rule>& rules, std::size_t index);

} // namespace retryscope
