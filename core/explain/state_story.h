// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_record.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// A clause: `each success gives back 1 token`
[[nodiscard]] std::string givenBackText(const QuotaSpec& quota);
/// The same as a sentence, and how many successes refill the quota: `Each success gives back 1 token. The
/// quota is full again after 500 calls that succeed at the first attempt. Time alone gives nothing back.`
[[nodiscard]] std::string givenBackSentences(const QuotaSpec& quota, int level);
/// Where the client's own retry quota first prevented a retry, and what refills the quota: `The client stops
/// retrying in call 51: 0 tokens are left, and a retry costs 5. …` Empty if it never did.
[[nodiscard]] std::string quotaStopSentences(const RunRecord& record);

/// The first retry that the quota refused, and how the sentences name it: `call 51 of client 2, after attempt
/// 3`.
struct RefusedRetry
{
    Place place; ///< of the attempt that was not retried
    std::string name;
};
[[nodiscard]] std::optional<RefusedRetry> firstRefusedRetry(const RunRecord& record);
/// What the retry quota and the send rate did in a run, in sentences: where the client stopped retrying by
/// itself, how the quota refills, and from when the send rate delayed attempts. Empty if neither did
/// anything. With several clients: the first one that stopped.
[[nodiscard]] std::vector<std::string> stateStory(const RunRecord& record);

} // namespace retryscope
