// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/server_hints.h"
#include "core/read/load_curves.h"
#include "core/read/quota_ledger.h"
#include "core/run/run_record.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// One attempt with everything that its texts need. Holds references only.
struct AttemptContext
{
    const RunHeader& header;
    const CallRecord& call;
    const AttemptRecord& attempt;
    std::optional<QuotaEntry> quota{}; ///< from the record's ledger; absent without a quota
    const LoadCurves* load = nullptr;  ///< of the record; nullptr: not needed
};

/// place: of an attempt of the record. Without the quota and the load.
[[nodiscard]] inline AttemptContext contextOf(const RunRecord& record, Place place)
{
    return {.header = record.header(), .call = record.callAt(place.call), .attempt = record.at(place)};
}

/// How a change of the retry quota is written.
enum class TokensForm {
    Words, ///< `500 → 495`; `4, needs 5` when the quota could not pay
    Signs, ///< `500 → 495`; `4 < 5`
    Sum,   ///< `500 - 5 = 495`; `4, needs 5`
};
[[nodiscard]] std::string tokensText(const QuotaEntry& quota, TokensForm form);

/// How to write a delay and its range.
enum class DelayForm {
    Of,            ///< `412 ms of 0 to 1 s`
    InParentheses, ///< `412 ms (0 to 1 s)`
};
/// `at once` for a retry without delay; empty when no delay was computed.
[[nodiscard]] std::string delayText(const Decision& decision, DelayForm form);

} // namespace retryscope

/// Short texts about one attempt: words, and numbers with units. explain.h makes whole sentences about
/// decisions.
namespace retryscope::words {

/// `3`; `2.3` when there are several calls; `4/2.3` when there are several clients too.
[[nodiscard]] std::string number(const AttemptContext& at);
/// `38.2 ms`; `…` while it runs.
[[nodiscard]] std::string took(const AttemptContext& at);
/// `503 SlowDown`, `connection reset`; `no response yet` while it runs.
[[nodiscard]] std::string response(const AttemptContext& at);
/// Status, or what went wrong in two words at most: `503`, `reset`, `200, cut short`; `…` while it runs.
[[nodiscard]] std::string result(const AttemptContext& at);
/// Status alone; a dash when no response came.
[[nodiscard]] std::string status(const AttemptContext& at);
/// The error's name, shortened; empty when there is none.
[[nodiscard]] std::string errorName(const AttemptContext& at);
/// The error's name; a dash when there is none; empty while it runs.
[[nodiscard]] std::string nameOrDash(const AttemptContext& at);
/// The text below a status: the fault, else the error name, else the reason phrase.
[[nodiscard]] std::string caption(const AttemptContext& at);
/// `throttling`, a dash for a success; empty while it runs.
[[nodiscard]] std::string kindOrDash(const AttemptContext& at);
/// `Retry`, `Stop`, `Done`, `Stopped`; `…` while it runs.
[[nodiscard]] std::string verdict(const AttemptContext& at);
/// With its mark: `↻ Retry`, `✕ Stop`, `✓ Done`; `…` while it runs.
[[nodiscard]] std::string markedVerdict(const AttemptContext& at);
/// Without a mark, and with the delay: `Retry after 50 ms`, `Retry at once`, `Stop`, `Stopped`, `Done`;
/// `Running` while it runs.
[[nodiscard]] std::string verdictWithDelay(const AttemptContext& at);
/// Why, in a few words: `SlowDown: throttling`, `Attempts used up`, `Took 19 ms`; empty while it runs.
[[nodiscard]] std::string shortReason(const AttemptContext& at);

/// A delay followed the attempt, even if it was 0.
[[nodiscard]] bool hasDelay(const AttemptContext& at);
/// The delay that was planned after the attempt; empty when there was none.
[[nodiscard]] std::string delay(const AttemptContext& at);
/// `0 to 1 s`: the range of the random delay; empty without jitter.
[[nodiscard]] std::string window(const AttemptContext& at);
/// `412 ms of 0 to 1 s`, `at once`; empty without a delay.
[[nodiscard]] std::string delayOfWindow(const AttemptContext& at);
/// The server's delay hint, if readable; else absent.
[[nodiscard]] std::optional<HintApplied> hint(const AttemptContext& at);
/// Every header of the response about retrying, and what the client did with it.
[[nodiscard]] std::vector<ServerHint> hints(const AttemptContext& at);
/// The most important of them: the obeyed one, else the first.
[[nodiscard]] std::optional<ServerHint> foremostHint(const AttemptContext& at);
/// A summary of the most important hint: `Retry-After asked for 30 s, applied 20 s`, `Retry-After asked for 7
/// s, not read`; empty without a hint.
[[nodiscard]] std::string hintText(const AttemptContext& at);

/// Retry quota before and after: `500 → 495`, or `500` when it was full; empty without a quota.
[[nodiscard]] std::string tokens(const AttemptContext& at);
/// What the send rate learned: `5 per second allowed, 3.1 per second measured`; empty without one.
[[nodiscard]] std::string sendRate(const AttemptContext& at);
/// `new, number 3`, `reused, number 1`; empty when no connection is known.
[[nodiscard]] std::string connection(const AttemptContext& at);
/// The reason for the verdict in one sentence; empty while the attempt runs.
[[nodiscard]] std::string why(const AttemptContext& at);
/// One line for screen readers.
[[nodiscard]] std::string summary(const AttemptContext& at);

} // namespace retryscope::words
