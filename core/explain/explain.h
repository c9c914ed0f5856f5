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
    std::string text;   ///< whole sentences: what was seen, with its numbers
    std::string source; ///< where the rule or number comes from; may be empty
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

/// `This applies with urllib3 1.26.`; empty if the rule of this decision always applies or no rule decided.
[[nodiscard]] std::string provisoSentence(const ResolvedPolicy& policy, const Decision& decision);

/// Explains this decision: a headline, one sentence per finding, then one per delay hint without effect and
/// one about a very long delay. wallTime: our clock, for dates in responses without a Date header.
[[nodiscard]] Explanation explain(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                  const Decision& decision, int attempt,
                                  std::optional<WallTime> wallTime = {});
/// Findings of admit(), one sentence each.
[[nodiscard]] std::vector<Sentence> explainAdmission(const ResolvedPolicy& policy, const Trace& admission);
/// One sentence, as `why` in records.
[[nodiscard]] std::string whySentence(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const Decision& decision, int attempt);
/// `Probably a proxy, nginx, not the service (Server: nginx; …).`, after a label such as *Responder*.
[[nodiscard]] std::string sentenceFor(const Responder& responder);
/// The outcome of an attempt, short: `503 SlowDown`, `the connection was refused`, `200`. mostOfName: most
/// characters of the error name.
[[nodiscard]] std::string outcomeLabel(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                       std::size_t mostOfName = kMostOfAName);
/// A clause: `200 is a success`, `200 is a success, although the response was truncated`
[[nodiscard]] std::string successClause(const ResolvedPolicy& policy, const AttemptFacts& facts);
/// The same for a judged attempt, whose decision tells who ended it: the server, the user or the call's
/// deadline.
[[nodiscard]] std::string outcomeLabel(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                       const Decision& decision);
/// The call's deadline passed while the attempt was under way. Records name the fault `cancelled` in both
/// cases; the stop reason `deadlineExceeded` distinguishes it from an attempt that the user stopped.
[[nodiscard]] bool wasCutByDeadline(const AttemptFacts& facts, const Decision& decision);
/// The range of the random delay, if the decision covers the whole range and not one run; absent if there is
/// one fixed or already drawn delay.
[[nodiscard]] std::optional<DelayWindow> undrawnWindow(const Decision& decision);
/// A fault in words: `the connection was refused`.
[[nodiscard]] std::string faultPhrase(FaultKind kind);
/// The same for a fault that happened: says so if the attempt limit passed.
[[nodiscard]] std::string faultPhrase(const Fault& fault);
/// The same with what is known of the response: clients treat a response that was truncated inside
/// its body differently from one whose status is unknown. Only if there is a fault.
[[nodiscard]] std::string faultPhrase(const AttemptFacts& facts);
/// The rule's title, else its condition as a statement.
[[nodiscard]] std::string ruleTitle(const Rule& rule);
/// If the request method decided: `Not retried: the method is POST. This client retries 500 only for GET and
/// HEAD.`; otherwise empty.
[[nodiscard]] std::string methodBarrierSentences(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                                 const Decision& decision);
/// `Gave up: all 3 attempts are used up. Otherwise this client would retry 503.`
[[nodiscard]] std::string exhaustedSentences(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                             const Decision& decision);
/// `Not retried: the client's retry quota is too low. A retry costs 5 tokens, and 3 are left.`
[[nodiscard]] std::string quotaTooLowSentences(const ResolvedPolicy& policy, const Decision& decision);
/// A clause: `this client retries 503 only once per call, and has already done so`
[[nodiscard]] std::string usedUpClause(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                       const Rule& rule);

} // namespace retryscope
