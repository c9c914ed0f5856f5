// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempt_words.h"

#include "core/explain/body_error_text.h"
#include "core/explain/explain.h"
#include "core/explain/hint_text.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/facts/error_name.h"
#include "core/run/wall_time.h"

namespace retryscope {

namespace {

constexpr auto kDash = "—";
constexpr auto kUnderWay = "…";

bool wasCutByDeadline(const AttemptContext& at)
{
    return retryscope::wasCutByDeadline(at.attempt.facts, at.attempt.decision);
}

/// How an attempt ended that has a fault, in two words at most.
std::string faultLabel(const AttemptContext& at)
{
    return wasCutByDeadline(at) ? "deadline passed"
                                : std::string(wordsFor(at.attempt.facts.fault->kind).cell);
}

/// Given up by the user, which says nothing about the server.
bool isCancelled(const AttemptContext& at)
{
    return at.attempt.decision.stopReason == StopReason::Cancelled;
}

} // namespace

std::string tokensText(const QuotaEntry& quota, TokensForm form)
{
    const std::string before = tokensNumber(quota.before, quota.perToken);
    const std::string cost = tokensNumber(quota.cost, quota.perToken);
    if (quota.refused) {
        return before + (form == TokensForm::Signs ? " < " : ", needs ") + cost;
    }
    const std::string after = tokensNumber(quota.after, quota.perToken);
    return form == TokensForm::Sum ? before + " - " + cost + " = " + after : before + " → " + after;
}

std::string delayText(const Decision& decision, DelayForm form)
{
    if (!decision.window) {
        return {};
    }
    const auto& [low, high] = *decision.window;
    if (decision.verdict == Verdict::Retry && high == Duration::zero()) {
        return "at once";
    }
    std::string delay = durationText(decision.delay);
    if (low == high) {
        return delay;
    }
    const std::string window = windowText(low, high);
    return form == DelayForm::Of ? delay + " of " + window : delay + " (" + window + ")";
}

} // namespace retryscope

namespace retryscope::words {

std::string number(const AttemptContext& at)
{
    std::string text = std::to_string(at.attempt.attempt);
    // How many calls a recording has is not known before its end.
    const bool hasClients = at.header.clients > 1 || (at.header.isRecorded && at.call.client > 1);
    if (hasClients || at.header.callsPerClient > 1 || at.header.isRecorded) {
        text = std::to_string(at.call.call) + "." + text;
    }
    return hasClients ? std::to_string(at.call.client) + "/" + text : text;
}

std::string took(const AttemptContext& at)
{
    return at.attempt.isRunning ? kUnderWay : durationText(tookOf(at.attempt));
}

std::string response(const AttemptContext& at)
{
    return at.attempt.isRunning ? "no response yet"
                                : outcomeLabel(*at.header.policy, at.attempt.facts, at.attempt.decision);
}

std::string result(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return kUnderWay;
    }
    const AttemptFacts& facts = at.attempt.facts;
    if (!facts.fault) {
        return status(at);
    }
    return (facts.response ? status(at) + ", " : std::string()) +
           (isAttemptLimit(facts.fault->detail) ? std::string("attempt limit") : faultLabel(at));
}

std::string status(const AttemptContext& at)
{
    const auto& response = at.attempt.facts.response;
    return response && response->status != 0 ? std::to_string(response->status) : kDash;
}

std::string errorName(const AttemptContext& at)
{
    // A client that takes the status for a name would else name its successes “200”.
    const bool canBear = at.attempt.facts.response && at.header.policy && !at.attempt.isRunning &&
                         at.attempt.decision.verdict != Verdict::Succeed;
    return canBear ? shownName(nameOf(at.header.policy->reading, at.attempt.facts).name) : std::string();
}

std::string nameOrDash(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return {};
    }
    std::string name = errorName(at);
    return name.empty() ? kDash : name;
}

std::string caption(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return "running";
    }
    const AttemptFacts& facts = at.attempt.facts;
    if (facts.fault) {
        return faultLabel(at);
    }
    if (!facts.response) {
        return "unknown"; // an imported file does not show how it ended
    }
    std::string name = errorName(at);
    const bool repeatsStatus = name == std::to_string(facts.response->status);
    return name.empty() || repeatsStatus ? shownName(facts.response->reason) : name;
}

std::string kindOrDash(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return {};
    }
    const ErrorKind kind = at.attempt.decision.kind;
    return kind == ErrorKind::None || isCancelled(at) ? kDash : std::string(wordsFor(kind).word);
}

std::string verdict(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return kUnderWay;
    }
    return capitalised(std::string(isCancelled(at) ? wordsFor(StopReason::Cancelled).label
                                                   : toString(at.attempt.decision.verdict)));
}

std::string markedVerdict(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return verdict(at);
    }
    const std::string_view sign = isCancelled(at) ? "□" : wordsFor(at.attempt.decision.verdict).sign;
    return filled("%1 %2", sign, verdict(at));
}

std::string verdictWithDelay(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return "Running";
    }
    if (at.attempt.decision.verdict != Verdict::Retry) {
        return verdict(at);
    }
    return !hasDelay(at)                                   ? verdict(at)
           : at.attempt.decision.delay == Duration::zero() ? "Retry at once"
                                                           : "Retry after " + delay(at);
}

std::string shortReason(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return {};
    }
    const Decision& decision = at.attempt.decision;
    if (decision.verdict == Verdict::Succeed) {
        if (at.header.policy && isDoubted(*at.header.policy, at.attempt.facts, decision)) {
            return missesBodyError(*at.header.policy, at.attempt.facts, decision) ? "Its body is an error"
                                                                                  : "Its body is truncated";
        }
        return "Took " + took(at);
    }
    const std::optional<StopReason> reason = knownStopReason(at.attempt);
    const bool isAboutResponse = !reason || *reason == StopReason::NotRetryable;
    if (!isAboutResponse && wasCutByDeadline(at)) {
        return capitalised(faultLabel(at));
    }
    if (!isAboutResponse) {
        return capitalised(std::string(wordsFor(*reason).label));
    }
    const std::string name = at.attempt.facts.fault ? std::string() : errorName(at);
    const std::string what = name.empty() ? result(at) : name;
    return decision.kind == ErrorKind::None ? what : what + ": " + std::string(wordsFor(decision.kind).word);
}

bool hasDelay(const AttemptContext& at)
{
    const Decision& decision = at.attempt.decision;
    const bool waitsBeforeNext =
        at.header.policy && at.header.policy->policy.backoff.when == BackoffWhen::BeforeEach;
    return !at.attempt.isRunning &&
           ((decision.verdict == Verdict::Retry && !waitsBeforeNext) || decision.delay > Duration::zero());
}

std::string delay(const AttemptContext& at)
{
    if (hasDelay(at) && at.attempt.facts.timesUnseen && !at.attempt.actualDelay) {
        return "unknown"; // the imported file neither has times nor names the delay
    }
    return hasDelay(at) ? durationText(at.attempt.decision.delay) : std::string();
}

std::string window(const AttemptContext& at)
{
    const std::optional<DelayWindow>& drawn = at.attempt.decision.window;
    return hasDelay(at) && drawn && drawn->low != drawn->high ? windowText(drawn->low, drawn->high)
                                                              : std::string();
}

std::string delayOfWindow(const AttemptContext& at)
{
    const std::string drawnFrom = window(at);
    if (!drawnFrom.empty()) {
        return delay(at) + " of " + drawnFrom;
    }
    const bool isAtOnce = hasDelay(at) && at.attempt.decision.delay == Duration::zero();
    return isAtOnce ? "at once" : delay(at);
}

std::optional<HintApplied> hint(const AttemptContext& at)
{
    auto found = at.attempt.isRunning ? std::nullopt : findStep<HintApplied>(at.attempt.decision.trace);
    return found && found->asked ? found : std::nullopt;
}

std::vector<ServerHint> hints(const AttemptContext& at)
{
    return at.attempt.isRunning || !at.header.policy
               ? std::vector<ServerHint>{}
               : serverHintsOf(*at.header.policy, at.attempt.facts, at.attempt.decision,
                               wallTimeOf(at.header, at.attempt));
}

std::optional<ServerHint> foremostHint(const AttemptContext& at)
{
    const std::vector<ServerHint> all = hints(at);
    const ServerHint* foremost = retryscope::foremostHint(all);
    return foremost ? std::optional(*foremost) : std::nullopt;
}

std::string hintText(const AttemptContext& at)
{
    const std::optional<ServerHint> foremost = foremostHint(at);
    return foremost ? hintSummary(*foremost) : std::string();
}

std::string tokens(const AttemptContext& at)
{
    const std::optional<QuotaEntry> entry = quotaEntryOf(at.attempt.decision);
    if (!entry) {
        return {};
    }
    const bool isStillFull =
        at.attempt.decision.verdict == Verdict::Succeed && !entry->refused && entry->before == entry->after;
    return isStillFull ? std::to_string(entry->after) : tokensText(*entry, TokensForm::Words);
}

std::string sendRate(const AttemptContext& at)
{
    const std::optional<RateSample> sample = rateSampleOf(at.attempt);
    if (!sample) {
        return {};
    }
    const std::string allowed =
        sample->limitPerSecond > 0 ? rateText(sample->limitPerSecond) + " allowed" : "no limit yet";
    return allowed + ", " + rateText(sample->measuredPerSecond) + " measured" +
           (sample->throttled ? ", throttled" : "");
}

std::string connection(const AttemptContext& at)
{
    const auto& wire = at.attempt.facts.wire;
    if (at.attempt.facts.hiddenSends > 0 && !at.attempt.isRunning) {
        return "sent again by the HTTP library: kept connection closed";
    }
    if (at.attempt.isRunning || !wire || wire->connection == 0) {
        return {};
    }
    return (wire->reused ? "reused, number " : "new, number ") + std::to_string(wire->connection);
}

std::string why(const AttemptContext& at)
{
    const AttemptRecord& attempt = at.attempt;
    if (attempt.isRunning || !at.header.policy) {
        return {};
    }
    const bool isSkipped = at.header.noWait && attempt.decision.verdict == Verdict::Retry &&
                           attempt.decision.delay > Duration::zero();
    return prose({whySentence(*at.header.policy, attempt.facts, attempt.decision, attempt.attempt),
                  isSkipped ? "This run skipped the delay." : ""});
}

std::string summary(const AttemptContext& at)
{
    std::string text = "Attempt " + number(at);
    const auto add = [&text](const char* before, const std::string& part) {
        text += part.empty() ? std::string() : std::string(", ") + before + part;
    };
    add("", result(at));
    add("", errorName(at));
    add("", markedVerdict(at));
    add("delay ", delayOfWindow(at));
    add("started at ", durationText(at.attempt.start.time_since_epoch()));
    add("took ", at.attempt.isRunning ? std::string() : took(at));
    return text;
}

} // namespace retryscope::words
