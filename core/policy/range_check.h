// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/check.h"
#include "core/policy/member_range.h"

#include <string>
#include <vector>

namespace retryscope {

/// A number of a policy whose member has a range (policy_members.h).
struct RangedNumber
{
    enum class Sort { Whole, Fraction, Time };

    std::string path;  ///< `backoff.cap`, `backoff.base.throttling`, `hints[0].spread`
    double number = 0; ///< of a duration: milliseconds
    Sort sort = Sort::Whole;
    MemberRange range;
};

/// All of them, in the order of policy files; of a list of numbers each.
[[nodiscard]] std::vector<RangedNumber> rangedNumbersOf(Policy policy);

/// The members whose numbers are not in their range, in the order of policy files.
[[nodiscard]] std::vector<PolicyProblem> rangeProblemsOf(Policy policy);

} // namespace retryscope
