// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/decide/server_hints.h"
#include "core/explain/hint_text.h"
#include "core/policy/resolve.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// What one policy makes of one attempt: a row of the grid, on the command line and in the window alike.
struct VerdictRow
{
    std::string policy; ///< its id
    std::string title;
    std::string client; ///< the group of the row: `Python`, `C++`; `document` for policies that follow one
    std::string mode;   ///< may be empty
    Verdict verdict = Verdict::Succeed;
    std::optional<StopReason> stopReason; ///< set exactly when the verdict is Stop
    ErrorKind kind = ErrorKind::None;
    std::string rule;      ///< id of the deciding rule; empty: none matched
    std::string ruleTitle; ///< for people; empty as `rule`
    std::string source;    ///< of what decided: the rule, the policy's last word, or its list of successes
    ErrorName name;        ///< absent for a success
    std::string whyNoName; ///< where the client looked in vain; empty for a success and where one was found
    std::optional<DelayWindow> window;     ///< of the delay before the next attempt; absent: no retry follows
    std::optional<DelayWindow> beforeNext; ///< of the delay before the next attempt is sent (polling)
    std::optional<int> attempts;           ///< allowed in all, the first included; absent: no limit
    std::optional<QuotaCharged> tokens;    ///< absent: no quota, or nothing had to be paid
    EvidenceLevel evidence = EvidenceLevel::Source; ///< of the policy in the protocol that was read
    std::string why;                                ///< one sentence
    std::vector<ServerHint> hints;                  ///< every header that says something about retrying
    WaitMark waitMark = WaitMark::None;             ///< of the delay before the next attempt
    /// True if the client sends the retry without any delay.
    [[nodiscard]] bool isImmediate() const
    {
        return window && window->high == Duration::zero() && !beforeNext;
    }
    bool operator==(const VerdictRow&) const = default;
};

/// The delay that a client which delays every attempt, as polling ones do, puts before the one after this
/// attempt; absent for all other clients. attempt: from 1.
[[nodiscard]] std::optional<DelayWindow> delayBeforeNext(const ResolvedPolicy& policy, int attempt);

/// attempt: number of the judged attempt, from 1. wallTime: ours, for dates in responses without a Date.
[[nodiscard]] VerdictRow verdictRowOf(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const Decision& decision, int attempt,
                                      std::optional<WallTime> wallTime = {});

/// `SlowDown (xml:Error/Code)`, `an empty name (xml:Error/Code)`, a dash for none.
[[nodiscard]] std::string nameCell(const VerdictRow& row);
/// `at once`, `0 … 1 s`, `200 ms before sending`; empty when no retry follows. A wait with a mark ends in
/// kLongWaitSign.
[[nodiscard]] std::string delayCell(const VerdictRow& row);
inline constexpr const char* kLongWaitSign = " !";
/// What the client made of the server's hint: `obeyed`, `bounded to 5 s`, `not read`; of several the
/// foremost. Empty when the response has none.
[[nodiscard]] std::string hintCell(const VerdictRow& row);
/// What the response of these rows asks for, as one line: `Retry-After: 7 (seconds) asks for 7 s`; empty when
/// it asks for nothing.
[[nodiscard]] std::string askedLine(const std::vector<VerdictRow>& rows);
/// `3`, `no limit`
[[nodiscard]] std::string attemptsCell(const VerdictRow& row);
/// `500 - 5 = 495`, `4, needs 5`; empty when nothing had to be paid.
[[nodiscard]] std::string tokensCell(const VerdictRow& row);

/// As a Markdown table, for a ticket. What came with the response is escaped; control characters become
/// blanks, here and in CSV.
[[nodiscard]] std::string gridAsMarkdown(const std::vector<VerdictRow>& rows);
/// As RFC 4180 has it: a header line, lines ending in CR LF; delays in milliseconds; empty: does not apply.
[[nodiscard]] std::string gridAsCsv(const std::vector<VerdictRow>& rows);

/// The rows that are worth a look, and what makes them so.
struct GridDifferences
{
    std::vector<std::size_t> rows; ///< indices, ascending; empty when all agree
    std::string sentence; ///< `14 of 47 do not answer “stop” as most do.`, `All 47 agree: stop, permanent.`
    bool operator==(const GridDifferences&) const = default;
};

/// Compares the first of verdict, kind and delay in which the rows are not all alike: those stay whose
/// response is not the most common one (on a tie: the one met first is the common one). Where the response
/// has a hint, rows stay as well in which the hint makes another delay than in most: three days are a
/// difference, whatever the verdict. Fewer than two rows do not differ.
[[nodiscard]] GridDifferences whereTheyDiffer(const std::vector<VerdictRow>& rows);

} // namespace retryscope
