// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bounds_text.h"

#include "core/explain/condition_text.h"
#include "core/explain/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace retryscope {

std::string percentText(double share)
{
    const double percent = share * 100;
    if (percent > 0 && percent < 1) {
        return "less than 1 %";
    }
    if (percent > 99 && percent < 100) {
        return "more than 99 %";
    }
    return std::to_string(std::lround(percent)) + " %";
}

namespace {

/// What ends the call when time is no matter.
std::string endText(const CallBounds& bounds)
{
    if (!bounds.stopReason) {
        return "The first response is a success, so there is no retry.";
    }
    switch (*bounds.stopReason) {
    case StopReason::NotRetryable:
        return "This client does not retry this failure.";
    case StopReason::QuotaExhausted:
        return "The call ends when the retry quota (token bucket) is too low.";
    case StopReason::BodyNotReplayable:
        return "The client cannot send the body again.";
    case StopReason::NoSendToken:
        return "The call ends when the send rate has no token left.";
    case StopReason::SafetyLimit:      // which the sentence begins with
    case StopReason::DeadlineExceeded: // which ownLimitSentence() says
    case StopReason::AttemptsExhausted:
    case StopReason::Cancelled:
        break;
    }
    return {};
}

/// `3 × 11`, where more than one layer repeats.
std::string productText(const NestedBounds& bounds)
{
    std::string factors;
    int repeating = 0;
    for (const LayerBounds& layer : bounds.layers) {
        factors += (factors.empty() ? "" : " × ") + std::to_string(layer.attempts);
        repeating += layer.attempts > 1 ? 1 : 0;
    }
    return bounds.layers.size() > 1 && repeating > 0 ? " (" + factors + ")" : std::string();
}

/// Of all layers together.
std::int64_t attemptsOf(const NestedBounds& bounds)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    std::int64_t attempts = 1;
    for (const LayerBounds& layer : bounds.layers) {
        attempts = attempts > kMost / layer.attempts ? kMost : attempts * layer.attempts;
    }
    return attempts;
}

/// ` and the server sees 18 requests (3 × 3 × 2)`
std::string serverPart(const NestedBounds& bounds)
{
    const std::int64_t requests = bounds.layers.front().requests;
    return requests == 0 ? "; " + counted(attemptsOf(bounds), "attempt") + productText(bounds) +
                               (attemptsOf(bounds) == 1 ? " is made, and it does not reach the server"
                                                        : " are made, and none of them reaches the server")
                         : " and the server sees " + counted(requests, "request") + productText(bounds);
}

bool isCutByDeadline(const NestedBounds& bounds)
{
    return isCutByDeadline(bounds.call);
}

/// `4`, or `4 to 9`
std::string rangeText(const CountBounds& count)
{
    return std::to_string(count.fewest) +
           (count.most > count.fewest ? " to " + std::to_string(count.most) : "");
}

/// What reaches the server before the deadline: attempts that begin, whether they end or not.
std::string begunText(const NestedBounds& bounds)
{
    const CountBounds& begun = bounds.call.deadline->begun;
    const std::string number =
        begun.fewest == begun.most ? counted(begun.most, "attempt") : rangeText(begun) + " attempts";
    const std::string begin = begun.most == 1 ? " begins" : " begin";
    std::string text = " Before it " + number + begin;
    if (bounds.layers.back().isClient) { // what layers behind it make of an attempt under way is not known
        const bool isOne = begun.most == 1;
        text += bounds.layers.back().requests > 0
                    ? (isOne ? ": the server sees 1 request" : ": the server sees as many requests")
                    : (isOne ? ": it does not reach the server" : ": none of them reaches the server");
    }
    return text + ".";
}

/// `attempt 9`, or with jitter `attempt 7 to 9`
std::string lastFitting(const CountBounds& fitting)
{
    return "attempt " + rangeText(fitting);
}

/// What passes after the last attempt at worst, before the caller knows.
Duration finalDelay(const CallBounds& call)
{
    return call.schedule.empty() ? Duration::zero() : call.total.worst - call.schedule.back().end.worst;
}

/// What a field or an option sets is the time of one request; with layers behind the client an attempt is
/// several: `attempts of at most 1.33 s`, `requests of at most 666 ms (attempts of 1.33 s)`
std::string longestText(const DeadlineBounds& deadline)
{
    const std::string request = limitText(roundedDown(*deadline.longestRequest));
    return deadline.longestRequest == deadline.longestAttempt
               ? "attempts of at most " + request
               : "requests of at most " + request + " (attempts of at most " +
                     limitText(roundedDown(*deadline.longestAttempt)) + ")";
}

std::string needText(const DeadlineBounds& deadline, int attempts)
{
    std::string text = attempts == 1 ? "For it to end in time however the delays are drawn, "
                                     : "For all" + (attempts > 1 ? " " + std::to_string(attempts) : "") +
                                           " to end in time however the delays are drawn, ";
    text += "a deadline of " + limitText(roundedUp(deadline.enough)) + " would be needed";
    if (deadline.longestRequest) {
        return text + ", or " + longestText(deadline) + ".";
    }
    return text + "; the delays alone are too long for this one.";
}

bool isEndedByOwnLimit(const CallBounds& call)
{
    return call.ownLimit && call.ownLimit->canEndIt;
}

/// What follows for the attempts, as a whole sentence.
std::string attemptsUnderLimit(const OwnLimitBounds& limit)
{
    const CountBounds& attempts = limit.attempts;
    if (attempts.fewest == attempts.most) {
        return "So it makes " + counted(attempts.most, "attempt") + ".";
    }
    std::array<char, 32> mean{};
    std::snprintf(mean.data(), mean.size(), "%.1f", attempts.expected);
    return "So it makes " + rangeText(attempts) + " attempts, " + mean.data() +
           " on average: with short delays more of them begin before.";
}

} // namespace

bool isCutByDeadline(const CallBounds& call)
{
    return call.deadline && call.deadline->enough > call.deadline->deadline;
}

std::string ownLimitSentence(const CallBounds& bounds)
{
    if (!bounds.ownLimit) {
        return {};
    }
    const OwnLimitBounds& limit = *bounds.ownLimit;
    const std::string begin = "The client itself begins no retry from " + durationText(limit.limit) +
                              " after the start of the call on";
    if (!limit.canEndIt) {
        return bounds.stopReason ? begin + ", which no call gets to." : std::string();
    }
    const std::string share = limit.endsBy >= 1 ? "; that ends every call."
                                                : "; that ends " + percentText(limit.endsBy) +
                                                      " of the calls, the others end before.";
    return begin + share + " " + attemptsUnderLimit(limit);
}

std::string worstCaseSentence(const NestedBounds& bounds)
{
    const LayerBounds& outermost = bounds.layers.front();
    const TimeBounds& total = outermost.total;
    if (bounds.call.stopReason == StopReason::SafetyLimit) {
        return "The client would go on for ever, so there is no worst case. Up to attempt " +
               std::to_string(bounds.call.attempts) + ", where this was left off, a caller waits " +
               durationText(total.worst) + serverPart(bounds) + ".";
    }
    std::string text = (isCutByDeadline(bounds) ? "Without the deadline a caller waits "
                                                : "In the worst case a caller waits ") +
                       durationText(total.worst) + (isCutByDeadline(bounds) ? " in the worst case" : "") +
                       serverPart(bounds) + ".";
    if (durationText(total.best) != durationText(total.worst)) {
        text += " On average it is " + durationText(total.expected) + ", at best " +
                durationText(total.best) + ".";
    }
    const std::string end = endText(bounds.call);
    return end.empty() ? text : text + " " + end;
}

std::string deadlineSentence(const NestedBounds& bounds)
{
    if (!bounds.call.deadline) {
        return {};
    }
    const DeadlineBounds& deadline = *bounds.call.deadline;
    // With a limit of time of the client's own there is no number that all calls have.
    const int attempts = isEndedByOwnLimit(bounds.call) ? 0 : bounds.call.attempts;
    const std::string all = attempts == 0   ? "all attempts"
                            : attempts == 1 ? "it"
                                            : "all " + std::to_string(attempts) + " attempts";
    const int beforeLast = bounds.call.attempts - 1;
    const std::string call = bounds.layers.size() > 1 ? " of one call of the client" : "";
    const std::string subject = "The deadline" + call + " of " + durationText(deadline.deadline);
    if (!isCutByDeadline(bounds)) {
        const std::string spare = deadline.longestRequest
                                      ? " It would be, too, with " + longestText(deadline) + "."
                                      : std::string();
        return subject + " is long enough for " + all + ", however the delays are drawn." + spare;
    }
    if (deadline.fitting.most == 0) {
        return subject + " passes before the first attempt ends." + begunText(bounds) + " " +
               needText(deadline, attempts);
    }
    if (deadline.allFit >= 1) {
        return subject + " is long enough for " + all +
               ", unless the delays are drawn at their very longest: then it cuts them after " +
               lastFitting({.fewest = deadline.fitting.fewest, .most = beforeLast}) + "." +
               begunText(bounds) + " " + needText(deadline, attempts);
    }
    if (deadline.allFit > 0) {
        return subject + " is long enough for " + all + " in " + percentText(deadline.allFit) +
               " of the calls; else it cuts them after " +
               lastFitting({.fewest = deadline.fitting.fewest, .most = beforeLast}) + "." +
               begunText(bounds) + " " + needText(deadline, attempts);
    }
    return subject + " cuts it after " + lastFitting(deadline.fitting) + "." + begunText(bounds) + " " +
           needText(deadline, attempts);
}

std::string outerDeadlineSentence(const NestedBounds& bounds)
{
    if (!bounds.outerDeadline || !bounds.call.deadline) {
        return {};
    }
    const LayerBounds& outermost = bounds.layers.front();
    const OuterDeadlineBounds& outer = *bounds.outerDeadline;
    const std::string deadline = durationText(bounds.call.deadline->deadline);
    const std::string call = "One call of " + outermost.name;
    if (outermost.total.worst < bounds.call.deadline->deadline) {
        return call + " ends within " + deadline + ", too: it takes at most " +
               durationText(outermost.total.worst) + ".";
    }
    const std::string text = call + " takes up to " + durationText(outermost.total.worst) +
                             ". If it has to end within " + deadline;
    return outer.calls == 0 ? text + ", some calls are cut; how many is more than is worked out here."
                            : text + ", " + percentText(outer.cutShare) + " of " +
                                  (outer.calls == 10'000 ? "10,000" : std::to_string(outer.calls)) +
                                  " simulated calls are cut.";
}

std::string fittingSentence(const NestedBounds& bounds)
{
    if (!isCutByDeadline(bounds)) {
        return {};
    }
    const int fewest = bounds.call.deadline->fitting.fewest;
    if (fewest < 1) {
        return {};
    }
    std::string text = counted(fewest, "attempt") + (fewest == 1 ? " surely fits." : " surely fit.");
    if (finalDelay(bounds.call) == Duration::zero()) {
        text += " With at most " + counted(fewest, "attempt") + " (" + retriesText(fewest - 1) +
                ") a call always ends within the deadline.";
    }
    return text + (bounds.call.ownLimit
                       ? ""
                       : " The deadline is the caller's: none of the client's own settings is "
                         "taken into account.");
}

std::string finalDelaySentence(const CallBounds& bounds)
{
    const Duration last = finalDelay(bounds);
    return last > Duration::zero()
               ? "Up to " + durationText(last) +
                     " of it pass after the last attempt: this client waits once more before "
                     "it gives up."
               : std::string();
}

std::string layersSentence(const NestedBounds& bounds)
{
    if (bounds.layers.size() < 2 || !bounds.call.stopReason) {
        return {};
    }
    std::string text = "Attempts include the first one:";
    for (const LayerBounds& layer : bounds.layers) {
        text += (&layer == &bounds.layers.front() ? " " : ", ") + layer.name + " makes " +
                counted(layer.attempts, "attempt") + " (" + retriesText(layer.attempts - 1) + ")";
    }
    return text +
           ". Every layer is taken to repeat this failure, and to wait between its attempts only as long as "
           "it was given.";
}

std::string percentilesSentence(const CallBounds& bounds)
{
    if (!bounds.percentiles) {
        return {};
    }
    return "Of all such calls half are over after " + durationText(bounds.percentiles->p50) +
           ", 90 % after " + durationText(bounds.percentiles->p90) + ", 99 % after " +
           durationText(bounds.percentiles->p99) +
           ". The best and the worst case take each attempt as long as the fastest and the slowest of 100 "
           "do.";
}

std::string seriesSentence(const CallBounds& bounds)
{
    if (!bounds.series) {
        return {};
    }
    const SeriesBounds& series = *bounds.series;
    std::string text = series.clients > 1
                           ? counted(series.clients, "client") + " side by side with " +
                                 counted(series.calls, "call") + " each" +
                                 (series.calls > 1 ? ", one after the other," : "")
                           : counted(series.calls, "call") + " one after the other by one client";
    if (!series.isWorkedOut) {
        return text + " make " + std::to_string(series.clientCalls) + " calls of the client, each of up to " +
               counted(bounds.attempts, "attempt") + ": more than is worked out here.";
    }
    if (series.clientCalls > series.calls) {
        text += " (" + std::to_string(series.clientCalls) + " calls of " +
                (series.clients > 1 ? "each" : "the") + " client, as the layers around it repeat them)";
    }
    text += series.requests > 0 ? " make " + counted(series.requests, "request")
                                : " make " + counted(series.attempts, "attempt") + " and no request";
    text += " in at most " + durationText(series.total.worst) +
            (bounds.deadline ? ", the deadline left out." : ".");
    if (series.firstWithoutTokens) {
        text += " From call " + std::to_string(*series.firstWithoutTokens) +
                " on the retry quota is too low to go on.";
    }
    return text;
}

std::string boundsNote(const CallBounds& bounds)
{
    std::string text = bounds.hasSendRate ? "The client also limits its send rate: the worst case assumes "
                                            "the longest delay before each send, the best case none."
                                          : std::string();
    if (!bounds.areReached && !bounds.hasSendRate) {
        text += "Each delay depends on the previous one, and the client's time limit ends calls. No call "
                "goes beyond the best or the worst case, but no call need reach them.";
    }
    if (bounds.heldBackAtMost) {
        text += (text.empty() ? "" : " ");
        text += "The call is that of a client that was not throttled before, so its first attempt starts at "
                "once; "
                "after a throttling response of another call it may be held back for up to " +
                durationText(*bounds.heldBackAtMost) + ".";
    }
    return text;
}

namespace {

std::string connectPart(const Policy& policy, const RequestSpec& spec, bool isGiven)
{
    const std::string another = "Connecting can take another " + durationText(spec.connectTimeout);
    if (isGiven) {
        return another + " (--connect-timeout).";
    }
    const std::optional<Duration> own = policy.timeouts ? policy.timeouts->connect : std::nullopt;
    if (!own) {
        return another + ", Retryscope's own limit (--connect-timeout); the client's limit is unknown.";
    }
    return (*own == Duration::zero()
                ? std::string("Connecting takes as long as the operating system tries, because this client "
                              "sets no limit")
                : "Connecting can take another " + durationText(*own) + ", this client's own limit") +
           " (" + policy.timeouts->source + ").";
}

std::string readPart(const Policy& policy, const RequestSpec& spec)
{
    const std::optional<Duration> own = policy.timeouts ? policy.timeouts->read : std::nullopt;
    if (own == spec.readTimeout) {
        return {};
    }
    const std::string text = "The limit of " + durationText(spec.readTimeout) +
                             " without a byte is Retryscope's own (--read-timeout); ";
    if (!own) {
        return text + "the client's limit is unknown.";
    }
    return text +
           (*own == Duration::zero() ? std::string("this client waits without limit")
                                     : "this client waits " + durationText(*own)) +
           " (" + policy.timeouts->source + ").";
}

} // namespace

std::vector<std::string> timeoutSentences(const Policy& policy, const RequestSpec& spec,
                                          const GivenTimeouts& given)
{
    std::vector<std::string> sentences{
        "A read timeout limits the time without a byte. A response that arrives slowly takes longer, unless "
        "the attempt has its own limit (--attempt-timeout). " +
        connectPart(policy, spec, given.connect)};
    if (std::string read = given.read ? std::string() : readPart(policy, spec); !read.empty()) {
        sentences.push_back(std::move(read));
    }
    return sentences;
}

std::vector<std::string> boundsSentences(const NestedBounds& bounds)
{
    const std::vector<std::string> unhindered{worstCaseSentence(bounds), ownLimitSentence(bounds.call),
                                              finalDelaySentence(bounds.call), layersSentence(bounds),
                                              percentilesSentence(bounds.call)};
    const std::vector<std::string> hindered{deadlineSentence(bounds), fittingSentence(bounds),
                                            outerDeadlineSentence(bounds)};
    const bool isCut = isCutByDeadline(bounds); // what happens comes before what would
    std::vector<std::string> sentences = isCut ? hindered : unhindered;
    const std::vector<std::string>& others = isCut ? unhindered : hindered;
    sentences.insert(sentences.end(), others.begin(), others.end());
    sentences.push_back(seriesSentence(bounds.call));
    sentences.push_back(boundsNote(bounds.call));
    sentences.erase(std::remove(sentences.begin(), sentences.end(), std::string()), sentences.end());
    return sentences;
}

} // namespace retryscope
