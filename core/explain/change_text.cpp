// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/change_text.h"

#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/facts/grpc_status.h"

namespace retryscope {

namespace {

std::string named(std::string_view what, const std::string& name)
{
    return std::string(what) + (name.empty() ? std::string("(empty)") : shownName(name));
}

/// `grpc-status 3 (INVALID_ARGUMENT)`
std::string bracketedGrpcStatus(const std::string& number)
{
    const std::string_view word = grpcStatusWord(number);
    return "grpc-status " + shownName(number) + (word.empty() ? "" : " (" + std::string(word) + ")");
}

std::string outcomeDetail(Verdict verdict, ErrorKind kind, const std::optional<DelayWindow>& delay)
{
    const std::string inBrackets = "(" + std::string(wordsFor(kind).word) + ")";
    if (verdict != Verdict::Retry) {
        return inBrackets;
    }
    const DelayWindow window = delay.value_or(DelayWindow{});
    return inBrackets + (window.high == Duration::zero() ? std::string(", at once")
                                                         : ", delay " + windowText(window.low, window.high));
}

std::string outcomeText(Verdict verdict, ErrorKind kind, const std::optional<DelayWindow>& delay)
{
    return std::string(toString(verdict)) + " " + outcomeDetail(verdict, kind, delay);
}

std::string hintLimitText(const HintLimited& limited)
{
    switch (limited.how) {
    case HintLimit::Forbids:
        return filled("Do not retry when %1 asks for more than %2", limited.header,
                      durationText(limited.most));
    case HintLimit::Caps:
        return filled("Limit the delay of %2 to %1", durationText(limited.most), limited.header);
    case HintLimit::Ignored:
        return filled("Ignore %1", limited.header);
    }
    return {};
}

std::string sensitiveTo(Sensitivity what)
{
    switch (what) {
    case Sensitivity::WellFormedXml:
        return "The body is well-formed XML. An unclosed tag would change the verdict to";
    case Sensitivity::ValidJson:
        return "The body is valid JSON. A missing bracket would change the verdict to";
    case Sensitivity::NotWellFormed:
        return "The body is neither well-formed XML nor JSON. Closed tags would change the verdict to";
    }
    return {};
}

std::string kindOf(ErrorKind kind)
{
    return std::string(wordsFor(kind).word);
}

} // namespace

std::string changeText(const Change& change)
{
    return std::visit(
        Overloaded{
            [](const BodyDropped&) { return std::string("Respond without a body"); },
            [](const StatusReplaced& status) {
                return "Respond with status " + std::to_string(status.to) +
                       (status.from == 0 ? std::string(" instead of failing")
                                         : " instead of " + std::to_string(status.from));
            },
            [](const NameReplaced& name) {
                if (name.isGrpcStatus) {
                    return "Respond with " + bracketedGrpcStatus(name.to) + " instead of " +
                           shownName(name.from);
                }
                return named("Name the error ", name.to) + named(" instead of ", name.from);
            },
            [](const HeaderAdded& header) {
                return "Respond with the header " + header.name + ": " + header.value +
                       (header.insteadOf.empty() ? std::string()
                                                 : " instead of " + shownName(header.insteadOf));
            },
            [](const HeaderDropped& header) { return "Respond without the header " + header.name; },
            [](const NameMapped& name) {
                return name.isGrpcStatus
                           ? filled("Map %1 to %2", bracketedGrpcStatus(name.name), kindOf(name.kind))
                           : filled("Map the error name “%1” to %2", shownName(name.name), kindOf(name.kind));
            },
            [](const StatusMapped& status) {
                return filled("Map status %1 to %2", status.status, kindOf(status.kind));
            },
            [](const FaultMapped& fault) {
                return filled("Map “%1” to %2", faultPhrase(fault.fault), kindOf(fault.kind));
            },
            [](const AttemptsSet& attempts) {
                const std::string number =
                    filled("Allow %1 instead of %2", counted(attempts.to, "attempt"), attempts.from);
                return attempts.kind == ErrorKind::None
                           ? number
                           : filled("%1 after failures of kind %2", number, wordsFor(attempts.kind).word);
            },
            [](const TokensSet& tokens) {
                return tokens.to < tokens.from
                           ? filled("Use tokens until %1 of %2 are left", tokens.to, tokens.from)
                       : tokens.successes == 0
                           ? filled("Wait for %1", counted(tokens.to - tokens.from, "more token"))
                           : filled("Wait for %1: %2 without a retry %3 %4",
                                    counted(tokens.to - tokens.from, "more token"),
                                    counted(tokens.successes, "call that succeeds", "calls that succeed"),
                                    tokens.successes == 1 ? "returns" : "return",
                                    tokens.to - tokens.from == 1 ? "it" : "them");
            },
            [](const DeadlineSet& deadline) {
                const auto [to, from] = unequalDurations(deadline.to, deadline.from);
                return filled(deadline.to > deadline.from
                                  ? SentenceForm<2>("Allow the call %1 instead of %2")
                                  : SentenceForm<2>("Limit the call to %1 instead of %2"),
                              to, from);
            },
            [](const RespondedSooner& sooner) { return "Respond " + durationText(sooner.by) + " sooner"; },
            [](const ClockSet& clock) {
                return "Set the client's clock " +
                       std::string(clock.by < Duration::zero() ? "back" : "forward") + " by " +
                       durationText(std::chrono::abs(clock.by)) + ", to the server's time";
            },
            [](const BodyMadeReplayable&) {
                return std::string("Send a request body that can be sent again");
            },
            [](const BodyReplaced& body) {
                return filled("Respond with exactly the body “%1”", shownName(body.text));
            },
            [](const RequestHeaderAdded& header) {
                return equalsIgnoringCase(header.name, "Idempotency-Key")
                           ? "Send the request with the header Idempotency-Key, with a new value for each "
                             "call"
                           : "Send the request with the header " + header.name;
            },
            [](const RequestHeaderDropped& header) {
                return "Send the request without the header " + header.name;
            },
            [](const RuleUsesSet& uses) {
                return filled("Let rule %1 match %2 per call instead of %3", shownName(uses.rule),
                              counted(uses.to, "time"), uses.from);
            },
            [](const BodyLimitSet& body) {
                return "Let the client keep request bodies of up to " + bytesText(body.to) + " instead of " +
                       bytesText(body.from);
            },
            [](const QuotaSizeSet& size) {
                return filled("Let the retry quota hold %1 instead of %2", counted(size.to, "token"),
                              size.from);
            },
            [](const MethodNotRetried& forbidden) {
                return "Do not retry " + shownName(forbidden.method) + " requests";
            },
            [](const MethodRetried& retried) {
                return "Retry " + shownName(retried.method) + " requests as well";
            },
            [](const HintLimited& limited) { return hintLimitText(limited); },
            [](const ElapsedLimitSet& elapsed) {
                const auto [to, from] = unequalDurations(elapsed.to, elapsed.from);
                return filled("Let the client retry in the first %1 of a call instead of %2", to, from);
            },
        },
        change);
}

std::string changeOutcomeText(const ReversingChange& reversing)
{
    return outcomeText(reversing.verdictAfter, reversing.kindAfter, reversing.windowAfter);
}

std::string changeDetailText(const ReversingChange& reversing)
{
    return outcomeDetail(reversing.verdictAfter, reversing.kindAfter, reversing.windowAfter);
}

std::string changeScopeText(const Change& change)
{
    const ChangeReach reach = reachOf(change);
    switch (ownerOf(change)) {
    case ChangeOwner::Policy:
        return reach == ChangeReach::WholeCase   ? "this client, all calls"
               : reach == ChangeReach::ManyCases ? "this client, every failure of this kind"
                                                 : "this client, this error";
    case ChangeOwner::Request:
        return "this call";
    case ChangeOwner::State:
        return reach == ChangeReach::ManyCases ? "this client, until its state changes"
                                               : "this client, for a while";
    case ChangeOwner::Response:
        return reach == ChangeReach::WholeCase ? "every client, the whole response"
                                               : "every client, one part of the response";
    }
    return {};
}

std::string sensitivityText(const SensitiveTo& sensitive)
{
    return filled("%1 %2.", sensitiveTo(sensitive.what),
                  outcomeText(sensitive.verdictAfter, sensitive.kindAfter, sensitive.windowAfter));
}

std::string quotaSentence(const Situation& situation)
{
    const Decision decision = decisionIn(situation);
    const auto charged = findStep<QuotaCharged>(decision.trace);
    const std::optional<QuotaSpec>& quota = situation.policy.policy.quota;
    if (decision.verdict != Verdict::Retry || !charged || !quota || charged->cost == 0) {
        return {};
    }
    const int needed =
        quota->whenEmpty == WhenQuotaEmpty::TakeWhatIsLeft ? 1 : charged->cost + quota->reserve;
    const Decision without =
        decisionIn(changed(situation, TokensSet{.from = charged->before, .to = needed - 1}));
    return without.verdict == Verdict::Stop
               ? filled("With fewer than %1 of the %2 in its retry quota, the client would not retry.",
                        needed, counted(quota->capacity, "token"))
               : std::string();
}

std::string ownerText(ChangeOwner owner)
{
    switch (owner) {
    case ChangeOwner::Policy:
        return "client settings";
    case ChangeOwner::Request:
        return "caller";
    case ChangeOwner::State:
        return "client state";
    case ChangeOwner::Response:
        return "server or proxy";
    }
    return {};
}

} // namespace retryscope
