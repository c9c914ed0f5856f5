// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_record.h"

#include <string>
#include <vector>

namespace retryscope {

/// What a success gives back to a retry quota: `each success gives back 1`.
[[nodiscard]] std::string givenBackText(const QuotaSpec& quota);
/// How many successes refill the quota: `full again after 500 calls that succeed at their first attempt; time
/// alone gives nothing back`.
[[nodiscard]] std::string fullAgainText(const QuotaSpec& quota, int level);

/// Where the client's own retry quota first prevented a retry: `the client stops retrying at call 51: 0
/// tokens are left and a retry costs 5`. Empty if it never did.
[[nodiscard]] std::string quotaStopText(const RunRecord& record);

/// The same, short, with what refills the quota: `the client stops retrying at call 51: 0 tokens; each
/// success gives back 1 token; full again after 500 calls that succeed at their first attempt; time alone
/// gives nothing back`. Empty if the quota refused nothing.
[[nodiscard]] std::string quotaStopSummary(const RunRecord& record);

/// What the retry quota and the send rate did in a run, in sentences: where the client stopped retrying by
/// itself, how the quota refills, and from when the send rate delayed attempts. Empty if neither did
/// anything. With several clients: the first one that stopped.
[[nodiscard]] std::vector<std::string> stateStory(const RunRecord& record);

} // namespace retryscope
