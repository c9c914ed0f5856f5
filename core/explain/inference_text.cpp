// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/inference_text.h"

#include "core/explain/escape.h"
#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"

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
        return "its user agent says " + shownName(oneLine(difference.outcome));
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
        return "spread of the delays";
    case FitQuestion::Headers:
        return "headers";
    case FitQuestion::UserAgent:
        return "user agent";
    }
    return {};
}

} // namespace

std::string scoreText(double score)
{
    // Only what agrees in everything is 100 %.
    return std::to_string(static_cast<int>(std::floor(score * 100 + 1e-6))) + " %";
}

namespace {

std::string announcedText(const InferredClient& client)
{
    return client.declaredMax ? "announces max=" + std::to_string(*client.declaredMax) : "announces no max";
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
std::string evidenceSeen(const InferredClient& client)
{
    int waits = 0;
    for (const SeenWaits& seen : client.backoff.waits) {
        waits += seen.count;
    }
    const std::string failures = count(client.failures, "failure", "failures");
    return waits == 0 ? failures : failures + " and " + count(waits, "delay", "delays");
}

/// Else only how it names itself speaks for a preset.
bool isRetryingSeen(const PresetFit& fit)
{
    return std::any_of(fit.checks.begin(), fit.checks.end(), [](const FitCheck& check) {
        return check.asked > 0 && check.question != FitQuestion::Headers &&
               check.question != FitQuestion::UserAgent;
    });
}

} // namespace

std::string fitHeadline(const InferredClient& client)
{
    if (client.fits.empty()) {
        return "No preset was tried.";
    }
    const PresetFit& best = client.fits.front();
    if (client.failures == 0) {
        return "No request failed, so nothing shows how this client retries.";
    }
    if (best.score < kFits) {
        return "No preset fits; the nearest is " + best.title + " (" + scoreText(best.score) + ").";
    }
    const std::size_t alike = equallyGoodFits(client);
    std::string others;
    for (std::size_t index = 1; index < alike; ++index) {
        others += (index == 1           ? ", and equally like "
                   : index + 1 == alike ? " and "
                                        : ", ") +
                  client.fits[index].title;
    }
    if (!isRetryingSeen(best)) {
        return "Whether it retries was not seen; its headers and its user agent are those of " + best.title +
               others + '.';
    }
    return "This looks like " + best.title + others + " (" + scoreText(best.score) + ", from " +
           evidenceSeen(client) + ").";
}

std::string activityText(const InferredClient& client)
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
                ", how many more it would make cannot be told: calls succeeded, or the record ends, first";
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

std::string backoffText(const BackoffEstimate& backoff)
{
    if (backoff.waits.empty()) {
        return {};
    }
    if (!backoff.jitter || !backoff.base) {
        std::string text = "too few waits to tell the backoff; they were ";
        for (std::size_t index = 0; index < backoff.waits.size() && index < 4; ++index) {
            const SeenWaits& seen = backoff.waits[index];
            text += (index == 0 ? "" : ", then ") + windowText(seen.least, seen.most);
        }
        return text;
    }
    const std::string base = durationText(*backoff.base);
    std::string text = *backoff.jitter == Jitter::None ? "no jitter, first about " + base
                       : *backoff.jitter == Jitter::Equal
                           ? "half of the delay drawn, first up to about " + base
                           : "full jitter, first from 0 to about " + base;
    if (backoff.growth) {
        std::array<char, 16> number{};
        std::snprintf(number.data(), number.size(), "%.1f", *backoff.growth);
        text += std::string(", then ") + number.data() + " times as long with each retry";
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
            text += check.agreed == 1 ? " agrees" : check.agreed > 0 ? " is near" : " is another";
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
        text.client = check.agreed >= 1 ? "as the preset" : check.agreed > 0 ? "near" : "another program";
    } else if (check.question == FitQuestion::Spread) {
        text.client = text.agrees ? "as wide as the windows" : "closer together";
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
        return "The client gives this call an id, which every attempt carries.";
    case GroupedBy::Timing:
        return "Grouped by timing, " + scoreText(source.confidence) +
               ": client, target and body are those of a request that had failed shortly before. The same "
               "request made again by hand, or by a loop, would look alike.";
    case GroupedBy::None:
        break;
    }
    return "A request that nothing ties to another: it has no id of a call, and none like it had failed "
           "shortly "
           "before.";
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
