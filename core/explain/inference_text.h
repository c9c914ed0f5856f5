// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/inference.h"
#include "core/run/run_record.h"

#include <string>
#include <vector>

namespace retryscope {

// What was inferred of a client, in words. User agents come from outside: each text is one line without
// control characters, and what is taken from outside is shortened.

/// `boto3/1.43.67 …`; `a client without a User-Agent`.
[[nodiscard]] std::string clientText(const InferredClient& client);
/// Which preset the client is: `This is botocore 1.29.27, standard mode, set to 4 attempts (from 2 failures
/// and 2 delays).`, all that it may be, or that no preset matches and what was measured.
[[nodiscard]] std::string fitHeadline(const InferredClient& client);
/// The same without the list of presets, for where that stands beside it: `3 presets explain this client
/// equally well (from 16 failures and 16 delays).`
[[nodiscard]] std::string fitTitle(const InferredClient& client);
/// What would tell the named presets apart, or which version the client says instead of the recorded one;
/// each a sentence.
[[nodiscard]] std::vector<std::string> fitRemarks(const InferredClient& client);
/// `4 attempts, delays of 1 s and 2 s, no jitter, obeys Retry-After`: of any client, whatever its name.
[[nodiscard]] std::string measuredText(const SeenClient& seen);
/// `23 calls, 41 requests; 20 of 24 failures were retried; at most 3 attempts, as announced (max=3)`
[[nodiscard]] std::string activityText(const SeenClient& seen);
/// `full jitter from 0 to about 1 s, growing 2 times with each retry`; empty where nothing was retried.
[[nodiscard]] std::string backoffText(const BackoffEstimate& backoff);
/// `Retry-After: waited 1.01 s where 1 s was asked for, and its own next delay would be 2 to 4 s: obeyed`
[[nodiscard]] std::string hintText(const SeenHint& hint);
/// What agrees, by check: `retried 20 of 20`, `delays 9 of 10`; checks that say nothing are left out.
[[nodiscard]] std::string agreementText(const PresetFit& fit);
/// How many decisions and delays are as the preset has them: `12 of 14`; empty where none was seen.
[[nodiscard]] std::string agreementCount(const PresetFit& fit);
/// What speaks against the preset, one clause each, what weighs most first.
[[nodiscard]] std::vector<std::string> againstTexts(const PresetFit& fit);
/// One check as a row of a table.
struct CheckText
{
    std::string question; ///< `Not retried`
    std::string client;   ///< how often the client did as the preset would: `20 of 24 as the preset`
    std::string preset; ///< what agrees (`20 of 20`, `the same`), else the first difference and how many more
                        ///< are known
    bool agrees = false;
    bool operator==(const CheckText&) const = default;
};
/// Of a check that was asked at least once.
[[nodiscard]] CheckText checkText(const FitCheck& check);
/// How it is known which requests are this call, one sentence: `Grouped by timing, 90 %: …`.
[[nodiscard]] std::string groupingText(const CallSource& source);

} // namespace retryscope
