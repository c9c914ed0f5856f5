// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/inference.h"
#include "core/run/run_record.h"

#include <string>
#include <vector>

namespace retryscope {

// The inference of a client, in words. User agents come from outside, so each text is one line without
// control characters, and text from outside is shortened.

/// `boto3/1.43.67 …`; `a client without a User-Agent`.
[[nodiscard]] std::string clientText(const InferredClient& client);
/// Which preset the client matches: `This client matches botocore 1.29.27, standard mode, set to 4 attempts
/// (from 2 failures and 2 delays).`, or all candidates, or that no preset matches and what was measured.
[[nodiscard]] std::string fitHeadline(const InferredClient& client);
/// The same without the list of presets, for use beside that list: `3 presets match this client equally well
/// (from 16 failures and 16 delays).`
[[nodiscard]] std::string fitTitle(const InferredClient& client);
/// What would tell the candidates apart, or which version the client reports instead of the recorded one; one
/// sentence each.
[[nodiscard]] std::vector<std::string> fitRemarks(const InferredClient& client);
/// `4 attempts, delays of 1 s and 2 s, no jitter, obeys Retry-After`, for any client.
[[nodiscard]] std::string measuredText(const SeenClient& seen);
/// `23 calls, 41 requests; 20 of 24 failures retried; at most 3 attempts in a call, announced max=3.`, and
/// what ended the calls.
[[nodiscard]] std::string activitySentences(const SeenClient& seen);
/// `Backoff: full jitter, first from 0 to about 1 s, then 2.0 times as long with each retry.`; empty without
/// retries.
[[nodiscard]] std::string backoffSentence(const BackoffEstimate& backoff);
/// `Retry-After: the client waited 1.01 s when the server asked for 1 s. Its own delay would be 2 to 4 s. So
/// it obeys the hint.`
[[nodiscard]] std::string hintSentences(const SeenHint& hint);
/// What agrees, by check: `retried 20 of 20`, `delays 9 of 10`; without checks that found nothing to compare.
[[nodiscard]] std::string agreementText(const PresetFit& fit);
/// How many decisions and delays match the preset: `12 of 14`; empty without any.
[[nodiscard]] std::string agreementCount(const PresetFit& fit);
/// What contradicts the preset, one clause each, in the order of the checks.
[[nodiscard]] std::vector<std::string> againstTexts(const PresetFit& fit);
/// One check as a row of a table.
struct CheckText
{
    std::string question; ///< `Not retried`
    std::string client;   ///< how often the client matches the preset: `20 of 24 like the preset`
    std::string preset; ///< what agrees (`20 of 20`, `the same`), else the first difference and the number of
                        ///< others
    bool agrees = false;
    bool operator==(const CheckText&) const = default;
};
/// For a check with at least one comparison.
[[nodiscard]] CheckText checkText(const FitCheck& check);
/// How Retryscope knows which requests belong to this call: `Grouped by timing, 90 % sure: …`.
[[nodiscard]] std::string groupingText(const CallSource& source);

} // namespace retryscope
