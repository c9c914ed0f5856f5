// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/attempt_facts.h"
#include "core/policy/resolve.h"

#include <optional>

namespace retryscope {

/// The index of the rule by which this client would retry the failure if the request had another method.
/// decision: on these facts. Absent if the method did not decide.
[[nodiscard]] std::optional<int> ruleBarredByMethod(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                                    const Decision& decision);

} // namespace retryscope
