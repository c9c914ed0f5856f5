// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/change_text.h"

#include "core/explain/condition_text.h"
#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
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

/// `2 more attempts (5 instead of 3)`
std::string numberText(int from, int to, const std::string& unit)
{
    const int difference = to > from ? to - from : from - to;
    return std::to_string(difference) + (to > from ? " more " : " fewer ") + unit +
           (difference == 1 ? "" : "s") + " (" + std::to_string(to) + " instead of " + std::to_string(from) +
           ")";
}

std::string outcomeDetail(Verdict verdict, ErrorKind kind, const std::optional<DelayWindow>& delay)
{
    const std::string inBrackets = "(" + std::string(kindWord(kind)) + ")";
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

std::string forWhom(ChangeOwner owner)
{
    switch (owner) {
    case ChangeOwner::Policy:
        return "for this client";
    case ChangeOwner::Request:
        return "for this call";
    case ChangeOwner::State:
        return "for this client, for a while";
    case ChangeOwner::Response:
        return "for every client";
    }
    return {};
}

std::string hintLimitText(const HintLimited& limited)
{
    switch (limited.how) {
    case HintLimit::Forbids:
        return "Do not retry where " + limited.header + " asks for more than " + durationText(limited.most);
    case HintLimit::Caps:
        return "Wait no longer than " + durationText(limited.most) + " for " + limited.header;
    case HintLimit::Ignored:
        return "Do not obey " + limited.header;
    }
    return {};
}

std::string sensitiveTo(Sensitivity what)
{
    switch (what) {
    case Sensitivity::WellFormedXml:
        return "The body is well-formed XML; an unclosed tag would reverse the verdict";
    case Sensitivity::ValidJson:
        return "The body is valid JSON; a missing bracket would reverse the verdict";
    case Sensitivity::NotWellFormed:
        return "The body is neither well-formed XML nor JSON; closed tags would reverse the verdict";
    }
    return {};
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
                return name.isGrpcStatus ? "Treat " + bracketedGrpcStatus(name.name) + " as " +
                                               std::string(toString(name.kind))
                                         : "Map the error name “" + shownName(name.name) + "” to " +
                                               std::string(toString(name.kind));
            },
            [](const StatusMapped& status) {
                return "Treat status " + std::to_string(status.status) + " as " +
                       std::string(toString(status.kind));
            },
            [](const FaultMapped& fault) {
                return "Treat “" + faultPhrase(fault.fault) + "” as " + std::string(toString(fault.kind));
            },
            [](const AttemptsSet& attempts) {
                return numberText(attempts.from, attempts.to, "attempt") +
                       (attempts.kind != ErrorKind::None
                            ? " after failures of the kind " + std::string(kindWord(attempts.kind))
                            : std::string());
            },
            [](const TokensSet& tokens) {
                return numberText(tokens.from, tokens.to, "token") +
                       (tokens.successes == 0 ? std::string()
                                              : ": what " + counted(tokens.successes, "call") +
                                                    (tokens.successes == 1 ? " that needs" : " that need") +
                                                    " no retry would give back");
            },
            [](const DeadlineSet& deadline) {
                return std::string(deadline.to > deadline.from ? "Let the call take "
                                                               : "Let the call take only ") +
                       durationText(deadline.to) + " in all instead of " + durationText(deadline.from);
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
                return "Respond with exactly the body “" + shownName(body.text) + "” and nothing else in it";
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
                return "Let rule " + shownName(uses.rule) + " match " + std::to_string(uses.to) +
                       (uses.to == 1 ? " time" : " times") + " in one call instead of " +
                       std::to_string(uses.from);
            },
            [](const BodyLimitSet& body) {
                return "Let the client keep request bodies of up to " + bytesText(body.to) + " instead of " +
                       bytesText(body.from);
            },
            [](const MethodRetried& retried) {
                return "Retry " + shownName(retried.method) + " requests as well";
            },
            [](const HintLimited& limited) { return hintLimitText(limited); },
            [](const ElapsedLimitSet& elapsed) {
                return "Let the client retry until " + durationText(elapsed.to) + " of the call instead of " +
                       durationText(elapsed.from);
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

std::string changeReachText(const Change& change)
{
    const ChangeOwner owner = ownerOf(change);
    std::string text = "one thing, ";
    if (reachOf(change) == ChangeReach::WholeCase) {
        text = owner == ChangeOwner::Response ? "the whole response, " : "every call, ";
    } else if (reachOf(change) == ChangeReach::ManyCases) {
        text = owner == ChangeOwner::State ? "much of what it has, " : "every failure of this sort, ";
    }
    return text + forWhom(owner);
}

std::string pairText(const ReversingPair& pair)
{
    return changeText(pair.first) + " (" + ownerText(ownerOf(pair.first)) + "), and " +
           changeText(pair.second.change) + " (" + ownerText(ownerOf(pair.second.change)) +
           "): " + changeOutcomeText(pair.second);
}

std::string sensitivityText(const SensitiveTo& sensitive)
{
    return sensitiveTo(sensitive.what) + ": " +
           outcomeText(sensitive.verdictAfter, sensitive.kindAfter, sensitive.windowAfter) + ".";
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
               ? "With fewer than " + std::to_string(needed) + " of the " +
                     counted(quota->capacity, "token") + " in its retry quota, the client would not retry."
               : std::string();
}

std::string ownerText(ChangeOwner owner)
{
    switch (owner) {
    case ChangeOwner::Policy:
        return "client owner: settings";
    case ChangeOwner::Request:
        return "client owner: the call";
    case ChangeOwner::State:
        return "the client itself, over time";
    case ChangeOwner::Response:
        return "server or proxy owner";
    }
    return {};
}

} // namespace retryscope
