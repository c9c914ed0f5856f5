// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/attempt_facts.h"
#include "core/policy/resolve.h"

#include <optional>

namespace retryscope {

/// The rule by which this client would retry what it does not retry, were it for another method: its index.
/// decision: on these facts. Absent where the method did not decide.
[[nodiscard]] std::optional<int> ruleBarredByMethod(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                                    const Decision& decision);

} // namespace retryscope
