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

/// One attempt, and what else its texts are made of. Refers to all of it.
struct AttemptContext
{
    const RunHeader& header;
    const CallRecord& call;
    const AttemptRecord& attempt;
    std::optional<QuotaEntry> quota{}; ///< from the record's ledger; absent without a quota
    const LoadCurves* load = nullptr;  ///< of the record; nullptr: nobody asks for it
};

/// place: of an attempt of the record. Without the quota and the load.
[[nodiscard]] inline AttemptContext contextOf(const RunRecord& record, Place place)
{
    return {.header = record.header(), .call = record.callAt(place.call), .attempt = record.at(place)};
}

/// How a change of the retry quota is written.
enum class TokensForm {
    Words, ///< `500 → 495`; `4, needs 5` when the price could not be paid
    Signs, ///< `500 → 495`; `4 < 5`
    Sum,   ///< `500 - 5 = 495`; `4, needs 5`
};
[[nodiscard]] std::string tokensText(const QuotaEntry& quota, TokensForm form);

/// How a delay and the window that it was drawn from are written.
enum class DelayForm {
    Of,            ///< `412 ms of 0 … 1 s`
    InParentheses, ///< `412 ms (0 … 1 s)`
};
/// `at once` for a retry without delay; empty when no delay was computed.
[[nodiscard]] std::string delayText(const Decision& decision, DelayForm form);

} // namespace retryscope

/// What is said about one attempt, short: words, and numbers with their units. Whole sentences about
/// decisions are made by explain.h.
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
/// What went wrong, else the error's name, else the reason phrase: what stands under a status.
[[nodiscard]] std::string caption(const AttemptContext& at);
/// `throttling`, a dash for a success; empty while it runs.
[[nodiscard]] std::string kindOrDash(const AttemptContext& at);
/// With its mark: `↻ Retry`, `✕ Stop`, `✓ Done`; `…` while it runs.
[[nodiscard]] std::string markedVerdict(const AttemptContext& at);
/// Without a mark, and with the delay: `Retry after 50 ms`, `Retry at once`, `Stop`, `Stopped`, `Done`;
/// `Running` while it runs.
[[nodiscard]] std::string verdictWithDelay(const AttemptContext& at);
/// Why, in a few words: `SlowDown: throttling`, `Attempts used up`, `Took 19 ms`; empty while it runs.
[[nodiscard]] std::string shortReason(const AttemptContext& at);

/// A delay was imposed after the attempt, be it of no length.
[[nodiscard]] bool hasDelay(const AttemptContext& at);
/// The delay that was planned after the attempt; empty when there was none.
[[nodiscard]] std::string delay(const AttemptContext& at);
/// `0 … 1 s`: what the delay was drawn from; empty when nothing was drawn.
[[nodiscard]] std::string window(const AttemptContext& at);
/// `412 ms of 0 … 1 s`, `at once`; empty when no delay was imposed.
[[nodiscard]] std::string delayOfWindow(const AttemptContext& at);
/// What the server asked for, when it could be read; else nullptr.
[[nodiscard]] std::optional<HintApplied> hint(const AttemptContext& at);
/// Every header of the response that says something about retrying, and what the client made of it.
[[nodiscard]] std::vector<ServerHint> hints(const AttemptContext& at);
/// The one of them that matters most: the one that is obeyed, else the first.
[[nodiscard]] std::optional<ServerHint> foremostHint(const AttemptContext& at);
/// Of that one: `Retry-After asked 30 s, applied 20 s`, `Retry-After asked 7 s, not read`; empty
/// when the server asked for nothing.
[[nodiscard]] std::string hintText(const AttemptContext& at);

/// Retry quota before and after: `500 → 495`, or `500` when it was full; empty without a quota.
[[nodiscard]] std::string tokens(const AttemptContext& at);
/// What the adaptive limiter learned: `5 per second allowed, 3.1 per second measured`; empty without one.
[[nodiscard]] std::string sendRate(const AttemptContext& at);
/// `new, number 3`, `reused, number 1`; empty when no connection is known.
[[nodiscard]] std::string connection(const AttemptContext& at);
/// Why the verdict was reached, one sentence; empty while the attempt runs.
[[nodiscard]] std::string why(const AttemptContext& at);
/// One line for screen readers.
[[nodiscard]] std::string summary(const AttemptContext& at);

} // namespace retryscope::words
