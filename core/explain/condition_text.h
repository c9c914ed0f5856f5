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
/// What was found where a rule did not match, or the evidence with which it did.
[[nodiscard]] std::string evidenceText(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                       const Trace& trace, const RuleTried& tried);
/// `503`, `5xx`, `500-599`
[[nodiscard]] std::string statusRangeText(const StatusRange& range);
/// `1 attempt`, `3 attempts`
[[nodiscard]] std::string counted(std::int64_t number, const std::string& thing);
/// `1 retry`, `3 retries`
[[nodiscard]] std::string retriesText(std::int64_t number);
/// The text with its first letter capitalised, if that is `a` to `z`.
[[nodiscard]] std::string capitalised(std::string text);
/// `a, b or c`; last: the separator before the last item.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, const std::string& last);

} // namespace retryscope
