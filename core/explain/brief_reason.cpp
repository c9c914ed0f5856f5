// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/brief_reason.h"

#include "core/explain/body_error_text.h"
#include "core/explain/condition_text.h"
#include "core/explain/explain.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/used_up.h"

namespace retryscope {

namespace {

constexpr std::size_t kMostOfAHeadline = 80; ///< characters of an error name: two lines or three

/// `503 SlowDown is`, `The connection was refused; this is`: a fault is a sentence of its own.
std::string briefSubject(const ResolvedPolicy& policy, const AttemptFacts& facts)
{
    return capitalised(outcomeLabel(policy, facts, kMostOfAHeadline)) + (facts.fault ? "; this is " : " is ");
}

/// `: a name in neither table.`
std::string briefRule(const ResolvedPolicy& policy, const Decision& decision)
{
    if (decision.rule < 0) {
        return ": no rule of this client matches.";
    }
    return ": " + ruleTitle(policy.policy.rules[static_cast<std::size_t>(decision.rule)]) + ".";
}

std::string retriedVerb(const Decision& decision)
{
    if (decision.kind == ErrorKind::NotReady) {
        return "asked again ";
    }
    return decision.kind == ErrorKind::PartDone ? "sent again with what was left " : "retried ";
}

std::string retriedWhen(const Decision& decision)
{
    if (const std::optional<DelayWindow> undrawn = undrawnWindow(decision)) {
        return "after " + windowText(undrawn->low, undrawn->high);
    }
    return decision.delay > Duration::zero() ? "after " + durationText(decision.delay)
                                             : std::string("at once");
}

std::string briefQuota(const Decision& decision)
{
    const auto charged = findStep<QuotaCharged>(decision.trace);
    return "Not retried: the client's retry quota is too low" +
           (charged ? ": a retry costs " + counted(charged->cost, "token") + ", " +
                          std::to_string(charged->before) + (charged->before == 1 ? " is" : " are") + " left."
                    : std::string("."));
}

std::string briefAttempts(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    const auto counts = findStep<AttemptsCounted>(decision.trace);
    const int allowed = counts ? counts->allowed : 0;
    return (allowed == 1  ? std::string("Gave up: the only attempt is used up")
            : allowed > 1 ? "All " + std::to_string(allowed) + " attempts are used"
                          : std::string("Gave up: no attempt is left")) +
           "; " + (facts.fault ? "the failure" : outcomeLabel(policy, facts)) +
           " would be retried otherwise.";
}

std::string briefStop(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                      int attempt)
{
    switch (decision.stopReason.value_or(StopReason::NotRetryable)) {
    case StopReason::NotRetryable:
        if (const Rule* used = usedUpRule(policy, decision)) {
            return briefSubject(policy, facts) + "retried only " + usesText(*used) +
                   " in one call, and that is used up: " + ruleTitle(*used) + ".";
        }
        if (const std::string barrier = methodBarrierClause(policy, facts, decision); !barrier.empty()) {
            return "Not retried: " + barrier + ".";
        }
        return briefSubject(policy, facts) + "not retried" + briefRule(policy, decision) +
               provisoSentence(policy, decision);
    case StopReason::AttemptsExhausted:
        return briefAttempts(policy, facts, decision);
    case StopReason::QuotaExhausted:
        return briefQuota(decision);
    case StopReason::BodyNotReplayable:
        return capitalised(bodyOnceText(findStep<BodyChecked>(decision.trace).value_or(BodyChecked{}))) + ".";
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
                   ? successClause(policy, facts) +
                         (missesBodyError(policy, facts, decision) ? ", but " + bodyErrorClause(facts)
                                                                   : std::string()) +
                         "." + provisoSentence(policy, decision)
                   : whySentence(policy, facts, decision, attempt);
    case Verdict::Retry:
        return briefSubject(policy, facts) + retriedVerb(decision) + retriedWhen(decision) +
               briefRule(policy, decision) + provisoSentence(policy, decision);
    case Verdict::Stop:
        return briefStop(policy, facts, decision, attempt);
    }
    return {};
}

} // namespace retryscope
