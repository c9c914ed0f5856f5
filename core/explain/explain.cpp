// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/explain.h"

#include "core/decide/classify.h"
#include "core/decide/method_barrier.h"
#include "core/explain/body_error_text.h"
#include "core/explain/condition_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/redirect_text.h"
#include "core/explain/step_text.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/used_up.h"
#include "core/explain/value_words.h"
#include "core/explain/verdict_row.h"
#include "core/facts/grpc_status.h"
#include "core/facts/redirect.h"
#include "core/recording/seen_attempt.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

const Rule* decidingRule(const ResolvedPolicy& policy, const Decision& decision)
{
    return ruleAt(policy.policy, decision.rule);
}

std::string replaced(std::string text, const std::string& placeholder, const std::string& value)
{
    for (std::size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at + value.size())) {
        text.replace(at, placeholder.size(), value);
    }
    return text;
}

/// `The client's own message: “Unable to parse ExceptionName: 429 Message: …”`; empty if its rule has none.
std::string clientMessage(const ResolvedPolicy& policy, const AttemptFacts& facts, const Rule* rule)
{
    if (!rule || rule->message.empty()) {
        return {};
    }
    const std::string name = shownName(nameOf(policy.reading, facts).found);
    const std::string message = replaced(replaced(rule->message, "{name}", name), "{message}",
                                         shownName(messageOf(policy.reading, facts), kMostOfAMessage));
    return message.empty()
               ? std::string()
               : filled("The client's own message: “%1”", message) + (message.ends_with('.') ? "" : ".");
}

bool isNumber(const std::string& text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// `throttling-names: a throttling name with a throttling status`
std::string ruleAndTitle(const Rule& rule)
{
    return filled("%1: %2", rule.id, ruleTitle(rule));
}

std::string titleInBrackets(const Rule* rule)
{
    return rule ? filled("(rule %1)", ruleAndTitle(*rule)) : "(no rule matches)";
}

/// `this client counts 503 SlowDown as throttling (rule throttling-names: …)`; of a fault two sentences.
std::string countedAs(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    const std::string outcome = outcomeLabel(policy, facts);
    const std::string_view kind = wordsFor(decision.kind).countsAs;
    const std::string rule = titleInBrackets(decidingRule(policy, decision));
    if (facts.fault) {
        return filled("%1. This client counts it as %2 %3", outcome, kind, rule);
    }
    const int status = appearanceOf(policy, facts).status;
    const bool isSeenAsAnother = facts.response && status != facts.response->status;
    return filled("this client counts %1 as %2 %3",
                  isSeenAsAnother ? filled("%1, which it treats as %2,", outcome, status) : outcome, kind,
                  rule);
}

std::string whyNotRetryable(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    if (const auto started = findStep<OperationStarted>(decision.trace)) {
        return filled("Not polled: %1.", pollTokenText(started->token));
    }
    if (const auto hint = findLastStep<HintApplied>(decision.trace); hint && !hint->asked) {
        return filled("Not retried: the server forbids a retry (%1: %2).", shownName(hint->header),
                      shownName(hint->text));
    }
    const Rule* rule = decidingRule(policy, decision);
    if (const Rule* used = usedUpRule(policy, decision)) {
        return prose(
            {filled("Not retried: %1 %2.", usedUpClause(policy, facts, *used), titleInBrackets(used)),
             rule ? filled("Rule %1 decides instead.", rule->id) : "No other rule matches."});
    }
    if (const std::optional<int> barred = ruleBarredByMethod(policy, facts, decision)) {
        return methodBarrierSentences(policy, facts, decision) +
               filled(" The rule is %1.",
                      ruleAndTitle(policy.policy.rules[static_cast<std::size_t>(*barred)]));
    }
    return prose(
        {filled("Not retried: %1.", countedAs(policy, facts, decision)), clientMessage(policy, facts, rule)});
}

std::string whyExhausted(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    const Rule* rule = decidingRule(policy, decision);
    return prose(
        {exhaustedSentences(policy, facts, decision),
         decision.delay > Duration::zero()
             ? filled("The client waits another %1 before it gives up.", durationText(decision.delay))
             : "",
         rule ? rule->advice : ""});
}

std::string whyPastDeadline(const AttemptFacts& facts, const Decision& decision)
{
    const auto deadline = findStep<DeadlineChecked>(decision.trace);
    const bool isOfPolicy = deadline && deadline->isOfPolicy;
    if (deadline && (isOfPolicy ? deadline->left : deadline->needed) > Duration::zero()) {
        const auto [needed, left] = unequalDurations(deadline->needed, deadline->left);
        return isOfPolicy
                   ? filled("Gave up: the delay of %1 does not fit into the %2 left of this client's time "
                            "limit for a call.",
                            needed, left)
                   : filled("Gave up: the delay of %1 does not fit into the %2 left before the deadline.",
                            needed, left);
    }
    if (isOfPolicy) {
        return "Gave up: this client's time limit for a call has passed.";
    }
    return !wasCutByDeadline(facts, decision) ? "Gave up: the deadline of the call passed."
           : facts.response ? "Gave up: the deadline of the call passed before the response was complete."
                            : "Gave up: the deadline of the call passed before a response arrived.";
}

/// `Depends on code that was not read: retryCondition: isMine(error). If it is true, …`
std::string unreadCodeSentences(const ResolvedPolicy& policy, const Decision& decision)
{
    const Rule* rule = decidingRule(policy, decision);
    const DelayWindow window = decision.window.value_or(DelayWindow{});
    const std::string when = window.high == Duration::zero()
                                 ? std::string("at once")
                                 : filled("after %1", windowText(window.low, window.high));
    return filled(
        "Depends on code that was not read: %1. The client retries %2 if that code says so; otherwise it "
        "does not retry.",
        rule == nullptr ? "" : shownName(rule->unread), when);
}

/// What a retry needs and what there is, in the client's own tokens.
std::string tooFewTokens(const QuotaSpec& quota, const QuotaCharged& charged)
{
    const auto tokens = [&quota](int units) {
        return tokensNumber(units, quota.perToken);
    };
    if (quota.whenEmpty == WhenQuotaEmpty::ChargeAnyway && quota.reserve > 0) {
        return filled("After this failure %1 of %2 tokens are left, and the client retries only above %3.",
                      tokens(charged.after), tokens(quota.capacity), tokens(quota.reserve - 1));
    }
    const std::string needs =
        quota.reserve > 0
            ? filled("A retry costs %1 and must leave %2", tokens(charged.cost), tokens(quota.reserve))
            : filled("A retry costs %1",
                     tokens(charged.cost) + (charged.cost == quota.perToken ? " token" : " tokens"));
    return filled("%1, and %2 %3 left.", needs, tokens(charged.before),
                  charged.before == quota.perToken ? "is" : "are");
}

std::string whyStopped(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    switch (decision.stopReason.value_or(StopReason::NotRetryable)) {
    case StopReason::NotRetryable:
        return whyNotRetryable(policy, facts, decision);
    case StopReason::AttemptsExhausted:
        return whyExhausted(policy, facts, decision);
    case StopReason::QuotaExhausted:
        return prose({quotaTooLowSentences(policy, decision),
                      decision.delay > Duration::zero()
                          ? filled("This operation polls for work, so the client waits %1 before it reports "
                                   "the failure.",
                                   durationText(decision.delay))
                          : ""});
    case StopReason::DeadlineExceeded:
        return whyPastDeadline(facts, decision);
    case StopReason::BodyNotReplayable:
        return filled("Not retried: %1.",
                      bodyOnceText(findStep<BodyChecked>(decision.trace).value_or(BodyChecked{})));
    case StopReason::SafetyLimit:
        return "Stopped by Retryscope's safety limit: the client itself would never give up.";
    case StopReason::UnreadCode:
        return unreadCodeSentences(policy, decision);
    case StopReason::NoSendToken:
        return "Not sent: the send rate has no token left, and this client fails instead of waiting.";
    case StopReason::Cancelled:
        return facts.fault && !facts.fault->detail.empty()
                   ? filled("Cancelled: %1.", shownName(facts.fault->detail))
                   : "Cancelled.";
    }
    return {};
}

/// `The server asked for a delay of 60 s.`, `The server asked for this delay.` if its hint decides the delay.
std::string askedDelaySentence(const Decision& decision)
{
    const auto hint = findStep<HintApplied>(decision.trace);
    const bool decides =
        hint && hint->asked && *hint->asked > Duration::zero() && hint->applied == decision.delay;
    if (!decides) {
        return {};
    }
    const std::string header = shownName(hint->header);
    return hint->applied == *hint->asked && !undrawnWindow(decision)
               ? filled("The server asked for this delay (%1).", header)
               : filled("The server asked for a delay of %1 (%2).", durationText(*hint->asked), header);
}

/// `at once`, `after 5 s`, `after a random delay from 0 to 1 s`
std::string delayClause(const Decision& decision)
{
    if (const std::optional<DelayWindow> undrawn = undrawnWindow(decision)) {
        return filled("after a random delay from %1", windowText(undrawn->low, undrawn->high));
    }
    return decision.delay == Duration::zero() ? "at once" : "after " + durationText(decision.delay);
}

std::string whyRetried(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                       int attempt)
{
    if (const auto part = findStep<PartDoneFound>(decision.trace)) {
        return filled("Part done: the client sends the remaining %1 again %2.", counted(part->left, "item"),
                      delayClause(decision));
    }
    const std::optional<DelayWindow> polling = delayBeforeNext(policy, attempt);
    const std::string before =
        polling ? filled("The client waits %1 before the next attempt, as it does before every attempt.",
                         windowText(polling->low, polling->high))
                : std::string();
    if (findStep<OperationStarted>(decision.trace)) {
        return prose({filled("Started the operation: %1 %2.", outcomeLabel(policy, facts),
                             titleInBrackets(decidingRule(policy, decision))),
                      before});
    }
    const std::string verb = decision.kind == ErrorKind::NotReady ? "Polled again" : "Retried";
    const bool hasOwnDelay = !polling || decision.delay > Duration::zero();
    return prose({filled("%1: %2.", hasOwnDelay ? verb + " " + delayClause(decision) : verb,
                         countedAs(policy, facts, decision)),
                  askedDelaySentence(decision), before});
}

/// A client that was recorded: what it did, without a reason.
std::string whatWasSeen(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                        int attempt, const ClientObserved& seen)
{
    const std::string what =
        filled("%1: %2", capitalised(outcomeLabel(policy, facts)), observedText(seen, !facts.timesUnseen));
    if (!seen.isRetried && isAnnouncedAsLast(facts, attempt)) {
        return filled("%1, as announced.", what);
    }
    return decision.stopReason == StopReason::AttemptsExhausted
               ? filled("%1, although it had retried such failures before.", what)
               : what + ".";
}

/// `200 is a success after 2 attempts.`
std::string whySucceeded(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                         int attempt)
{
    const std::string success =
        successClause(policy, facts) + (attempt > 1 ? filled(" after %1 attempts", attempt) : std::string());
    if (facts.response && facts.response->parsed.remaining) { // and this client does not look at that
        return filled("%1, although the server did not process %2: the caller must send the rest again.",
                      success, counted(facts.response->parsed.remaining->left, "item"));
    }
    return missesBodyError(policy, facts, decision) ? filled("%1, but %2.", success, bodyErrorClause(facts))
                                                    : success + ".";
}

std::string headlineOf(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                       int attempt)
{
    const auto seen = findStep<ClientObserved>(decision.trace);
    if (seen && decision.verdict != Verdict::Succeed) {
        return whatWasSeen(policy, facts, decision, attempt, *seen);
    }
    switch (decision.verdict) {
    case Verdict::Succeed: {
        if (decision.kind == ErrorKind::None) {
            return whySucceeded(policy, facts, decision, attempt);
        }
        const auto charged = findStep<QuotaCharged>(decision.trace);
        return filled(charged && !charged->granted
                          ? SentenceForm<1>("Returned as a success, because the retry quota is too low: %1.")
                          : SentenceForm<1>("Returned as a success, because no attempt is left: %1."),
                      countedAs(policy, facts, decision));
    }
    case Verdict::Retry:
        return whyRetried(policy, facts, decision, attempt);
    case Verdict::Stop:
        return whyStopped(policy, facts, decision);
    }
    return {};
}

/// What is worth knowing although it decided nothing.
void addAsides(std::vector<Sentence>& sentences, const ResolvedPolicy& policy, const AttemptFacts& facts,
               const Decision& decision, std::optional<WallTime> wallTime)
{
    for (Sentence& sentence :
         unreadHintSentences(serverHintsOf(policy, facts, decision, wallTime), decision)) {
        sentences.push_back(std::move(sentence));
    }
    if (std::string text = bodyErrorSentence(policy, facts, decision); !text.empty()) {
        sentences.push_back({.title = "The body is an error", .text = std::move(text), .source = {}});
    }
    if (std::string text = redirectSentence(policy, facts); !text.empty()) {
        sentences.push_back(
            {.title = "The response is a redirect",
             .text = std::move(text),
             .source = policy.policy.redirects ? policy.policy.redirects->source : std::string()});
    }
}

} // namespace

Explanation explain(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                    int attempt, std::optional<WallTime> wallTime)
{
    Explanation result{.headline = whySentence(policy, facts, decision, attempt), .sentences = {}};
    const StepContext context{policy, facts, decision.trace};
    for (int index = 0; const TraceStep& step : decision.trace) {
        Sentence sentence = sentenceFor(step, context);
        sentence.step = index++;
        result.sentences.push_back(std::move(sentence));
    }
    addAsides(result.sentences, policy, facts, decision, wallTime);
    return result;
}

std::vector<Sentence> explainAdmission(const ResolvedPolicy& policy, const Trace& admission)
{
    const AttemptFacts none;
    const StepContext context{policy, none, admission};
    std::vector<Sentence> sentences;
    for (const TraceStep& step : admission) {
        sentences.push_back(sentenceFor(step, context));
    }
    return sentences;
}

std::string whySentence(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                        int attempt)
{
    return prose({headlineOf(policy, facts, decision, attempt), provisoSentence(policy, decision)});
}

std::string sentenceFor(const Responder& responder)
{
    const std::string product = responder.name.empty() ? std::string() : ", " + shownName(responder.name);
    std::vector<std::string> evidence;
    for (const std::string& item : responder.evidence) {
        evidence.push_back(shownName(item));
    }
    const std::string list = evidence.empty() ? std::string() : " (" + joined(evidence, "; ", "; ") + ")";
    switch (responder.kind) {
    case ResponderKind::Nobody:
        return "Nobody, because no response arrived.";
    case ResponderKind::Origin:
        return filled("Probably the service itself%1%2.", product, list);
    case ResponderKind::Proxy:
        return filled("Probably a proxy%1, not the service%2.", product, list);
    case ResponderKind::LoadBalancer:
        return filled("Probably a load balancer%1, not the service%2.", product, list);
    case ResponderKind::Unknown:
        return filled("Unknown%1.", list);
    }
    return {};
}

std::string faultPhrase(FaultKind kind)
{
    return std::string(wordsFor(kind).clause);
}

std::string faultPhrase(const Fault& fault)
{
    if (const std::optional<Duration> limit = attemptLimitIn(fault.detail)) {
        return filled("the attempt exceeded its time limit of %1", durationText(*limit));
    }
    return isAttemptLimit(fault.detail) ? shownName(fault.detail) : faultPhrase(fault.kind);
}

std::string faultPhrase(const AttemptFacts& facts)
{
    const bool isUnknown = facts.fault->kind == FaultKind::ResponseTruncated && !facts.response;
    return isUnknown ? "the response was truncated, and its status is unknown" : faultPhrase(*facts.fault);
}

std::string successClause(const ResolvedPolicy& policy, const AttemptFacts& facts)
{
    if (!facts.fault) {
        return filled("%1 is a success", outcomeLabel(policy, facts));
    }
    return filled("%1 is a success, although %2",
                  facts.response ? std::to_string(facts.response->status) : "The attempt",
                  faultPhrase(*facts.fault));
}

namespace {

/// Of a client that reads no names and has a rule for this grpc-status: beside a status of 200 that is what
/// came. Empty: there is no such rule.
std::string grpcStatusAskedFor(const ResolvedPolicy& policy, const Response& response)
{
    constexpr int kOk = 200; // of every response that gRPC itself makes, whatever became of the call
    const std::string* status = response.headers.find("grpc-status");
    if (response.status != kOk || status == nullptr) {
        return {};
    }
    const auto asksForIt = [status](const HeaderValue& value) {
        return equalsIgnoringCase(value.header, "grpc-status") &&
               std::find(value.textIn.begin(), value.textIn.end(), *status) != value.textIn.end();
    };
    const std::vector<Rule>& rules = policy.policy.rules;
    const bool isAsked = std::any_of(rules.begin(), rules.end(), [&asksForIt](const Rule& rule) {
        return std::any_of(rule.when.headerValues.begin(), rule.when.headerValues.end(), asksForIt);
    });
    return isAsked ? grpcStatusText(*status) : std::string();
}

} // namespace

std::string outcomeLabel(const ResolvedPolicy& policy, const AttemptFacts& facts, std::size_t mostOfName)
{
    if (!facts.response) {
        return facts.fault ? faultPhrase(facts) : "unknown outcome";
    }
    std::string text =
        facts.response->status == 0 ? "unknown status" : std::to_string(facts.response->status);
    if (facts.fault) {
        return text + ", " + faultPhrase(*facts.fault);
    }
    const ErrorName name = nameOf(policy.reading, facts);
    if (name.state == NameState::Present && isGrpcStatusPlace(name.origin)) {
        constexpr int kOk = 200; // of every response that gRPC itself makes, whatever became of the call
        return (facts.response->status == kOk ? std::string() : text + ", ") +
               grpcStatusText(name.name, mostOfName);
    }
    if (const std::string asked = grpcStatusAskedFor(policy, *facts.response); !asked.empty()) {
        return asked;
    }
    if (isRedirectLoop(facts)) {
        return text + " (redirect loop)";
    }
    if (!appearanceOf(policy, facts).success) {
        if (name.state == NameState::Present && name.origin != "status") {
            // A name that is a number would read like a second status.
            const std::string shown = shownName(name.name, mostOfName);
            text += isNumber(shown) ? " named “" + shown + "”" : " " + shown;
        }
    }
    return text;
}

std::optional<DelayWindow> undrawnWindow(const Decision& decision)
{
    const std::optional<DelayWindow>& window = decision.window;
    if (!window || window->low >= window->high || decision.delay != window->low) {
        return std::nullopt;
    }
    const auto backoff = findLastStep<BackoffComputed>(decision.trace);
    const bool isUndrawn = backoff ? backoff->draw == 0 : decision.delay == Duration::zero();
    return isUndrawn ? window : std::nullopt;
}

bool wasCutByDeadline(const AttemptFacts& facts, const Decision& decision)
{
    return facts.fault && facts.fault->kind == FaultKind::Cancelled &&
           decision.stopReason == StopReason::DeadlineExceeded;
}

std::string outcomeLabel(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    if (!wasCutByDeadline(facts, decision)) {
        return outcomeLabel(policy, facts);
    }
    const std::string status = facts.response ? std::to_string(facts.response->status) + ", " : std::string();
    return status + "the deadline of the call passed";
}

std::string provisoSentence(const ResolvedPolicy& policy, const Decision& decision)
{
    const Rule* rule = decidingRule(policy, decision);
    if (rule == nullptr) {
        return {};
    }
    return prose({rule->raises.empty() ? std::string()
                                       : filled("The client's code raises a %1 instead of this failure.",
                                                shownName(rule->raises)),
                  rule->proviso.empty() ? std::string() : filled("The rule applies %1.", rule->proviso)});
}

std::string methodBarrierSentences(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                   const Decision& decision)
{
    const std::optional<int> barred = ruleBarredByMethod(policy, facts, decision);
    if (!barred) {
        return {};
    }
    const Condition& when = policy.policy.rules[static_cast<std::size_t>(*barred)].when;
    constexpr std::size_t kMostMethods = 6;
    const std::string outcome = outcomeLabel(policy, facts);
    const std::string allowed = when.methodIn.empty()
                                    ? "for idempotent methods, or with an Idempotency-Key"
                                    : "for " + joinedUpTo(kMostMethods, when.methodIn, " and ");
    return prose({filled("Not retried: the method is %1.", shownName(policy.method)),
                  facts.fault ? filled("This client retries this failure (%1) only %2.", outcome, allowed)
                              : filled("This client retries %1 only %2.", outcome, allowed)});
}

std::string exhaustedSentences(const ResolvedPolicy& policy, const AttemptFacts& facts,
                               const Decision& decision)
{
    const auto counts = findStep<AttemptsCounted>(decision.trace);
    const std::string outcome = outcomeLabel(policy, facts);
    return prose({!counts                ? "Gave up: no attempt is left."
                  : counts->allowed == 1 ? "Gave up: the only attempt is used up."
                                         : filled("Gave up: all %1 attempts are used up.", counts->allowed),
                  (counts && counts->laterStop)
                      ? filled("With an attempt left, the client would not retry either: %1.",
                               wordsFor(*counts->laterStop).label)
                  : facts.fault ? filled("Otherwise this client would retry this failure: %1.", outcome)
                                : filled("Otherwise this client would retry %1.", outcome)});
}

std::string quotaTooLowSentences(const ResolvedPolicy& policy, const Decision& decision)
{
    const auto charged = findStep<QuotaCharged>(decision.trace);
    return prose({"Not retried: the client's retry quota is too low.",
                  charged ? tooFewTokens(policy.policy.quota.value_or(QuotaSpec{}), *charged) : ""});
}

std::string usedUpClause(const ResolvedPolicy& policy, const AttemptFacts& facts, const Rule& rule)
{
    const std::string outcome = outcomeLabel(policy, facts);
    return filled("this client retries %1 only %2 per call, and has already done so",
                  facts.fault ? filled("this failure (%1)", outcome) : outcome, usesText(rule));
}

std::string ruleTitle(const Rule& rule)
{
    return rule.title.empty() ? conditionText(rule.when) : rule.title;
}

} // namespace retryscope
