// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_record.h"

#include <string>
#include <vector>

namespace retryscope {

/// What a success gives back to a retry quota: `each success gives back 1`.
[[nodiscard]] std::string givenBackText(const QuotaSpec& quota);
/// How many successes that need no retry fill it up: `full again after 500 calls that need no retry`; time
/// alone gives nothing back.
[[nodiscard]] std::string fullAgainText(const QuotaSpec& quota, int level);

/// Where the client's own retry quota stopped it first: `the client stops retrying at call 51: 0 tokens are
/// left and a retry costs 5`. Empty when it never did.
[[nodiscard]] std::string quotaStopText(const RunRecord& record);

/// The same, short, with what brings the tokens back: `the client stops retrying at call 51: 0 tokens; each
/// success gives back 1; full again after 500 calls that need no retry; time alone gives nothing back`. Empty
/// when the quota refused nothing.
[[nodiscard]] std::string quotaStopSummary(const RunRecord& record);

/// What retry quota and send rate did in a run, in sentences: where the client stopped retrying by itself,
/// what comes back, and from where on sends were held back. Empty where neither did anything. Of several
/// clients the first one that was stopped is told of.
[[nodiscard]] std::vector<std::string> stateStory(const RunRecord& record);

} // namespace retryscope
