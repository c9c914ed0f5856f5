// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/decide/trace.h"
#include "core/policy/resolve.h"

#include <string>
#include <vector>

namespace retryscope {

/// The condition as a short statement: `the status is 500 or 503`, `the error name is one of 14 listed`.
[[nodiscard]] std::string conditionText(const Condition& when);
/// A clause: what was found where a rule did not match, or the evidence with which it did.
[[nodiscard]] std::string evidenceText(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                       const Trace& trace, const RuleTried& tried);
/// `503`, `5xx`, `500-599`
[[nodiscard]] std::string statusRangeText(const StatusRange& range);

} // namespace retryscope
