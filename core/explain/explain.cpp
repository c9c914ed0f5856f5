// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/explain.h"

#include "core/decide/classify.h"
#include "core/decide/method_barrier.h"
#include "core/explain/body_error_text.h"
#include "core/explain/condition_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/name_text.h"
#include "core/explain/redirect_text.h"
#include "core/explain/step_text.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/used_up.h"
#include "core/explain/verdict_row.h"
#include "core/facts/grpc_status.h"
#include "core/recording/client_following.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

const Rule* decidingRule(const ResolvedPolicy& policy, const Decision& decision)
{
    return decision.rule < 0 ? nullptr : &policy.policy.rules[static_cast<std::size_t>(decision.rule)];
}

std::string filled(std::string text, const std::string& placeholder, const std::string& value)
{
    for (std::size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at + value.size())) {
        text.replace(at, placeholder.size(), value);
    }
    return text;
}

/// The client's own message, when its rule has one: `Unable to parse ExceptionName: 429 Message: …`.
std::string clientMessage(const ResolvedPolicy& policy, const AttemptFacts& facts, const Rule* rule)
{
    if (!rule || rule->message.empty()) {
        return {};
    }
    const std::string name = shownName(nameOf(policy.reading, facts).found);
    return filled(filled(rule->message, "{name}", name), "{message}",
                  shownName(messageOf(policy.reading, facts), kMostOfAMessage));
}

bool isNumber(const std::string& text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string_view kindNoun(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::None:
        return "a success";
    case ErrorKind::Permanent:
        return "permanent";
    case ErrorKind::Transient:
        return "transient";
    case ErrorKind::Timeout:
        return "a timeout";
    case ErrorKind::Server:
        return "a server error";
    case ErrorKind::Throttling:
        return "throttling";
    case ErrorKind::ClockSkew:
        return "clock skew";
    case ErrorKind::NotReady:
        return "not ready";
    case ErrorKind::PartDone:
        return "part done";
    }
    return {};
}

/// `503 SlowDown counts as throttling`, `the connection was refused, which counts as transient`
std::string verdictOnError(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    return outcomeLabel(policy, facts) + (facts.fault ? ", which counts as " : " counts as ") +
           std::string(kindNoun(decision.kind));
}

std::string ruleClause(const Rule* rule)
{
    return rule ? " (rule " + rule->id + ": " + ruleTitle(*rule) + ")" : " (no rule matches)";
}

std::string whyNotRetryable(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    if (const auto started = findStep<OperationStarted>(decision.trace)) {
        return "Not polled: " + std::string(pollTokenText(started->token)) + ".";
    }
    if (const auto hint = findLastStep<HintApplied>(decision.trace); hint && !hint->asked) {
        return "Not retried: the server forbids a retry (" + shownName(hint->header) + ": " +
               shownName(hint->text) + ").";
    }
    const Rule* rule = decidingRule(policy, decision);
    if (const Rule* used = usedUpRule(policy, decision)) {
        return "Not retried: rule " + used->id + " retries " + outcomeLabel(policy, facts) + " only " +
               usesText(*used) + " in one call, and that is used up; " +
               (rule != nullptr ? "rule " + rule->id + " decides" : std::string("no other rule matches")) +
               ".";
    }
    if (const auto barred = ruleBarredByMethod(policy, facts, decision)) {
        return "Not retried: " + methodBarrierClause(policy, facts, decision) +
               ruleClause(&policy.policy.rules[static_cast<std::size_t>(*barred)]) + ".";
    }
    std::string text = "Not retried: " + verdictOnError(policy, facts, decision) + ruleClause(rule) + ".";
    const std::string message = clientMessage(policy, facts, rule);
    return message.empty() ? text : text + " The client says: “" + message + "”.";
}

std::string whyExhausted(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    const auto attempts = findStep<AttemptsCounted>(decision.trace);
    std::string text = "Gave up: ";
    text += attempts ? "all " + counted(attempts->allowed, "attempt") + " are used"
                     : std::string("no attempt is left");
    if (attempts && attempts->allowed == 1) {
        text = "Gave up: the only attempt is used up";
    }
    text += facts.fault ? "; otherwise it would be retried: " + outcomeLabel(policy, facts) + "."
                        : "; " + outcomeLabel(policy, facts) + " would be retried otherwise.";
    if (decision.delay > Duration::zero()) {
        text += " The client waits " + durationText(decision.delay) + " more before it gives up.";
    }
    const Rule* rule = decidingRule(policy, decision);
    return rule == nullptr || rule->advice.empty() ? text : text + " " + rule->advice;
}

/// How far the attempt was that the deadline cut; empty where it passed in a delay.
std::string beforeWhat(const AttemptFacts& facts, const Decision& decision)
{
    if (!wasCutByDeadline(facts, decision)) {
        return {};
    }
    return facts.response ? " before the response was complete" : " before a response came";
}

std::string whyStopped(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    switch (decision.stopReason.value_or(StopReason::NotRetryable)) {
    case StopReason::NotRetryable:
        return whyNotRetryable(policy, facts, decision);
    case StopReason::AttemptsExhausted:
        return whyExhausted(policy, facts, decision);
    case StopReason::QuotaExhausted: {
        const auto charged = findStep<QuotaCharged>(decision.trace);
        return "Not retried: the client's retry quota is too low" +
               (charged ? ", a retry costs " + counted(charged->cost, "token") + " and " +
                              std::to_string(charged->before) +
                              (charged->before == 1 ? " is left." : " are left.")
                        : std::string(".")) +
               (decision.delay > Duration::zero()
                    ? " The operation polls for work, so " + durationText(decision.delay) +
                          " pass before it fails."
                    : std::string());
    }
    case StopReason::DeadlineExceeded: {
        const auto deadline = findStep<DeadlineChecked>(decision.trace);
        if (deadline && deadline->isOfPolicy) {
            return deadline->left > Duration::zero()
                       ? "Gave up: the delay of " + durationText(deadline->needed) +
                             " does not fit into the " + durationText(deadline->left) +
                             " that are left of what this client gives a call."
                       : "Gave up: this client's time limit for a call has passed.";
        }
        return deadline && deadline->needed > Duration::zero()
                   ? "Gave up: the delay of " + durationText(deadline->needed) + " does not fit into the " +
                         durationText(deadline->left) + " that the deadline leaves."
                   : "Gave up: the deadline of the call passed" + beforeWhat(facts, decision) + ".";
    }
    case StopReason::BodyNotReplayable:
        return "Not retried: " + bodyOnceText(findStep<BodyChecked>(decision.trace).value_or(BodyChecked{})) +
               ".";
    case StopReason::SafetyLimit:
        return "Stopped by Retryscope's safety limit; the client itself would go on without end.";
    case StopReason::NoSendToken:
        return "Not sent: the send rate has no token left, and this client fails instead of waiting.";
    case StopReason::Cancelled:
        return "Cancelled" +
               (facts.fault && !facts.fault->detail.empty() ? ": " + shownName(facts.fault->detail) : "") +
               ".";
    }
    return {};
}

std::string delayClause(const Decision& decision)
{
    const std::optional<DelayWindow> undrawn = undrawnWindow(decision);
    if (decision.delay == Duration::zero() && !undrawn) {
        return "at once";
    }
    std::string text = "after " + (undrawn ? "a delay drawn from " + windowText(undrawn->low, undrawn->high)
                                           : durationText(decision.delay));
    const auto hint = findStep<HintApplied>(decision.trace);
    if (!hint || !hint->asked || *hint->asked == Duration::zero() || hint->applied != decision.delay) {
        return text;
    }
    if (hint->applied == *hint->asked) {
        return text + (undrawn
                           ? ", no less than the " + durationText(*hint->asked) + " that the server asked for"
                           : ", as the server asked");
    }
    return text + (hint->applied < *hint->asked ? ", cut from the " : ", longer than the ") +
           durationText(*hint->asked) + " that the server asked for";
}

/// What a polling client does before it asks again, as one sentence after a blank; empty for all others.
std::string beforeNextText(const ResolvedPolicy& policy, int attempt)
{
    const std::optional<DelayWindow> delay = delayBeforeNext(policy, attempt);
    return delay ? " The next attempt is sent after " + windowText(delay->low, delay->high) +
                       ", the delay that this client puts before every attempt."
                 : std::string();
}

std::string whyRetried(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                       int attempt)
{
    if (const auto part = findStep<PartDoneFound>(decision.trace)) {
        return "Part done: sent again " + delayClause(decision) + " with the " + counted(part->left, "item") +
               " that " + (part->left == 1 ? "was" : "were") + " left.";
    }
    const std::string before = beforeNextText(policy, attempt);
    if (findStep<OperationStarted>(decision.trace)) {
        return "Started the operation: " + outcomeLabel(policy, facts) +
               ruleClause(decidingRule(policy, decision)) + "." + before;
    }
    const bool hasOwnDelay = before.empty() || decision.delay > Duration::zero();
    std::string text = decision.kind == ErrorKind::NotReady ? "Asked again: "
                       : hasOwnDelay                        ? "Retried " + delayClause(decision) + ": "
                                                            : "Retried: ";
    return text + verdictOnError(policy, facts, decision) + ruleClause(decidingRule(policy, decision)) + "." +
           before;
}

/// A batch of which something came back undone, to a client that does not look.
std::string leftUndoneClause(const AttemptFacts& facts)
{
    if (!facts.response || !facts.response->parsed.remaining) {
        return {};
    }
    return ", although " + counted(facts.response->parsed.remaining->left, "item") +
           " came back undone: sending the rest again is the caller's work";
}

/// Of a client that was recorded: what it did, without a reason.
std::string whatWasSeen(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                        int attempt, const ClientObserved& seen)
{
    std::string text = outcomeLabel(policy, facts) + ": " + observedText(seen);
    if (!seen.isRetried && isAnnouncedAsLast(facts, attempt)) {
        text += ", as it had announced";
    } else if (decision.stopReason == StopReason::AttemptsExhausted) {
        text += ", although it had retried the like before";
    }
    return text + ".";
}

std::string headlineOf(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                       int attempt)
{
    const auto seen = findStep<ClientObserved>(decision.trace);
    if (seen && decision.verdict != Verdict::Succeed) {
        return whatWasSeen(policy, facts, decision, attempt, *seen);
    }
    switch (decision.verdict) {
    case Verdict::Succeed:
        if (decision.kind != ErrorKind::None) {
            const auto charged = findStep<QuotaCharged>(decision.trace);
            return std::string("Handed over as a success, since ") +
                   (charged && !charged->granted ? "the retry quota refuses: " : "no attempt is left: ") +
                   verdictOnError(policy, facts, decision) + ruleClause(decidingRule(policy, decision)) + ".";
        }
        return successClause(policy, facts) +
               (attempt > 1 ? ", reached at attempt " + std::to_string(attempt) : std::string()) +
               leftUndoneClause(facts) +
               (missesBodyError(policy, facts, decision) ? ", but " + bodyErrorClause(facts)
                                                         : std::string()) +
               ".";
    case Verdict::Retry:
        return whyRetried(policy, facts, decision, attempt);
    case Verdict::Stop:
        return whyStopped(policy, facts, decision);
    }
    return {};
}

/// Without the policy at hand: no rule decided, and one was passed over because it is used up.
bool endedByUsedUpRule(const CallRecord& call)
{
    if (call.stopReason != StopReason::NotRetryable || call.attempts.empty() ||
        call.attempts.back().decision.rule >= 0) {
        return false;
    }
    const Trace& trace = call.attempts.back().decision.trace;
    return std::any_of(trace.begin(), trace.end(), [](const TraceStep& step) {
        const auto* tried = std::get_if<RuleTried>(&step);
        return tried != nullptr && tried->evidence == Evidence::Uses;
    });
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
    return headlineOf(policy, facts, decision, attempt) + provisoSentence(policy, decision);
}

std::string sentenceFor(const Responder& responder)
{
    std::string text;
    const std::string product =
        responder.name.empty() ? std::string() : " (" + shownName(responder.name) + ")";
    switch (responder.kind) {
    case ResponderKind::Nobody:
        return "Nobody responded: no complete response arrived.";
    case ResponderKind::Origin:
        text = "The service itself" + product + " seems to have responded";
        break;
    case ResponderKind::Proxy:
        text = "A proxy" + product + " seems to have responded, not the service";
        break;
    case ResponderKind::LoadBalancer:
        text = "A load balancer" + product + " seems to have responded, not the service";
        break;
    case ResponderKind::Unknown:
        text = "It is unclear whether the service itself responded";
        break;
    }
    for (std::size_t i = 0; i < responder.evidence.size(); ++i) {
        text += (i == 0 ? ": " : "; ") + shownName(responder.evidence[i]);
    }
    return text + ".";
}

std::string faultPhrase(FaultKind kind)
{
    switch (kind) {
    case FaultKind::HostNotFound:
        return "the host was not found";
    case FaultKind::ConnectionRefused:
        return "the connection was refused";
    case FaultKind::Unreachable:
        return "the host is unreachable";
    case FaultKind::ConnectTimeout:
        return "connecting took too long";
    case FaultKind::TlsFailed:
        return "the TLS handshake failed";
    case FaultKind::ConnectionReset:
        return "the connection was reset before a response";
    case FaultKind::ClosedBeforeResponse:
        return "the connection was closed before a response";
    case FaultKind::ResponseTruncated:
        return "the response was cut short";
    case FaultKind::ResponseReset:
        return "the connection was reset during the response";
    case FaultKind::MalformedResponse:
        return "the response was not HTTP";
    case FaultKind::ReadTimeout:
        return "no byte came within the read timeout";
    case FaultKind::ResponseTooLarge:
        return "the response was too large";
    case FaultKind::Cancelled:
        return "the attempt was cancelled";
    }
    return {};
}

std::string faultPhrase(const Fault& fault)
{
    return isAttemptLimit(fault.detail) ? shownName(fault.detail) : faultPhrase(fault.kind);
}

std::string successClause(const ResolvedPolicy& policy, const AttemptFacts& facts)
{
    if (!facts.fault) {
        return outcomeLabel(policy, facts) + " is a success";
    }
    return (facts.response ? std::to_string(facts.response->status) : std::string("What came")) +
           " is a success although " + faultPhrase(*facts.fault);
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
    if (facts.fault) {
        const std::string status =
            facts.response ? std::to_string(facts.response->status) + ", " : std::string();
        return status + faultPhrase(*facts.fault);
    }
    if (!facts.response) {
        return "nothing";
    }
    std::string text = std::to_string(facts.response->status);
    const ErrorName name = nameOf(policy.reading, facts);
    if (name.state == NameState::Present && isGrpcStatusPlace(name.origin)) {
        constexpr int kOk = 200; // of every response that gRPC itself makes, whatever became of the call
        return (facts.response->status == kOk ? std::string() : text + ", ") +
               grpcStatusText(name.name, mostOfName);
    }
    if (const std::string asked = grpcStatusAskedFor(policy, *facts.response); !asked.empty()) {
        return asked;
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

std::string summaryOf(const CallRecord& call)
{
    std::string text(toString(call.verdict));
    if (call.source->isClientGone) {
        text = hasGivenUp(call) ? "ended: the client gave up and disconnected"
                                : "ended: the client disconnected";
    } else if (call.verdict == CallVerdict::Failed && call.stopReason) {
        text +=
            ": " + (endedByUsedUpRule(call) ? std::string("a rule's retries are used up") : stopText(call));
    }
    return text + " after " + counted(static_cast<int>(call.attempts.size()), "attempt") + " in " +
           durationText(call.end - call.start);
}

std::string provisoSentence(const ResolvedPolicy& policy, const Decision& decision)
{
    const Rule* rule = decidingRule(policy, decision);
    return rule == nullptr || rule->proviso.empty() ? std::string() : " This holds " + rule->proviso + ".";
}

std::string methodBarrierClause(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                const Decision& decision)
{
    const std::optional<int> barred = ruleBarredByMethod(policy, facts, decision);
    if (!barred) {
        return {};
    }
    const Condition& when = policy.policy.rules[static_cast<std::size_t>(*barred)].when;
    const std::string method = shownName(policy.method);
    const bool beginsWithVowel =
        std::string_view("AEIOaeio").find(method.empty() ? ' ' : method.front()) != std::string_view::npos;
    return "this is " + std::string(beginsWithVowel ? "an " : "a ") + method + ", and this client retries " +
           (facts.fault ? "such a failure (" + outcomeLabel(policy, facts) + ")"
                        : outcomeLabel(policy, facts)) +
           " only for " +
           (when.methodIn.empty() ? "idempotent methods or with an Idempotency-Key"
                                  : joined(when.methodIn, " and "));
}

std::string ruleTitle(const Rule& rule)
{
    return rule.title.empty() ? conditionText(rule.when) : rule.title;
}

} // namespace retryscope
