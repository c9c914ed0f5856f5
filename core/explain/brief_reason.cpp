// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/brief_reason.h"

#include "core/explain/body_error_text.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/used_up.h"

namespace retryscope {

namespace {

constexpr std::size_t kMostOfAHeadline = 80; ///< characters of an error name: two lines or three

/// `503 SlowDown (the error name means throttling)`
std::string outcomeAndRule(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    const Rule* rule = ruleAt(policy.policy, decision.rule);
    return filled("%1 (%2)", outcomeLabel(policy, facts, kMostOfAHeadline),
                  rule != nullptr ? ruleTitle(*rule) : "no rule of this client matches");
}

std::string retriedVerb(const Decision& decision)
{
    return decision.kind == ErrorKind::NotReady   ? "Polled again"
           : decision.kind == ErrorKind::PartDone ? "Sent the rest again"
                                                  : "Retried";
}

std::string retriedWhen(const Decision& decision)
{
    if (const std::optional<DelayWindow> undrawn = undrawnWindow(decision)) {
        return "after " + windowText(undrawn->low, undrawn->high);
    }
    return decision.delay > Duration::zero() ? "after " + durationText(decision.delay)
                                             : std::string("at once");
}

std::string briefStop(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                      int attempt)
{
    switch (decision.stopReason.value_or(StopReason::NotRetryable)) {
    case StopReason::NotRetryable:
        if (const Rule* used = usedUpRule(policy, decision)) {
            return filled("Not retried: %1 (%2).", usedUpClause(policy, facts, *used), ruleTitle(*used));
        }
        if (std::string barred = methodBarrierSentences(policy, facts, decision); !barred.empty()) {
            return barred;
        }
        return prose({filled("Not retried: %1.", outcomeAndRule(policy, facts, decision)),
                      provisoSentence(policy, decision)});
    case StopReason::AttemptsExhausted:
        return exhaustedSentences(policy, facts, decision);
    case StopReason::QuotaExhausted:
        return quotaTooLowSentences(policy, decision);
    case StopReason::BodyNotReplayable:
        return filled("Not retried: %1.",
                      bodyOnceText(findStep<BodyChecked>(decision.trace).value_or(BodyChecked{})));
    case StopReason::Cancelled:
        return facts.response ? "You stopped the call." : "You stopped the call before a response arrived.";
    case StopReason::DeadlineExceeded:
        if (wasCutByDeadline(facts, decision)) {
            return facts.response ? "The deadline of the call passed before the response was complete."
                                  : "The deadline of the call passed before a response arrived.";
        }
        break;
    case StopReason::SafetyLimit:
    case StopReason::NoSendToken:
    case StopReason::UnreadCode:
        break;
    }
    return whySentence(policy, facts, decision, attempt);
}

} // namespace

std::string briefReason(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                        int attempt)
{
    if (findStep<ClientObserved>(decision.trace) && decision.verdict != Verdict::Succeed) {
        return whySentence(policy, facts, decision, attempt); // why is not known
    }
    switch (decision.verdict) {
    case Verdict::Succeed:
        return decision.kind == ErrorKind::None
                   ? prose({missesBodyError(policy, facts, decision)
                                ? filled("%1, but %2.", successClause(policy, facts), bodyErrorClause(facts))
                                : successClause(policy, facts) + ".",
                            provisoSentence(policy, decision)})
                   : whySentence(policy, facts, decision, attempt);
    case Verdict::Retry:
        return prose({filled("%1 %2: %3.", retriedVerb(decision), retriedWhen(decision),
                             outcomeAndRule(policy, facts, decision)),
                      provisoSentence(policy, decision)});
    case Verdict::Stop:
        return briefStop(policy, facts, decision, attempt);
    }
    return {};
}

} // namespace retryscope
