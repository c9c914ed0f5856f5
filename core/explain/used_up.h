// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/decide/decision.h"
#include "core/policy/resolve.h"

#include <string>

namespace retryscope {

/// The rule that would have retried this failure, but had already matched as often as it may in one call
/// (Rule::atMost). nullptr if the decision is a retry or has another reason.
[[nodiscard]] const Rule* usedUpRule(const ResolvedPolicy& policy, const Decision& decision);
/// How often the rule may match per call: `once`, `4 times`. For rules with such a limit.
[[nodiscard]] std::string usesText(const Rule& rule);

} // namespace retryscope
