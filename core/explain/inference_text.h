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
/// The best-fitting preset, one sentence: `This looks like botocore 1.43.67, standard mode (97 %, from
/// 2 failures and 2 delays).`, with all presets that explain it as well,, or why
/// none is named.
[[nodiscard]] std::string fitHeadline(const InferredClient& client);
/// `23 calls, 41 requests; 20 of 24 failures were retried; at most 3 attempts, as announced (max=3)`
[[nodiscard]] std::string activityText(const InferredClient& client);
/// `full jitter from 0 to about 1 s, growing 2 times with each retry`; empty where nothing was retried.
[[nodiscard]] std::string backoffText(const BackoffEstimate& backoff);
/// What agrees, by check: `retried 20 of 20`, `delays 9 of 10`; checks that say nothing are left out.
[[nodiscard]] std::string agreementText(const PresetFit& fit);
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
/// `98 %`
[[nodiscard]] std::string scoreText(double score);

} // namespace retryscope
