// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/decide/server_hints.h"
#include "core/explain/hint_text.h"
#include "core/explain/redirect_text.h"
#include "core/explain/report.h"
#include "core/facts/body_error.h"
#include "core/policy/resolve.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// Of what decided, for this response or fault.
struct RuleEvidence
{
    EvidenceLevel level = EvidenceLevel::Source;
    std::vector<std::string> releases; ///< of the client, that were played; empty unless recorded or measured
    std::string remark;                ///< a sentence where the decision is assumed; else empty
    bool operator==(const RuleEvidence&) const = default;
};

/// How one policy decides on one attempt: a row of the grid on the command line and in the window.
struct VerdictRow
{
    std::string policy;    ///< its id
    std::string shortName; ///< of the policy
    std::string title;
    std::string client; ///< the group of the row: `Python`, `C++`; `document` for policies that follow a
                        ///< document
    std::string mode;   ///< may be empty
    Verdict verdict = Verdict::Succeed;
    std::optional<StopReason> stopReason; ///< set exactly when the verdict is Stop
    ErrorKind kind = ErrorKind::None;
    std::string rule;      ///< id of the deciding rule; empty: none matched
    std::string ruleTitle; ///< for people; empty as `rule`
    std::string source;    ///< where the decision comes from: the rule, the policy's default, or its list of
                           ///< successes
    ErrorName name;        ///< absent for a success
    std::string whyNoName; ///< where the client found no name; empty for a success or if there is a name
    std::optional<DelayWindow> window;     ///< of the delay before the next attempt; absent: no retry follows
    std::optional<DelayWindow> beforeNext; ///< of the delay before the next attempt is sent (polling)
    std::optional<int> attempts;           ///< allowed in all, the first included; absent: no limit
    int tokensPerToken = 1;                ///< QuotaSpec::perToken
    std::optional<QuotaCharged> tokens;    ///< absent: no quota, or nothing had to be paid
    EvidenceLevel evidence = EvidenceLevel::Source; ///< of the policy in the protocol that was read
    RuleEvidence ruleEvidence;
    std::string why;               ///< one sentence
    std::vector<ServerHint> hints; ///< every header that says something about retrying
    std::optional<BodyError>
        bodyError; ///< that the body of a success status holds; the client might ignore it
    std::optional<SeenRedirect> redirect; ///< where it leads, and whether this client follows
    bool noticesBodyError = false;        ///< this client looks at it and decides by it
    WaitMark waitMark = WaitMark::None;   ///< of the delay before the next attempt
    bool isTried = false;                 ///< judged in a situation of its own, with a change
    /// True if the client sends the retry without any delay.
    [[nodiscard]] bool isImmediate() const
    {
        return window && window->high == Duration::zero() && !beforeNext;
    }
    bool operator==(const VerdictRow&) const = default;
};

[[nodiscard]] Tone toneOf(Verdict verdict);
/// Of a success whose body is an error that the client does not look at, a warning.
[[nodiscard]] Tone toneOf(const VerdictRow& row);

/// `61 retry, 25 stop, 6 succeed`
[[nodiscard]] std::string verdictCounts(const std::map<Verdict, int>& counts);

/// For a client that delays every attempt (a polling client): the delay before the next attempt. Absent for
/// all other clients. attempt: from 1.
[[nodiscard]] std::optional<DelayWindow> delayBeforeNext(const ResolvedPolicy& policy, int attempt);

/// attempt: number of the judged attempt, from 1. wallTime: our clock, for dates in responses without a Date
/// header.
[[nodiscard]] VerdictRow verdictRowOf(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const Decision& decision, int attempt,
                                      std::optional<WallTime> wallTime = {});

/// `recorded (release 1.43.67)`, `from source (most of the preset is recorded)`
[[nodiscard]] std::string ruleEvidenceText(const VerdictRow& row);
/// `31 recorded, 40 from source, 2 assumed`
[[nodiscard]] std::string evidenceCounts(const std::vector<VerdictRow>& rows);

/// `SlowDown (xml:Error/Code)`, `empty (xml:Error/Code)`, a dash for none.
[[nodiscard]] std::string nameCell(const VerdictRow& row);
/// `at once`, `0 to 1 s`, `200 ms before sending`; empty without a retry. A long delay ends in kLongWaitSign.
[[nodiscard]] std::string delayCell(const VerdictRow& row);
inline constexpr const char* kLongWaitSign = " !";
/// What the client did with the delay hint: `obeyed`, `changed to 5 s`, `not read`; of several hints, the
/// most important. Empty without a hint.
[[nodiscard]] std::string hintCell(const VerdictRow& row);
/// The delay hints of the response, in one line: `Retry-After: 7 (seconds) asks for 7 s`; empty without a
/// hint.
[[nodiscard]] std::string askedLine(const std::vector<VerdictRow>& rows);
/// `3`, `no limit`
[[nodiscard]] std::string attemptsCell(const VerdictRow& row);
/// `500 - 5 = 495`, `4, needs 5`; empty if the retry costs nothing.
[[nodiscard]] std::string tokensCell(const VerdictRow& row);

/// As CSV (RFC 4180): a header line, lines that end in CR LF, delays in milliseconds; an empty cell does not
/// apply. Control characters become spaces.
[[nodiscard]] std::string gridAsCsv(const std::vector<VerdictRow>& rows);

/// The rows that differ, and how.
struct GridDifferences
{
    std::vector<std::size_t> rows; ///< indices, ascending; empty when all agree
    std::string sentence; ///< `14 of 47 differ: most say “stop”.`, `30 of 47 differ from the most frequent,
                          ///< “stop”.`, `All 47 agree: stop, permanent.`
    bool operator==(const GridDifferences&) const = default;
};

/// Compares the first of verdict, kind and delay in which the rows differ, and keeps the rows whose value is
/// not the most common one (on a tie, the value met first counts as common). If the response has a delay
/// hint, also keeps rows in which the hint leads to another delay than in most. Fewer than two rows do not
/// differ.
[[nodiscard]] GridDifferences whereTheyDiffer(const std::vector<VerdictRow>& rows);

} // namespace retryscope
