// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bounds_text.h"

#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"

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
    return std::string(wordsFor(*bounds.stopReason).bounds);
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

bool isEndedByOwnLimit(const CallBounds& call)
{
    return call.ownLimit && call.ownLimit->canEndIt;
}

/// `The server sees 18 requests (3 × 3 × 2).`
std::string serverSentence(const NestedBounds& bounds)
{
    const std::int64_t requests = bounds.layers.front().requests;
    const std::string product = productText(bounds);
    if (requests > 0) {
        // With a time limit of the client's own the longest call is not the one with most requests.
        return isEndedByOwnLimit(bounds.call)
                   ? filled("The server sees up to %1%2.", counted(requests, "request"), product)
                   : filled("The server sees %1%2.", counted(requests, "request"), product);
    }
    const std::int64_t attempts = attemptsOf(bounds);
    return attempts == 1 ? filled("The only attempt%1 does not reach the server.", product)
                         : filled("None of the %1 attempts%2 reaches the server.", attempts, product);
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
std::string begunSentence(const NestedBounds& bounds)
{
    const CountBounds& begun = bounds.call.deadline->begun;
    if (begun.most == 0) {
        return "No attempt begins before the deadline.";
    }
    const bool isOne = begun.most == 1;
    const std::string begin = isOne ? "1 attempt begins before the deadline"
                                    : filled("%1 attempts begin before the deadline", rangeText(begun));
    if (!bounds.layers.back().isClient) { // it is unknown what layers behind it do with an unfinished attempt
        return begin + ".";
    }
    return bounds.layers.back().requests > 0
               ? filled("%1, so the server sees %2.", begin,
                        isOne ? "1 request" : rangeText(begun) + " requests")
               : filled("%1, and %2 reaches the server.", begin, isOne ? "it never" : "none of them");
}

/// `1 complete attempt`, or with jitter `7 to 9 complete attempts`
std::string completeAttempts(const CountBounds& fitting)
{
    return rangeText(fitting) + (fitting.most == 1 ? " complete attempt" : " complete attempts");
}

/// What passes after the last attempt at worst, before the caller knows.
Duration finalDelay(const CallBounds& call)
{
    return call.schedule.empty() ? Duration::zero() : call.total.worst - call.schedule.back().end.worst;
}

/// What a field or an option sets is the time of one request. With layers behind the client an attempt is
/// several: `each attempt must take at most 1.33 s`, `each request must take at most 666 ms (each attempt
/// 1.33 s)`
std::string longestText(const DeadlineBounds& deadline, const char* verb)
{
    const std::string request = durationText(roundedDown(*deadline.longestRequest));
    return deadline.longestRequest == deadline.longestAttempt
               ? filled("each attempt %1 at most %2", verb, request)
               : filled("each request %1 at most %2 (each attempt %3)", verb, request,
                        durationText(roundedDown(*deadline.longestAttempt)));
}

std::string needSentence(const DeadlineBounds& deadline, int attempts)
{
    const std::string what = attempts == 0   ? "all attempts"
                             : attempts == 1 ? "the attempt"
                                             : filled("all %1 attempts", attempts);
    const std::string enough = durationText(roundedUp(deadline.enough));
    return deadline.longestRequest
               ? filled("To fit %1 in every case, the deadline must be at least %2, or %3.", what, enough,
                        longestText(deadline, "must take"))
               : filled("To fit %1 in every case, the deadline must be at least %2. The delays alone are too "
                        "long for the given deadline.",
                        what, enough);
}

/// What follows for the attempts, as a whole sentence.
std::string attemptsUnderLimit(const OwnLimitBounds& limit)
{
    const CountBounds& attempts = limit.attempts;
    if (attempts.fewest == attempts.most) {
        return filled("So the client makes %1.", counted(attempts.most, "attempt"));
    }
    std::array<char, 32> mean{};
    std::snprintf(mean.data(), mean.size(), "%.1f", attempts.expected);
    return filled("So the client makes %1 attempts, %2 on average: short delays leave time for more.",
                  rangeText(attempts), mean.data());
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
    const std::string begin =
        filled("This client retries only in the first %1 of a call", durationText(limit.limit));
    if (!limit.canEndIt) {
        return bounds.stopReason ? filled("%1, a limit that no call reaches.", begin) : std::string();
    }
    return prose({limit.endsBy >= 1
                      ? filled("%1. This limit ends every call.", begin)
                      : filled("%1. This limit ends %2 of the calls, and the others end sooner.", begin,
                               percentText(limit.endsBy)),
                  attemptsUnderLimit(limit)});
}

std::string worstCaseSentence(const NestedBounds& bounds)
{
    const TimeBounds& total = bounds.layers.front().total;
    const std::string worst = durationText(total.worst);
    if (bounds.call.stopReason == StopReason::SafetyLimit) {
        return prose({"This client never gives up, so there is no worst case.",
                      filled("Up to attempt %1, where the computation stops, a caller waits %2.",
                             bounds.call.attempts, worst),
                      serverSentence(bounds)});
    }
    return prose({isCutByDeadline(bounds)
                      ? filled("Without the deadline a caller waits %1 in the worst case.", worst)
                      : filled("In the worst case a caller waits %1.", worst),
                  serverSentence(bounds),
                  durationText(total.best) == worst
                      ? ""
                      : filled("The caller waits %1 on average, and %2 in the best case.",
                               durationText(total.expected), durationText(total.best)),
                  endText(bounds.call)});
}

std::string deadlineSentence(const NestedBounds& bounds)
{
    if (!bounds.call.deadline) {
        return {};
    }
    const DeadlineBounds& deadline = *bounds.call.deadline;
    // If the client has a time limit of its own, calls differ in their number of attempts.
    const int attempts = isEndedByOwnLimit(bounds.call) ? 0 : bounds.call.attempts;
    const std::string all = attempts == 0   ? "all attempts"
                            : attempts == 1 ? "the only attempt"
                                            : filled("all %1 attempts", attempts);
    const CountBounds notAll{.fewest = deadline.fitting.fewest, .most = bounds.call.attempts - 1};
    const std::string subject =
        bounds.layers.size() > 1
            ? filled("The deadline of %1 for one call of the client", durationText(deadline.deadline))
            : filled("The deadline of %1", durationText(deadline.deadline));
    if (!isCutByDeadline(bounds)) {
        return prose({filled("%1 is long enough for %2, whatever the random delays are.", subject, all),
                      deadline.longestRequest
                          ? filled("That also holds if %1.", longestText(deadline, "takes"))
                          : ""});
    }
    const auto ended = [&] {
        if (deadline.fitting.most == 0) {
            return filled("%1 passes before the first attempt ends.", subject);
        }
        if (deadline.allFit >= 1) {
            return filled(
                "%1 is long enough for %2, unless every random delay is at its longest. Then it ends the "
                "call after %3.",
                subject, all, completeAttempts(notAll));
        }
        return deadline.allFit > 0
                   ? filled("%1 is long enough for %2 in %3 of the calls. In the others it ends the call "
                            "after %4.",
                            subject, all, percentText(deadline.allFit), completeAttempts(notAll))
                   : filled("%1 ends the call after %2.", subject, completeAttempts(deadline.fitting));
    };
    return prose({ended(), begunSentence(bounds), needSentence(deadline, attempts)});
}

std::string outerDeadlineSentence(const NestedBounds& bounds)
{
    if (!bounds.outerDeadline || !bounds.call.deadline) {
        return {};
    }
    const LayerBounds& outermost = bounds.layers.front();
    const OuterDeadlineBounds& outer = *bounds.outerDeadline;
    const std::string deadline = durationText(bounds.call.deadline->deadline);
    const std::string worst = durationText(outermost.total.worst);
    if (outermost.total.worst < bounds.call.deadline->deadline) {
        return filled("One call of %1 also ends within %2: it takes at most %3.", outermost.name, deadline,
                      worst);
    }
    return prose({filled("One call of %1 takes up to %2.", outermost.name, worst),
                  outer.calls == 0 ? filled("A limit of %1 would end some of these calls early. Too many "
                                            "cases exist to compute how many.",
                                            deadline)
                                   : filled("A limit of %1 would end %2 of %3 simulated calls early.",
                                            deadline, percentText(outer.cutShare),
                                            outer.calls == 10'000 ? "10,000" : std::to_string(outer.calls))});
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
    return prose({filled("%1.", counted(fewest, "attempt always fits", "attempts always fit")),
                  finalDelay(bounds.call) == Duration::zero()
                      ? filled("With at most %1 (%2) a call always ends within the deadline.",
                               counted(fewest, "attempt"), retriesText(fewest - 1))
                      : "",
                  bounds.call.ownLimit
                      ? ""
                      : "The deadline is the caller's: Retryscope does not take the client's "
                        "own settings into account."});
}

std::string finalDelaySentence(const CallBounds& bounds)
{
    const Duration last = finalDelay(bounds);
    return last > Duration::zero()
               ? filled("Up to %1 of this time pass after the last attempt: this client waits "
                        "once more before it gives up.",
                        durationText(last))
               : std::string();
}

std::string layersSentence(const NestedBounds& bounds)
{
    if (bounds.layers.size() < 2 || !bounds.call.stopReason) {
        return {};
    }
    std::vector<std::string> layers;
    for (const LayerBounds& layer : bounds.layers) {
        layers.push_back(filled("%1 makes %2 (%3)", layer.name, counted(layer.attempts, "attempt"),
                                retriesText(layer.attempts - 1)));
    }
    return filled(
        "Attempts include the first one: %1. Retryscope assumes that every layer retries this failure and "
        "waits only its given delay between attempts.",
        joined(layers, ", "));
}

std::string percentilesSentence(const CallBounds& bounds)
{
    if (!bounds.percentiles) {
        return {};
    }
    return filled(
        "Half of all such calls end within %1, 90 % within %2, 99 % within %3. The best and the worst case "
        "assume that every attempt takes as long as the fastest and the slowest of 100.",
        durationText(bounds.percentiles->p50), durationText(bounds.percentiles->p90),
        durationText(bounds.percentiles->p99));
}

std::string seriesSentence(const CallBounds& bounds)
{
    if (!bounds.series) {
        return {};
    }
    const SeriesBounds& series = *bounds.series;
    const std::string calls = counted(series.calls, "call");
    const std::string subject =
        series.clients == 1 ? filled("%1 of one client, one after another, make", calls)
        : series.calls > 1
            ? filled("%1 concurrent clients with %2 each, one after another, make", series.clients, calls)
            : filled("%1 concurrent clients with %2 each make", series.clients, calls);
    if (!series.isWorkedOut) {
        return filled("%1 %2 calls of the client, each of up to %3: too many to compute.", subject,
                      series.clientCalls, counted(bounds.attempts, "attempt"));
    }
    const std::string made = series.requests > 0
                                 ? counted(series.requests, "request")
                                 : filled("%1 and no request", counted(series.attempts, "attempt"));
    const std::string worst = durationText(series.total.worst);
    return prose(
        {bounds.deadline ? filled("%1 %2 in at most %3, without the deadline.", subject, made, worst)
                         : filled("%1 %2 in at most %3.", subject, made, worst),
         series.clientCalls > series.calls
             ? filled(series.clients > 1
                          ? SentenceForm<1>("Each client makes %1 calls, because the layers around "
                                            "it repeat them.")
                          : SentenceForm<1>("The client makes %1 calls, because the layers around "
                                            "it repeat them."),
                      series.clientCalls)
             : "",
         series.firstWithoutTokens
             ? filled("From call %1 on, the retry quota is too low for retries.", *series.firstWithoutTokens)
             : ""});
}

std::string boundsNote(const CallBounds& bounds)
{
    return prose(
        {bounds.hasSendRate
             ? "The client also limits its send rate: the worst case assumes the longest delay before "
               "each send, the best case none."
         : !bounds.areReached
             ? "Each delay depends on the previous one, and the client's time limit ends calls. Every "
               "call is between the best and the worst case; neither has to occur."
             : "",
         bounds.heldBackAtMost ? filled("This assumes a client that was not throttled before, so its first "
                                        "attempt starts at once. After a throttling response to another "
                                        "call, the send rate might delay it by up to %1.",
                                        durationText(*bounds.heldBackAtMost))
                               : ""});
}

namespace {

std::string connectSentence(const Policy& policy, const RequestSpec& spec, bool isGiven)
{
    const std::string given = durationText(spec.connectTimeout);
    if (isGiven) {
        return filled("Connecting can take another %1 (--connect-timeout).", given);
    }
    const std::optional<Duration> own = policy.timeouts ? policy.timeouts->connect : std::nullopt;
    if (!own) {
        return filled(
            "Connecting can take another %1, Retryscope's own limit (--connect-timeout). The client's limit "
            "is unknown.",
            given);
    }
    return *own == Duration::zero() ? filled("Connecting takes as long as the operating system tries, "
                                             "because this client sets no limit "
                                             "(%1).",
                                             policy.timeouts->source)
                                    : filled("Connecting can take another %1, this client's own limit (%2).",
                                             durationText(*own), policy.timeouts->source);
}

std::string readSentence(const Policy& policy, const RequestSpec& spec)
{
    const std::optional<Duration> own = policy.timeouts ? policy.timeouts->read : std::nullopt;
    if (own == spec.readTimeout) {
        return {};
    }
    return prose({filled("The limit of %1 without a byte is Retryscope's own (--read-timeout).",
                         durationText(spec.readTimeout)),
                  !own ? "The client's limit is unknown."
                  : *own == Duration::zero()
                      ? filled("This client waits without limit (%1).", policy.timeouts->source)
                      : filled("This client waits %1 (%2).", durationText(*own), policy.timeouts->source)});
}

} // namespace

std::vector<std::string> timeoutSentences(const Policy& policy, const RequestSpec& spec,
                                          const GivenTimeouts& given)
{
    std::vector<std::string> result{"A read timeout limits the time without a byte.",
                                    "A response that arrives slowly takes longer, unless the attempt has its "
                                    "own limit (--attempt-timeout).",
                                    connectSentence(policy, spec, given.connect)};
    if (std::string read = given.read ? std::string() : readSentence(policy, spec); !read.empty()) {
        result.push_back(std::move(read));
    }
    return result;
}

std::vector<std::string> boundsSentences(const NestedBounds& bounds)
{
    const std::vector<std::string> unhindered{worstCaseSentence(bounds), ownLimitSentence(bounds.call),
                                              finalDelaySentence(bounds.call), layersSentence(bounds),
                                              percentilesSentence(bounds.call)};
    const std::vector<std::string> hindered{deadlineSentence(bounds), fittingSentence(bounds),
                                            outerDeadlineSentence(bounds)};
    const bool isCut = isCutByDeadline(bounds); // what happens comes before what would
    std::vector<std::string> result = isCut ? hindered : unhindered;
    const std::vector<std::string>& others = isCut ? unhindered : hindered;
    result.insert(result.end(), others.begin(), others.end());
    result.push_back(seriesSentence(bounds.call));
    result.push_back(boundsNote(bounds.call));
    std::erase(result, std::string());
    return result;
}

} // namespace retryscope
