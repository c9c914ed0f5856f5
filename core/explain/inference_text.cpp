// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/inference_text.h"

#include "core/explain/escape.h"
#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/stop_text.h"
#include "core/explain/two_policies.h"
#include "core/explain/units.h"
#include "core/recording/client_version.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace retryscope {

namespace {

constexpr std::size_t kMostOfAnAgent = 100;

std::string count(int number, const char* one, const char* many)
{
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

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
    return difference.stopReason ? " (" + std::string(stopReasonText(*difference.stopReason)) + ")" : "";
}

std::string differenceText(FitQuestion question, const FitDifference& difference)
{
    switch (question) {
    case FitQuestion::Retried:
        return placeText(difference.at) + ": retried after " + outcomeText(difference.outcome) +
               ", and the preset stops" + stopText(difference);
    case FitQuestion::NotRetried:
        return placeText(difference.at) + ": not retried after " + outcomeText(difference.outcome) +
               ", and the preset retries";
    case FitQuestion::Delays:
        return placeText(difference.at) + ": a wait of " +
               durationText(difference.wait.value_or(Duration::zero())) + ", and the preset waits " +
               windowText(difference.window.low, difference.window.high);
    case FitQuestion::Spread:
        return "the waits lie closer together than they would, but once in a hundred times, in windows such "
               "as " +
               windowText(difference.window.low, difference.window.high);
    case FitQuestion::Headers:
        return difference.outcome.empty() ? "it does not send " + difference.preset
               : difference.preset.empty()
                   ? "it sends " + oneLine(difference.outcome) + ", and the preset does not"
                   : "it announces " + oneLine(difference.outcome) + ", and the preset " + difference.preset;
    case FitQuestion::UserAgent:
        return "its user agent is another: " + shownName(oneLine(difference.outcome), kMostOfAnAgent);
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
    const std::string failures = count(seen.failures, "failure", "failures");
    return waits == 0 ? failures : failures + " and " + count(waits, "delay", "delays");
}

/// `a, b and c`; of more than the most: how many others.
std::string listed(const std::vector<std::string>& texts, std::size_t most, const char* last,
                   const char* between = ", ")
{
    const std::size_t shown = texts.size() > most ? most - 1 : texts.size();
    std::string list;
    for (std::size_t index = 0; index < shown; ++index) {
        const bool isLast = index + 1 == texts.size();
        list += (index == 0 ? "" : isLast ? last : between) + texts[index];
    }
    return shown == texts.size() ? list : list + last + std::to_string(texts.size() - shown) + " others";
}

std::string namedText(const PresetFit& fit, const SeenClient& seen)
{
    return fit.title + (fit.attempts ? std::string(", set to ") + (seen.isMaxKnown ? "" : "at least ") +
                                           count(*fit.attempts, "attempt", "attempts")
                                     : "");
}

std::string tieText(const InferredClient& client)
{
    return count(static_cast<int>(client.named), "preset", "presets") + " explain this client equally well";
}

std::string distinctionText(const Distinction& distinction)
{
    switch (distinction.kind) {
    case DistinctionKind::Response:
        return faultKindFrom(distinction.outcome)
                   ? "a call that meets this failure: " + outcomeText(distinction.outcome)
                   : "a call that gets " + distinction.outcome;
    case DistinctionKind::Delays:
        return std::to_string(distinction.delays) + " more delays";
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
    const std::string said = "The client says version " + oneLine(client.saidVersion);
    if (!client.between) {
        return said + ", which is " + (client.isNewer ? "newer" : "older") + " than the recorded " +
               client.recordedVersion + "; what changed between the two is not known.";
    }
    const VersionStep& step = *client.between;
    const std::string from = versionOf(step.older);
    const std::string to = versionOf(step.newer);
    std::vector<std::string> changes;
    for (const ComparedPoint& point : comparedPoints(step.older, step.newer)) {
        if (point.isDifferent()) {
            changes.push_back(point.what + " (" + point.here.text + " → " + point.there.text + ")");
        }
    }
    return said + ", which is between the recorded " + from + " and " + to + "; " +
           (changes.empty()
                ? "these two have the same numbers and decide the same on all common responses."
                : "from one to the other changed: " + listed(changes, kMostChanges, " and ") + ".");
}

/// Presets of clients with which all that was seen agrees.
std::vector<std::string> agreeingPresets(const InferredClient& client)
{
    std::vector<std::string> titles;
    for (const PresetFit& fit : client.fits) {
        if (!fit.isDocument && !fit.isRuledOut && againstTexts(fit).empty()) {
            titles.push_back(fit.title);
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
    const std::string evidence = " (from " + evidenceSeen(client.seen) + ").";
    if (client.naming() == Naming::Known) {
        return "This client does as " + namedText(client.fits.front(), client.seen) + evidence;
    }
    if (client.naming() == Naming::Unknown) {
        return "No preset matches this client. Measured: " + measuredText(client.seen) + ".";
    }
    constexpr std::size_t kMostNamed = 6;
    std::vector<std::string> titles;
    for (std::size_t index = 0; index < client.named; ++index) {
        titles.push_back(namedText(client.fits[index], client.seen));
    }
    return tieText(client) + ": " + listed(titles, kMostNamed, "; and ", "; ") + evidence;
}

std::string fitTitle(const InferredClient& client)
{
    return client.naming() == Naming::Tied ? tieText(client) + " (from " + evidenceSeen(client.seen) + ")."
                                           : fitHeadline(client);
}

std::vector<std::string> fitRemarks(const InferredClient& client)
{
    constexpr std::size_t kMostNamed = 5;
    std::vector<std::string> remarks;
    if (client.naming() == Naming::Tied) {
        std::vector<std::string> needs;
        for (const Distinction& distinction : client.distinctions) {
            needs.push_back(distinctionText(distinction));
        }
        remarks.push_back(needs.empty() ? "They decide the same in everything that a preset describes, so no "
                                          "recording can tell them apart."
                                        : "To tell them apart, record " + listed(needs, kMostNamed, ", or ") +
                                              "; let the calls end before the recording does.");
    }
    if (!client.saidVersion.empty()) {
        remarks.push_back(versionRemark(client));
    }
    if (client.naming() == Naming::Unknown && client.seen.failures > 0) {
        const PresetFit* own = ownButOther(client);
        const std::vector<std::string> against =
            own == nullptr ? std::vector<std::string>{} : againstTexts(*own);
        if (!against.empty()) {
            remarks.push_back("Its user agent is that of " + own->title +
                              ", but it does something else: " + against.front() + ".");
        } else if (const std::vector<std::string> agreeing = agreeingPresets(client); !agreeing.empty()) {
            remarks.push_back("Nothing speaks against " + listed(agreeing, kMostNamed, " and ") +
                              ", but too little was seen to tell it from any other program.");
        }
    }
    return remarks;
}

std::string measuredText(const SeenClient& seen)
{
    constexpr std::size_t kMostDelays = 5;
    if (seen.retried == 0) {
        return count(seen.failures, "failure was", "failures were") + " not retried";
    }
    std::vector<std::string> delays;
    for (const SeenWaits& waits : seen.backoff.waits) {
        const bool isOne = seen.backoff.jitter == Jitter::None || waits.count == 1;
        delays.push_back(isOne ? durationText(waits.median) : windowText(waits.least, waits.most));
    }
    std::string text = (seen.isMaxKnown ? "" : "at least ") + count(seen.attempts, "attempt", "attempts");
    if (!delays.empty()) {
        text +=
            (delays.size() == 1 ? ", a delay of " : ", delays of ") + listed(delays, kMostDelays, " and ");
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

std::string hintText(const SeenHint& hint)
{
    std::string text = shownName(hint.header) + ": waited " + durationText(hint.waited) + " where " +
                       durationText(hint.asked) + " was asked for";
    if (hint.ownLeast) {
        text += ", and its own next delay would be " + windowText(*hint.ownLeast, *hint.ownMost);
    }
    return text + (hint.obeyed == Obeyed::Yes  ? ": obeyed"
                   : hint.obeyed == Obeyed::No ? ": not obeyed"
                   : hint.ownLeast             ? ", which may be either"
                                               : "; how long it waits by itself was not seen");
}

std::string activityText(const SeenClient& client)
{
    std::string text = count(client.calls, "call", "calls") + ", " +
                       count(client.requests, "request", "requests") + "; " + std::to_string(client.retried) +
                       " of " + count(client.failures, "failure", "failures") + " retried; at most " +
                       count(client.attempts, "attempt", "attempts") + " in a call";
    if (client.declaredMax) {
        text += ", announced max=" + std::to_string(*client.declaredMax);
    }
    if (client.timeLimit) {
        const SeenTimeLimit& limit = *client.timeLimit;
        text += "; " + count(limit.calls, "call was", "calls were") + " given up at the same time, after " +
                std::to_string(limit.fewest) + " to " + std::to_string(limit.most) +
                " attempts: as with a limit of time for a call, its own or its caller's, between " +
                durationText(limit.atLeast) + " and " + durationText(limit.atMost);
    } else if (!client.isMaxKnown && client.attempts > 1) {
        text += "; at least " + count(client.attempts - 1, "retry", "retries") +
                "; how many more it would make was not seen, since its calls succeeded, or the recording "
                "ended, before it gave up";
    }
    if (client.endedEarly > 0 && !client.timeLimit) {
        text += "; " + count(client.endedEarly, "call", "calls") +
                " ended earlier than others with the same failure, as with an empty retry quota";
    }
    if (client.resent > 0) {
        text += "; " + count(client.resent, "request", "requests") +
                " sent again below the client, with an attempt number that was seen already";
    }
    return text;
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

std::string backoffText(const BackoffEstimate& backoff)
{
    if (backoff.waits.empty()) {
        return {};
    }
    if (!backoff.jitter || !backoff.base) {
        constexpr std::size_t kMostShown = 8;
        std::string text = "too few waits to tell the backoff; they were ";
        for (std::size_t index = 0; index < std::min(backoff.waits.size(), kMostShown); ++index) {
            const SeenWaits& seen = backoff.waits[index];
            text += (index == 0 ? "" : ", then ") + windowText(seen.least, seen.most);
        }
        return text + (backoff.waits.size() > kMostShown ? " and more" : "");
    }
    const std::string base = durationText(*backoff.base);
    std::string text = *backoff.jitter == Jitter::None ? "no jitter, first about " + base
                       : *backoff.jitter == Jitter::Equal
                           ? "half of the delay drawn, first up to about " + base
                           : "full jitter, first from 0 to about " + base;
    if (backoff.growth) {
        text += ", then " + growthText(*backoff.growth) + " times as long with each retry";
    }
    return backoff.cap ? text + ", up to about " + durationText(*backoff.cap) : text;
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
            text += check.agreed == 1 ? " agrees" : check.agreed > 0 ? " agrees in part" : " is another";
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
                      " as the preset";
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
                           count(static_cast<int>(others), "other", "others");
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
        return "Grouped by timing, " +
               std::to_string(static_cast<int>(std::floor(source.confidence * 100 + 1e-6))) +
               " %: client, target and body are those of a request that had failed before. The same "
               "request made again by hand, or by a loop, would look alike.";
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
