// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/policy/check.h"
#include "core/policy/policy.h"
#include "core/policy/sdk_switch.h"

#include <string>
#include <vector>

namespace retryscope {

/// Everything that the policy says, with its sources. sdks: those that are known, to say in which mode one of
/// them is when nothing is set.
[[nodiscard]] Report policyReport(const Policy& policy, const Sdks& sdks);

/// One row per policy.
[[nodiscard]] Report policiesReport(const std::vector<Policy>& policies);
/// Of a file that can be used. warnings: about settings that never have an effect.
[[nodiscard]] Report checkedReport(const std::string& file, const std::vector<PolicyProblem>& warnings);

} // namespace retryscope
