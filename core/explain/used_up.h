// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/decide/decision.h"
#include "core/policy/resolve.h"

#include <string>

namespace retryscope {

/// The rule that would have had this failure retried, had it not matched as often in the call as it may
/// (Rule::atMost); nullptr where the decision is a retry, or no such rule was the reason.
[[nodiscard]] const Rule* usedUpRule(const ResolvedPolicy& policy, const Decision& decision);
/// How often the rule may match in one call: `once`, `4 times`. Of a rule that has such a limit.
[[nodiscard]] std::string usesText(const Rule& rule);

} // namespace retryscope
