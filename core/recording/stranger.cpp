// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/stranger.h"

#include "core/recording/seen_attempt.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace retryscope {

namespace {

constexpr double kEarlyMs = 3;

/// How likely something is no later than this: nearly all of it comes within some milliseconds, the rest when
/// the machine has time again, and some of that when it has been busy for long. Ends of delays as the
/// recordings in tests/data have them.
double lateShare(double ms, double delayMs)
{
    constexpr double kBusy = 0.15; // of all waits
    constexpr double kStalled = 0.03;
    if (ms <= -kEarlyMs) {
        return 0;
    }
    const double late = ms + kEarlyMs;
    return 1 - (1 - kBusy - kStalled) * std::exp(-late / (6 + 0.004 * delayMs)) -
           kBusy * std::exp(-late / (40 + 0.03 * delayMs)) - kStalled * std::exp(-late / 400);
}

/// Programs retry these, mostly: what the server or the network is to blame for, and throttling.
double usuallyRetried(const AttemptFacts& facts)
{
    constexpr double kFault = 0.7;
    constexpr double kServer = 0.8;
    constexpr double kEither = 0.5;
    constexpr double kSeldom = 0.1;
    if (facts.fault) {
        return kFault;
    }
    const int status = facts.response ? facts.response->status : 0;
    return status >= 500 || status == 429 ? kServer : status == 408 ? kEither : kSeldom;
}

/// Seconds that Retry-After asks for; absent where it names none.
OptionalDuration secondsAsked(const AttemptFacts& facts)
{
    const std::string* asked = facts.response ? facts.response->headers.find("retry-after") : nullptr;
    double number = 0;
    if (asked == nullptr ||
        std::from_chars(asked->data(), asked->data() + asked->size(), number).ec != std::errc()) {
        return std::nullopt;
    }
    return fromMilliseconds(number * 1000);
}

/// Parts of a mixture, each with its weight; those that are missing leave theirs to the others.
class Mixture
{
public:
    void add(double weight, double density)
    {
        m_weights += weight;
        m_sum += weight * density;
    }
    [[nodiscard]] double density() const { return m_weights > 0 ? m_sum / m_weights : 0; }

private:
    double m_weights = 0;
    double m_sum = 0;
};

} // namespace

double waitDensity(Duration wait, const DelayWindow& window)
{
    constexpr double kStep = 2; // narrower windows are one moment
    const double high = toMilliseconds(window.high);
    const double width = std::max(kStep, high - toMilliseconds(window.low));
    const double over = toMilliseconds(wait - window.low);
    return (lateShare(over, high) - lateShare(over - width, high)) / width;
}

double Stranger::decision(const CallRecord& call, std::size_t attempt)
{
    constexpr double kFirstOpinion = 1.5; // so many attempts does a usual habit weigh
    constexpr double kGivesUpAgain = 0.9;
    constexpr double kGivesUp = 0.35;
    const AttemptFacts& facts = call.attempts[attempt].facts;
    const bool isRetried = attempt + 1 < call.attempts.size();
    Seen& seen = m_outcomes[outcomeOf(facts)];
    const double retries =
        (seen.retried + kFirstOpinion * usuallyRetried(facts)) / (seen.all + kFirstOpinion);
    if (!isRetried && attempt > 0 && retries > kGivesUp) {
        return m_givenUpAfter[attempt + 1]++ > 0 ? kGivesUpAgain : kGivesUp;
    }
    ++seen.all;
    seen.retried += isRetried ? 1 : 0;
    return isRetried ? retries : 1 - retries;
}

double Stranger::wait(const CallRecord& call, std::size_t attempt, Duration seen)
{
    constexpr double kAnything = 0.3;
    constexpr double kRound = 0.25;
    constexpr double kAsBefore = 0.3;
    constexpr double kDoubled = 0.2;
    constexpr double kSpread = 0.25;
    constexpr double kAsAsked = 1;
    constexpr double kLeastMs = 0.5;
    constexpr double kDecades = 11.7; // natural logarithm of 60 s over 0.5 ms
    constexpr std::array kRoundMs{0,   50,  100,  200,  250,  300,  400,  500,
                                  600, 800, 1000, 1500, 2000, 3000, 4000, 5000};
    const double ms = std::max(kLeastMs, toMilliseconds(seen));
    const auto at = [&](double delayMs) {
        const Duration delay = fromMilliseconds(delayMs);
        return waitDensity(seen, {delay, delay});
    };
    Mixture mixture;
    mixture.add(kAnything, 1 / (ms * kDecades));
    double rounds = 0;
    for (const int round : kRoundMs) {
        rounds += at(round);
    }
    mixture.add(kRound, rounds / kRoundMs.size());
    std::vector<Duration>& before = m_waits[attempt];
    if (!before.empty()) {
        double same = 0;
        for (const Duration wait : before) {
            same += at(toMilliseconds(wait));
        }
        mixture.add(kAsBefore, same / static_cast<double>(before.size()));
        const double most = 1.5 * toMilliseconds(*std::max_element(before.begin(), before.end()));
        mixture.add(kSpread, ms <= most ? 1 / most : 0);
    }
    if (const OptionalDuration last = attempt > 0 ? waitAfter(call, attempt - 1) : std::nullopt) {
        const double lastMs = toMilliseconds(*last);
        mixture.add(kDoubled, (at(lastMs) + at(2 * lastMs)) / 2);
        mixture.add(kSpread, ms <= 3 * lastMs ? 1 / std::max(1.0, 3 * lastMs) : 0);
    }
    const AttemptFacts& facts = call.attempts[attempt].facts;
    if (const OptionalDuration asked = secondsAsked(facts)) {
        mixture.add(kAsAsked, at(toMilliseconds(*asked)));
    }
    if (!isHinted(facts)) {
        constexpr std::size_t kMostRemembered = 20;
        if (before.size() < kMostRemembered) {
            before.push_back(seen);
        }
    }
    return mixture.density();
}

std::map<std::pair<int, int>, Likelihood> Stranger::likelihoods(const RunRecord& record,
                                                                const std::vector<Place>& places)
{
    std::map<std::pair<int, int>, Likelihood> found;
    for (const Place& place : places) {
        const CallRecord& call = record.callAt(place.call);
        const auto attempt = static_cast<std::size_t>(place.attempt);
        Likelihood& likelihood = found[{place.call, place.attempt}];
        likelihood.decision = decision(call, attempt);
        if (const OptionalDuration seen = waitAfter(call, attempt)) {
            likelihood.wait = wait(call, attempt, *seen);
        }
    }
    return found;
}

} // namespace retryscope
