// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/name_text.h"
#include "core/facts/responder.h"
#include "core/run/run_record.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

enum class SentenceMark { Info, Passed, NotMatched, Matched, Blocked };

/// One sentence, with the finding it came from.
struct Sentence
{
    std::string title;  ///< short, for a list: `throttling-names: name is one of 14`
    std::string text;   ///< what was seen, with its numbers
    std::string source; ///< of the rule or number; may be empty
    SentenceMark mark = SentenceMark::Info;
    int step = -1; ///< index into the decision's trace; -1: from the admission or the record
    bool operator==(const Sentence&) const = default;
};

struct Explanation
{
    std::string headline; ///< one sentence: why it was retried, or why not
    std::vector<Sentence> sentences;
    bool operator==(const Explanation&) const = default;
};

/// ` This holds with urllib3 1.26.`, to stand behind a sentence about this decision; empty where its rule
/// always holds, or no rule decided.
[[nodiscard]] std::string provisoSentence(const ResolvedPolicy& policy, const Decision& decision);

/// Why this decision: a headline and one sentence per finding, then one per hint of the server that the
/// client did not look at, and about a wait that is very long. wallTime: ours, for dates in responses without
/// a Date.
[[nodiscard]] Explanation explain(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                  const Decision& decision, int attempt,
                                  std::optional<WallTime> wallTime = {});
/// Findings of admit(), one sentence each.
[[nodiscard]] std::vector<Sentence> explainAdmission(const ResolvedPolicy& policy, const Trace& admission);
/// One sentence, as `why` in records.
[[nodiscard]] std::string whySentence(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const Decision& decision, int attempt);
/// `The response came from a proxy (nginx): Server: nginx; no request id; HTML body.`
[[nodiscard]] std::string sentenceFor(const Responder& responder);
/// What an attempt came to, short: `503 SlowDown`, `connection reset`, `200`. mostOfName: characters of a
/// server's error name.
[[nodiscard]] std::string outcomeLabel(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                       std::size_t mostOfName = kMostOfAName);
/// `200 is a success`, `200 is a success although the response was cut short`
[[nodiscard]] std::string successClause(const ResolvedPolicy& policy, const AttemptFacts& facts);
/// The same of a judged attempt, of which the decision tells who ended it: the server, the user or the call's
/// deadline.
[[nodiscard]] std::string outcomeLabel(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                       const Decision& decision);
/// The call's deadline passed while the attempt was under way. Records call its fault `cancelled` as well:
/// `deadlineExceeded` as the reason to stop tells it from an attempt that the user stopped.
[[nodiscard]] bool wasCutByDeadline(const AttemptFacts& facts, const Decision& decision);
/// The delays that could be drawn, where the decision was judged for all of them and not for a run; absent:
/// there is only one, or one was drawn.
[[nodiscard]] std::optional<DelayWindow> undrawnWindow(const Decision& decision);
/// A fault in words: `the connection was refused`.
[[nodiscard]] std::string faultPhrase(FaultKind kind);
/// The same of one that happened: where the limit for one attempt passed, that is said.
[[nodiscard]] std::string faultPhrase(const Fault& fault);
/// One line about a call: `failed: attempts exhausted after 3 attempts in 1.70 s`.
[[nodiscard]] std::string summaryOf(const CallRecord& call);
/// Title of a rule for people: its title, or a statement made from its condition.
[[nodiscard]] std::string ruleTitle(const Rule& rule);
/// Where the method of the request decided: `this is a POST, and this client retries 500 only for GET and
/// HEAD`; empty where it did not.
[[nodiscard]] std::string methodBarrierClause(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                              const Decision& decision);

} // namespace retryscope
