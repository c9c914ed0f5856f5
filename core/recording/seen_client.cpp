// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/seen_client.h"

#include "core/decide/server_hints.h"
#include "core/recording/declared_attempt.h"
#include "core/recording/seen_attempt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace retryscope {

Duration windowEnd(const SeenWaits& seen, Jitter jitter)
{
    // The largest of n numbers drawn from 0 to the end lies at n / (n + 1) of it, on the whole.
    return jitter == Jitter::None
               ? seen.median
               : fromMilliseconds(toMilliseconds(seen.most) * (seen.count + 1.0) / seen.count);
}

namespace {

std::map<int, std::vector<Duration>> waitsOf(const RunRecord& record, const std::vector<int>& calls)
{
    std::map<int, std::vector<Duration>> waits;
    for (const int index : calls) {
        const CallRecord& call = record.callAt(index);
        for (std::size_t attempt = 0; attempt + 1 < call.attempts.size(); ++attempt) {
            const OptionalDuration wait = waitAfter(call, attempt);
            if (wait && !isHinted(call.attempts[attempt].facts)) {
                waits[static_cast<int>(attempt) + 1].push_back(*wait);
            }
        }
    }
    for (auto& [retry, list] : waits) {
        std::sort(list.begin(), list.end());
    }
    return waits;
}

double spreadOf(const SeenWaits& seen)
{
    return std::max(0.0, toMilliseconds(seen.most - seen.least - kOwnWork)) / toMilliseconds(seen.most);
}

/// Each wait of a call is as many times the one before it as that was: 1, 2, 4, 8 s. Drawn ones are not, four
/// times out of a thousand.
bool isGeometric(const std::vector<SeenWaits>& waits)
{
    constexpr std::size_t kEnough = 4;
    constexpr double kSame = 0.04;
    if (waits.size() < kEnough) {
        return false;
    }
    double least = std::numeric_limits<double>::max();
    double most = 0;
    for (std::size_t next = 1; next < waits.size(); ++next) {
        if (waits[next].retry != waits[next - 1].retry + 1 || waits[next - 1].median < kOwnWork) {
            return false;
        }
        const double ratio = toMilliseconds(waits[next].median) / toMilliseconds(waits[next - 1].median);
        least = std::min(least, ratio);
        most = std::max(most, ratio);
    }
    return most / least - 1 < kSame;
}

/// From how the waits before one retry lie to each other; absent where there are too few, or where they lie
/// closer than both kinds draw them. That there is none takes three waits before the same retry: two may be
/// alike by chance.
std::optional<Jitter> jitterOf(const std::vector<SeenWaits>& waits)
{
    constexpr int kEnough = 15; // six draws from 0 to the end lie in its upper half once in 64 times
    constexpr int kSameEnough = 3;
    constexpr double kSame = 0.1;    // of the longest
    constexpr double kHalf = 0.45;   // equal jitter draws from the upper half
    constexpr double kNarrow = 0.65; // and so closely once in 200 times
    double spread = 0;
    double lowest = 1;
    int count = 0;
    int mostAlike = 0;
    for (const SeenWaits& seen : waits) {
        if (seen.count >= 2 && seen.most > kOwnWork) {
            count += seen.count;
            mostAlike = std::max(mostAlike, seen.count);
            spread = std::max(spread, spreadOf(seen));
            lowest = std::min(lowest, toMilliseconds(seen.least) / toMilliseconds(seen.most));
        }
    }
    if (spread < kSame) {
        return mostAlike >= kSameEnough || isGeometric(waits) ? std::optional(Jitter::None) : std::nullopt;
    }
    return count < kEnough || lowest > kNarrow ? std::nullopt
                                               : std::optional(lowest > kHalf ? Jitter::Equal : Jitter::Full);
}

/// How far the mean of so many waits may be off, as a part of it: draws from 0 to an end deviate from their
/// mean by 0.58 of it, those from the upper half by 0.19.
double deviationOf(const SeenWaits& seen, std::optional<Jitter> jitter)
{
    const double mean = std::max(1.0, toMilliseconds(seen.mean));
    const double ofDraw = jitter == Jitter::None    ? toMilliseconds(kOwnWork) / 3 / mean
                          : jitter == Jitter::Equal ? 0.19
                                                    : 0.58;
    return ofDraw / std::sqrt(seen.count);
}

/// How many times as long each wait is as the one before, from retries next to each other; absent where the
/// bounds are so wide that nothing is said.
std::optional<MeasuredNumber> growthOf(const std::vector<SeenWaits>& waits, std::size_t used,
                                       std::optional<Jitter> jitter)
{
    constexpr double kNineInTen = 1.645; // deviations
    constexpr double kSaysNothing = 2.5;
    double weights = 0;
    double sum = 0;
    for (std::size_t next = 1; next < used; ++next) {
        const SeenWaits& before = waits[next - 1];
        const SeenWaits& after = waits[next];
        if (before.mean <= Duration::zero() || after.mean <= Duration::zero() ||
            after.retry != before.retry + 1) {
            continue;
        }
        const double one = deviationOf(before, jitter);
        const double other = deviationOf(after, jitter);
        const double weight = 1 / std::max(1e-9, one * one + other * other);
        weights += weight;
        sum += weight * std::log(toMilliseconds(after.mean) / toMilliseconds(before.mean));
    }
    if (weights == 0) {
        return std::nullopt;
    }
    const double off = kNineInTen / std::sqrt(weights);
    if (std::exp(2 * off) > kSaysNothing) {
        return std::nullopt;
    }
    const double middle = sum / weights;
    return MeasuredNumber{std::exp(middle), std::exp(middle - off), std::exp(middle + off)};
}

BackoffEstimate estimate(const std::map<int, std::vector<Duration>>& waits)
{
    constexpr double kGrows = 1.4;
    constexpr double kStays = 1.15;
    BackoffEstimate result;
    for (const auto& [retry, list] : waits) {
        Duration sum{0};
        for (const Duration wait : list) {
            sum += wait;
        }
        result.waits.push_back({.retry = retry,
                                .count = static_cast<int>(list.size()),
                                .least = list.front(),
                                .median = list[list.size() / 2],
                                .most = list.back(),
                                .mean = sum / static_cast<int>(list.size())});
    }
    result.jitter = jitterOf(result.waits);
    std::size_t used = result.waits.size();
    if (result.jitter && result.waits.front().retry == 1) {
        const Jitter jitter = *result.jitter;
        result.base = windowEnd(result.waits.front(), jitter);
        for (std::size_t next = 2; next < result.waits.size(); ++next) {
            const auto ratio = [&](std::size_t of) {
                const double before = toMilliseconds(windowEnd(result.waits[of - 1], jitter));
                return before > 0 ? toMilliseconds(windowEnd(result.waits[of], jitter)) / before : 1;
            };
            if (ratio(next) < kStays && ratio(1) > kGrows) {
                result.cap = windowEnd(result.waits[next], jitter);
                used = next;
                break;
            }
        }
    }
    result.growth = growthOf(result.waits, used, result.jitter);
    return result;
}

/// How long the client would have waited before this retry by itself: as before the same retry elsewhere,
/// else as its waits in this call go on, the same or doubled.
void sayOwnWait(SeenHint& hint, const std::map<int, std::vector<Duration>>& waits, const CallRecord& call,
                std::size_t attempt)
{
    if (const auto own = waits.find(static_cast<int>(attempt) + 1); own != waits.end()) {
        hint.ownLeast = own->second.front();
        hint.ownMost = own->second.back();
    } else if (attempt > 0 && !isHinted(call.attempts[attempt - 1].facts)) {
        if (const OptionalDuration last = waitAfter(call, attempt - 1)) {
            hint.ownLeast = *last;
            hint.ownMost = *last * 2;
        }
    }
}

Obeyed judged(const SeenHint& hint)
{
    constexpr Duration kEarly = std::chrono::milliseconds{5};
    const Duration late = std::max<Duration>(kOwnWork * 4, hint.asked / 10);
    if (hint.waited < hint.asked - kEarly) {
        return Obeyed::No;
    }
    // Where its own wait may have been as long, or is not known, nothing is told.
    const bool mayBeOwn =
        !hint.ownLeast || (hint.waited >= *hint.ownLeast - kEarly && hint.waited <= *hint.ownMost + late);
    return hint.waited <= hint.asked + late && !mayBeOwn ? Obeyed::Yes : Obeyed::Unknown;
}

std::vector<SeenHint> hintsOf(const RunRecord& record, const std::vector<int>& calls,
                              const std::map<int, std::vector<Duration>>& waits)
{
    std::vector<SeenHint> found;
    for (const int index : calls) {
        const CallRecord& call = record.callAt(index);
        for (std::size_t attempt = 0; attempt + 1 < call.attempts.size(); ++attempt) {
            const AttemptFacts& facts = call.attempts[attempt].facts;
            const OptionalDuration wait = waitAfter(call, attempt);
            if (!wait || !isHinted(facts)) {
                continue;
            }
            const WallTime now =
                record.header().startedAt + std::chrono::duration_cast<std::chrono::milliseconds>(
                                                call.attempts[attempt].end.time_since_epoch());
            for (const ServerHint& hint :
                 serverHintsOf(*record.header().policy, facts, call.attempts[attempt].decision, now)) {
                if (!hint.asked || *hint.asked <= Duration::zero()) {
                    continue;
                }
                SeenHint seen{.header = hint.header, .asked = *hint.asked, .waited = *wait};
                sayOwnWait(seen, waits, call, attempt);
                seen.obeyed = judged(seen);
                const auto known = std::find_if(found.begin(), found.end(), [&seen](const SeenHint& one) {
                    return one.header == seen.header;
                });
                if (known == found.end()) {
                    seen.retries = 1;
                    found.push_back(std::move(seen));
                    continue;
                }
                const int retries = ++known->retries;
                // One that was not obeyed tells more than one that was, and that more than one that may be.
                if (seen.obeyed == Obeyed::No ||
                    (seen.obeyed == Obeyed::Yes && known->obeyed == Obeyed::Unknown)) {
                    *known = std::move(seen);
                    known->retries = retries;
                }
            }
        }
    }
    return found;
}

/// A limit of time that the calls tell of. retriedOutcomes: after which the client retries.
std::optional<SeenTimeLimit> timeLimitSeen(const RunRecord& record, const std::vector<int>& calls,
                                           const std::set<std::string>& retriedOutcomes,
                                           const std::map<int, std::vector<Duration>>& waits)
{
    std::vector<GivenUpCall> givenUp;
    Duration lastRetry{0};
    for (const int index : calls) {
        const CallRecord& call = record.callAt(index);
        if (call.attempts.empty()) {
            continue;
        }
        const Instant begin = call.attempts.front().start;
        if (call.attempts.size() > 1) {
            lastRetry = std::max<Duration>(lastRetry, call.attempts.back().start - begin);
        }
        const AttemptRecord& last = call.attempts.back();
        if (wasGivenUp(call) && retriedOutcomes.contains(outcomeOf(last.facts)) && !isHinted(last.facts) &&
            wasWatchedLongEnough(record, call)) {
            givenUp.push_back({.attempts = static_cast<int>(call.attempts.size()), .end = last.end - begin});
        }
    }
    std::map<int, Duration> longestWaits;
    for (const auto& [retry, list] : waits) {
        longestWaits[retry] = list.back();
    }
    return timeLimitOf(givenUp, longestWaits, lastRetry);
}

} // namespace

SeenClient seenOf(const RunRecord& record, const std::vector<int>& calls)
{
    SeenClient client;
    client.calls = static_cast<int>(calls.size());
    std::map<std::string, int> mostAfter;       ///< attempts of the longest call that ended like this
    std::map<std::string, int> surelyMostAfter; ///< the same, of calls that would have gone on by then
    std::set<std::string> retriedOutcomes;
    for (const int index : calls) {
        const CallRecord& call = record.callAt(index);
        std::set<int> declared;
        client.attempts = std::max(client.attempts, static_cast<int>(call.attempts.size()));
        for (std::size_t number = 0; number < call.attempts.size(); ++number) {
            const AttemptRecord& attempt = call.attempts[number];
            ++client.requests;
            const DeclaredAttempt said = declaredIn(sentHeaders(attempt));
            client.declaredMax = std::max(client.declaredMax, said.max);
            client.resent += said.max && said.attempt && !declared.insert(*said.attempt).second ? 1 : 0;
            client.failures += attempt.decision.verdict != Verdict::Succeed ? 1 : 0;
            if (number + 1 < call.attempts.size()) {
                ++client.retried;
                retriedOutcomes.insert(outcomeOf(attempt.facts));
            }
        }
        if (!call.attempts.empty() && wasGivenUp(call)) {
            int& most = mostAfter[outcomeOf(call.attempts.back().facts)];
            const auto made = static_cast<int>(call.attempts.size());
            client.endedEarly += made < most ? 1 : 0;
            most = std::max(most, made);
            if (wasWatchedLongEnough(record, call)) {
                int& surely = surelyMostAfter[outcomeOf(call.attempts.back().facts)];
                surely = std::max(surely, made);
            }
        }
    }
    const std::map<int, std::vector<Duration>> waits = waitsOf(record, calls);
    client.timeLimit = timeLimitSeen(record, calls, retriedOutcomes, waits);
    client.isMaxKnown =
        client.declaredMax ||
        (!client.timeLimit && std::ranges::any_of(retriedOutcomes, [&](const std::string& outcome) {
            const auto most = surelyMostAfter.find(outcome);
            return most != surelyMostAfter.end() && most->second == client.attempts;
        }));
    client.backoff = estimate(waits);
    client.hints = hintsOf(record, calls, waits);
    return client;
}

} // namespace retryscope
