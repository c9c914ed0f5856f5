// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/check.h"

#include <vector>

namespace retryscope {

/// The members whose numbers are not in their range (policy_members.h), in the order of policy files.
[[nodiscard]] std::vector<PolicyProblem> rangeProblemsOf(Policy policy);

} // namespace retryscope
