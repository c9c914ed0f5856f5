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
};

/// Of more, the first ones are told: people mend those, and ask again.
constexpr std::size_t kMostProblems = 50;

/// Every contradiction: cap below base, cost above capacity, rules that can never match, missing sources, …
/// At most kMostProblems; empty means usable. A policy beyond its limits (policy_size.h) has that one
/// problem.
[[nodiscard]] std::vector<PolicyProblem> problemsOf(const Policy& policy);

/// What is said and can never have an effect: a rule that a wider one hides, a number for a kind that is
/// never retried, jitter of 0. Such a policy can be used all the same; `policies check` refuses it.
[[nodiscard]] std::vector<PolicyProblem> remarksOn(const Policy& policy);

/// A rule before this one that matches wherever it would, so that it never does where the first match wins;
/// nullptr: there is none. index: of a rule in the list.
[[nodiscard]] const Rule* widerRuleBefore(const std::vector<Rule>& rules, std::size_t index);

} // namespace retryscope
