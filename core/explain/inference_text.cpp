// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/inference_text.h"

#include "core/explain/escape.h"
#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/two_policies.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/recording/client_version.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace retryscope {

namespace {

constexpr std::size_t kMostOfAnAgent = 100;

std::string placeText(Place at)
{
    return "call " + std::to_string(at.call + 1) + ", attempt " + std::to_string(at.attempt + 1);
}

/// `503`, or in words how the attempt ended without a response.
std::string outcomeText(const std::string& outcome)
{
    const std::optional<FaultKind> fault = faultKindFrom(outcome);
    return fault ? faultPhrase(*fault) : oneLine(outcome);
}

std::string stopText(const FitDifference& difference)
{
    return difference.stopReason ? " (" + std::string(wordsFor(*difference.stopReason).label) + ")" : "";
}

std::string differenceText(FitQuestion question, const FitDifference& difference)
{
    const std::string place = placeText(difference.at);
    const std::string outcome = outcomeText(difference.outcome);
    const std::string window = windowText(difference.window.low, difference.window.high);
    switch (question) {
    case FitQuestion::Retried:
        return filled("%1: retried after %2, but the preset does not retry%3", place, outcome,
                      stopText(difference));
    case FitQuestion::NotRetried:
        return filled("%1: not retried after %2, but the preset retries", place, outcome);
    case FitQuestion::Delays:
        return filled("%1: a delay of %2, but the preset waits %3", place,
                      durationText(difference.wait.value_or(Duration::zero())), window);
    case FitQuestion::Spread:
        return filled("the delays are closer together than in 99 of 100 random draws from ranges such as %1",
                      window);
    case FitQuestion::Headers: {
        const std::string sent = oneLine(difference.outcome);
        return difference.outcome.empty() ? filled("the client does not send %1", difference.preset)
               : difference.preset.empty()
                   ? filled("the client sends %1, but the preset does not", sent)
                   : filled("the client announces %1, but the preset announces %2", sent, difference.preset);
    }
    case FitQuestion::UserAgent:
        return filled("the client has another user agent: %1",
                      shownName(oneLine(difference.outcome), kMostOfAnAgent));
    }
    return {};
}

std::string_view questionWord(FitQuestion question)
{
    switch (question) {
    case FitQuestion::Retried:
        return "retried";
    case FitQuestion::NotRetried:
        return "not retried";
    case FitQuestion::Delays:
        return "delays";
    case FitQuestion::Spread:
        return "spread of delays";
    case FitQuestion::Headers:
        return "headers";
    case FitQuestion::UserAgent:
        return "user agent";
    }
    return {};
}

std::string announcedText(const InferredClient& client)
{
    return client.seen.declaredMax ? "announces max=" + std::to_string(*client.seen.declaredMax)
                                   : "announces no max";
}

} // namespace

std::string clientText(const InferredClient& client)
{
    if (client.userAgent.empty()) {
        const std::string agent = "a client without a User-Agent";
        return client.isOneOfSeveral ? agent + ", " + announcedText(client) : agent;
    }
    const std::string line = oneLine(client.userAgent);
    const std::string agent = line.size() <= kMostOfAnAgent ? line : shownName(line, kMostOfAnAgent);
    return client.isOneOfSeveral ? agent + ", " + announcedText(client) : agent;
}

namespace {

/// `1 failure and 1 delay`
std::string evidenceSeen(const SeenClient& seen)
{
    int waits = 0;
    for (const SeenWaits& one : seen.backoff.waits) {
        waits += one.count;
    }
    const std::string failures = counted(seen.failures, "failure");
    return waits == 0 ? failures : failures + " and " + counted(waits, "delay");
}

std::string namedText(const PresetFit& fit, const SeenClient& seen)
{
    return fit.name + (fit.attempts ? std::string(", set to ") + (seen.isMaxKnown ? "" : "at least ") +
                                          counted(*fit.attempts, "attempt")
                                    : "");
}

std::string tieText(const InferredClient& client)
{
    return filled("%1 this client equally well",
                  counted(static_cast<std::int64_t>(client.named), "preset matches", "presets match"));
}

std::string distinctionText(const Distinction& distinction)
{
    switch (distinction.kind) {
    case DistinctionKind::Response:
        return faultKindFrom(distinction.outcome)
                   ? filled("a call that fails like this: %1", outcomeText(distinction.outcome))
                   : filled("a call that gets %1", distinction.outcome);
    case DistinctionKind::Delays:
        return filled("%1 more delays", distinction.delays);
    case DistinctionKind::Attempts:
        return "a call that fails until the client gives up";
    case DistinctionKind::Throttled:
        return "several throttled calls in a row";
    }
    return {};
}

/// Between two recorded versions, what differs between them; beyond them, that nothing is known.
std::string versionRemark(const InferredClient& client)
{
    constexpr std::size_t kMostChanges = 6;
    const std::string reported = oneLine(client.saidVersion);
    if (!client.between) {
        return filled(
            "The client reports version %1, which is %2 than the recorded %3. What changed between the two "
            "is unknown.",
            reported, client.isNewer ? "newer" : "older", client.recordedVersion);
    }
    const VersionStep& step = *client.between;
    std::vector<std::string> changes;
    for (const ComparedPoint& point : comparedPoints(step.older, step.newer)) {
        if (point.isDifferent()) {
            changes.push_back(filled("%1 (%2 → %3)", point.what, point.here.text, point.there.text));
        }
    }
    return prose(
        {filled("The client reports version %1, which is between the recorded %2 and %3.", reported,
                versionOf(step.older), versionOf(step.newer)),
         changes.empty()
             ? "These two have the same numbers and decide the same on all common responses."
             : filled("These two differ in %1.", joinedUpTo(kMostChanges, std::move(changes), " and "))});
}

/// Presets of clients with which all that was seen agrees.
std::vector<std::string> agreeingPresets(const InferredClient& client)
{
    std::vector<std::string> titles;
    for (const PresetFit& fit : client.fits) {
        if (!fit.isDocument && !fit.isRuledOut && !fit.isOtherVersion && againstTexts(fit).empty()) {
            titles.push_back(fit.name);
        }
    }
    return titles;
}

/// The User-Agent is that of this preset's client, though the client does something else.
const PresetFit* ownButOther(const InferredClient& client)
{
    const auto own = std::ranges::find_if(
        client.fits, [](const PresetFit& fit) { return fit.agent == AgentMatch::Own && !fit.isDocument; });
    return own == client.fits.end() ? nullptr : &*own;
}

} // namespace

std::string fitHeadline(const InferredClient& client)
{
    if (client.fits.empty()) {
        return "No preset was compared.";
    }
    if (client.seen.failures == 0) {
        return "No request failed, so nothing shows how this client retries.";
    }
    const std::string evidence = evidenceSeen(client.seen);
    if (client.naming() == Naming::Known) {
        return filled("This client matches %1 (from %2).", namedText(client.fits.front(), client.seen),
                      evidence);
    }
    if (client.naming() == Naming::Unknown) {
        return filled("No preset matches this client. Measured: %1.", measuredText(client.seen));
    }
    constexpr std::size_t kMostNamed = 5;
    std::vector<std::string> titles;
    for (std::size_t index = 0; index < client.named; ++index) {
        titles.push_back(namedText(client.fits[index], client.seen));
    }
    return filled("%1: %2 (from %3).", tieText(client),
                  joinedUpTo(kMostNamed, std::move(titles), "; and ", "; "), evidence);
}

std::string fitTitle(const InferredClient& client)
{
    return client.naming() == Naming::Tied
               ? filled("%1 (from %2).", tieText(client), evidenceSeen(client.seen))
               : fitHeadline(client);
}

namespace {

/// `1.44.0` where the candidates are a release that nobody could read and the same rules behind the opt-in;
/// empty otherwise.
std::string releaseOrOptIn(const InferredClient& client)
{
    const auto end = client.fits.begin() + static_cast<std::ptrdiff_t>(client.named);
    const auto released =
        std::find_if(client.fits.begin(), end, [](const PresetFit& fit) { return fit.isAnnounced; });
    const bool hasOptIn = std::any_of(client.fits.begin(), end, [&](const PresetFit& fit) {
        return released != end && fit.isOptIn && fit.mode == released->mode;
    });
    return hasOptIn ? released->version.substr(0, released->version.find(' ')) : std::string();
}

} // namespace

std::vector<std::string> fitRemarks(const InferredClient& client)
{
    constexpr std::size_t kMostNamed = 5;
    std::vector<std::string> remarks;
    if (const std::string version = releaseOrOptIn(client); !version.empty()) {
        remarks.push_back(filled("The version is %1 or later, or an earlier one with the opt-in "
                                 "AWS_NEW_RETRIES_2026=true.",
                                 version));
    }
    if (client.naming() == Naming::Tied) {
        std::vector<std::string> needs;
        for (const Distinction& distinction : client.distinctions) {
            needs.push_back(distinctionText(distinction));
        }
        remarks.push_back(needs.empty()
                              ? "They decide the same in everything that a preset describes, so no "
                                "recording can tell them apart."
                              : filled("To tell them apart, record %1. Let the calls finish before you "
                                       "stop the recording.",
                                       joinedUpTo(kMostNamed, std::move(needs), ", or ")));
    }
    if (!client.saidVersion.empty()) {
        remarks.push_back(versionRemark(client));
    }
    if (client.naming() == Naming::Unknown && client.seen.failures > 0) {
        const PresetFit* own = ownButOther(client);
        const std::vector<std::string> against =
            own == nullptr ? std::vector<std::string>{} : againstTexts(*own);
        if (!against.empty()) {
            remarks.push_back(filled("Its user agent is that of %1, but the client behaves differently: %2.",
                                     own->name, against.front()));
        } else if (std::vector<std::string> agreeing = agreeingPresets(client); !agreeing.empty()) {
            remarks.push_back(
                filled("Nothing contradicts %1, but the recording shows too little to tell it from "
                       "other programs.",
                       joinedUpTo(kMostNamed, std::move(agreeing), " and ")));
        }
    }
    return remarks;
}

std::string measuredText(const SeenClient& seen)
{
    constexpr std::size_t kMostDelays = 5;
    if (seen.retried == 0) {
        return counted(seen.failures, "failure was", "failures were") + " not retried";
    }
    std::vector<std::string> delays;
    for (const SeenWaits& waits : seen.backoff.waits) {
        const bool isOne = seen.backoff.jitter == Jitter::None || waits.count == 1;
        delays.push_back(isOne ? durationText(waits.median) : windowText(waits.least, waits.most));
    }
    std::string text = (seen.isMaxKnown ? "" : "at least ") + counted(seen.attempts, "attempt");
    if (!delays.empty()) {
        text += (delays.size() == 1 ? ", a delay of " : ", delays of ") +
                joinedUpTo(kMostDelays, std::move(delays), " and ");
    }
    if (seen.backoff.jitter) {
        text += *seen.backoff.jitter == Jitter::None ? ", no jitter" : ", with jitter";
    }
    for (const SeenHint& hint : seen.hints) {
        if (hint.obeyed != Obeyed::Unknown) {
            text += (hint.obeyed == Obeyed::Yes ? ", obeys " : ", does not obey ") + shownName(hint.header);
        }
    }
    return text;
}

std::string hintSentences(const SeenHint& hint)
{
    return prose(
        {filled("%1: the client waited %2 when the server asked for %3.", shownName(hint.header),
                durationText(hint.waited), durationText(hint.asked)),
         hint.ownLeast ? filled("Its own delay would be %1.", windowText(*hint.ownLeast, *hint.ownMost)) : "",
         hint.obeyed == Obeyed::Yes  ? "So it obeys the hint."
         : hint.obeyed == Obeyed::No ? "So it does not obey the hint."
         : hint.ownLeast             ? "The delay fits both."
                                     : "The recording does not show the client's own delay."});
}

namespace {

std::string limitSentences(const SeenClient& client)
{
    if (client.timeLimit) {
        const SeenTimeLimit& limit = *client.timeLimit;
        return filled("%1 at the same time, after %2 to %3 attempts. A time limit between %4 and %5 would "
                      "explain this, the client's or its caller's.",
                      counted(limit.calls, "call ended", "calls ended"), limit.fewest, limit.most,
                      durationText(limit.atLeast), durationText(limit.atMost));
    }
    return client.isMaxKnown || client.attempts <= 1
               ? std::string()
               : filled("The client makes at least %1. Its maximum is unknown: it never gave up during the "
                        "recording.",
                        retriesText(client.attempts - 1));
}

} // namespace

std::string activitySentences(const SeenClient& client)
{
    const std::string counts =
        filled("%1, %2; %3 of %4 retried; at most %5 in a call", counted(client.calls, "call"),
               counted(client.requests, "request"), client.retried, counted(client.failures, "failure"),
               counted(client.attempts, "attempt"));
    return prose(
        {client.declaredMax ? filled("%1, announced max=%2.", counts, *client.declaredMax) : counts + ".",
         limitSentences(client),
         client.endedEarly == 0 || client.timeLimit
             ? ""
             : filled(
                   "%1 earlier than others with the same failure, which an empty retry quota would explain.",
                   counted(client.endedEarly, "call ended", "calls ended")),
         client.resent == 0
             ? ""
             : filled("The client's HTTP library sent %1 again, with an attempt number already used.",
                      counted(client.resent, "request"))});
}

namespace {

/// `2.0`, or between which numbers it lies where that is less sure: `1.7 to 2.3`.
std::string growthText(const MeasuredNumber& growth)
{
    constexpr double kSure = 1.1;
    const auto number = [](double value) {
        std::array<char, 16> text{};
        std::snprintf(text.data(), text.size(), "%.1f", value);
        return std::string(text.data());
    };
    return growth.high / growth.low <= kSure ? number(growth.value)
                                             : number(growth.low) + " to " + number(growth.high);
}

} // namespace

std::string backoffSentence(const BackoffEstimate& backoff)
{
    if (backoff.waits.empty()) {
        return {};
    }
    if (!backoff.jitter || !backoff.base) {
        constexpr std::size_t kMostShown = 8;
        std::vector<std::string> delays;
        for (const SeenWaits& seen : backoff.waits) {
            delays.push_back(windowText(seen.least, seen.most));
        }
        if (delays.size() == 1) {
            return filled("Backoff unknown: one delay (%1) does not determine it.", delays.front());
        }
        return filled("Backoff unknown: the delays (%1) do not determine it.",
                      joinedUpTo(kMostShown + 1, std::move(delays), ", then ", ", then "));
    }
    const std::string base = durationText(*backoff.base);
    const std::string first =
        *backoff.jitter == Jitter::None ? filled("no jitter, first about %1", base)
        : *backoff.jitter == Jitter::Equal
            ? filled("equal jitter (half fixed, half random), first up to about %1", base)
            : filled("full jitter, first from 0 to about %1", base);
    return filled(
        "Backoff: %1%2%3.", first,
        backoff.growth ? filled(", then %1 times as long with each retry", growthText(*backoff.growth)) : "",
        backoff.cap ? filled(", up to about %1", durationText(*backoff.cap)) : "");
}

std::string agreementText(const PresetFit& fit)
{
    std::string text;
    for (const FitCheck& check : fit.checks) {
        if (check.asked == 0) {
            continue;
        }
        text += text.empty() ? "" : ", ";
        text += questionWord(check.question);
        if (check.question == FitQuestion::UserAgent) {
            text += check.agreed == 1 ? " agrees" : check.agreed > 0 ? " agrees in part" : " differs";
        } else if (check.question == FitQuestion::Spread) {
            text += check.agreed > 0 ? " agrees" : " does not agree";
        } else {
            text +=
                " " + std::to_string(static_cast<int>(check.agreed)) + " of " + std::to_string(check.asked);
        }
    }
    return text;
}

CheckText checkText(const FitCheck& check)
{
    CheckText text;
    text.question = std::string(questionWord(check.question));
    text.question.front() = static_cast<char>(text.question.front() - 'a' + 'A');
    text.agrees = check.differences.empty() && check.agreed >= check.asked;
    if (check.question == FitQuestion::UserAgent) {
        text.client = check.agreed >= 1  ? "same as the preset"
                      : check.agreed > 0 ? "another version or mode"
                                         : "another program";
    } else if (check.question == FitQuestion::Spread) {
        text.client = text.agrees ? "as wide as expected" : "closer together";
    } else {
        text.client = std::to_string(static_cast<int>(check.agreed)) + " of " + std::to_string(check.asked) +
                      " like the preset";
    }
    if (check.differences.empty()) {
        const bool isCounted =
            check.question != FitQuestion::UserAgent && check.question != FitQuestion::Spread;
        text.preset = !text.agrees ? "not quite the same"
                      : isCounted  ? std::to_string(check.asked) + " of " + std::to_string(check.asked)
                                   : "the same";
    } else {
        text.preset = differenceText(check.question, check.differences.front());
        if (const std::size_t others = check.differences.size() - 1; others > 0) {
            // Only the first ones are kept of each check.
            text.preset += "; and " +
                           std::string(check.differences.size() == kMostDifferences ? "at least " : "") +
                           counted(static_cast<std::int64_t>(others), "other");
        }
    }
    return text;
}

std::string groupingText(const CallSource& source)
{
    switch (source.groupedBy) {
    case GroupedBy::InvocationId:
        return "The client gives this call an id, and every attempt carries it.";
    case GroupedBy::Timing:
        if (source.isCounted) {
            return filled(
                "Grouped by the numbers that the client gives its attempts, %1 % sure: client, target "
                "and body match an earlier request that failed.",
                static_cast<int>(std::floor(source.confidence * 100 + 1e-6)));
        }
        return filled(
            "Grouped by timing, %1 % sure: client, target and body match an earlier request that failed. The "
            "same request repeated by hand or in a loop would look the same.",
            static_cast<int>(std::floor(source.confidence * 100 + 1e-6)));
    case GroupedBy::Hand:
        return "Grouped by hand: somebody said that these attempts, and no others, form this call.";
    case GroupedBy::None:
        break;
    }
    return "A single request: it has no call id, and no similar request had failed before.";
}

std::string agreementCount(const PresetFit& fit)
{
    int asked = 0;
    double agreed = 0;
    for (const FitCheck& check : fit.checks) {
        if (check.question == FitQuestion::Retried || check.question == FitQuestion::NotRetried ||
            check.question == FitQuestion::Delays) {
            asked += check.asked;
            agreed += check.agreed;
        }
    }
    return asked == 0 ? std::string()
                      : std::to_string(static_cast<int>(agreed)) + " of " + std::to_string(asked);
}

std::vector<std::string> againstTexts(const PresetFit& fit)
{
    std::vector<std::string> texts;
    for (const FitCheck& check : fit.checks) {
        for (const FitDifference& difference : check.differences) {
            texts.push_back(differenceText(check.question, difference));
        }
    }
    return texts;
}

} // namespace retryscope
