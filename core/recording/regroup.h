// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <cstddef>
#include <string>
#include <vector>

namespace retryscope {

// What a person decides about the calls of a recording. Each function returns the record with that decision;
// the attempts are the same, in the same order of time. Of a call that is made anew, the attempts are counted
// anew, and each but the last was retried. The number of a call among those of its client follows from its
// beginning.

/// Why nobody can join these calls (indices in the record), as a sentence: they are of several clients, or
/// fewer than two. Empty: they can be joined.
[[nodiscard]] std::string whyNotJoined(const RunRecord& record, const std::vector<int>& calls);
/// The attempts of these calls form one call: GroupedBy::Hand.
[[nodiscard]] RunRecord withCallsJoined(const RunRecord& record, const std::vector<int>& calls);
/// This attempt, which is not the first of its call, begins a call of its own. Both calls are grouped by
/// hand.
[[nodiscard]] RunRecord withCallSplit(const RunRecord& record, Place at);
/// Requests with the same value of this header field form one call; those without it, and all of them where
/// field is empty, are grouped as the recorder does. Calls that were grouped by hand stay as they are.
[[nodiscard]] RunRecord withCallsGroupedBy(const RunRecord& record, const std::string& field);

/// Header fields that might hold the id of a call, in lower case: some requests share a value, and not all of
/// them the same one. Those with most values come first. Looks at the first 10,000 attempts.
[[nodiscard]] std::vector<std::string> sharedFieldsOf(const RunRecord& record, std::size_t most);
/// Why no call can be known by this field: no request has it. Empty: some have it.
[[nodiscard]] std::string whyNotGroupedBy(const RunRecord& record, const std::string& field);

} // namespace retryscope
