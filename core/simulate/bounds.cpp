// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/bounds.h"

#include "core/change/situation.h"
#include "core/facts/never_sent.h"
#include "core/run/seeded_dice.h"
#include "core/simulate/call_reach.h"
#include "core/simulate/steady_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace retryscope {

namespace {

/// A rank-1 lattice with a generator of Korobov's form: prime, and one of its primitive roots.
struct Lattice
{
    int points;
    int generator;
};

Lattice latticeFor(std::size_t attempts)
{
    constexpr Lattice kFine{1021, 76};
    constexpr Lattice kCoarse{251, 33};
    constexpr Lattice kVeryCoarse{61, 17};
    return attempts <= 40 ? kFine : attempts <= 200 ? kCoarse : kVeryCoarse;
}

/// The midpoint of a stratum; another one in every dimension.
std::vector<double> latticePoint(const Lattice& lattice, int point, std::size_t dimensions)
{
    std::vector<double> draws(dimensions);
    int at = point;
    for (double& draw : draws) {
        draw = (at + 0.5) / lattice.points;
        at = at * lattice.generator % lattice.points;
    }
    return draws;
}

/// Sums over the lattice, in the shape of the result.
class Means
{
public:
    Means(std::size_t attempts, const std::optional<Duration>& deadline)
        : m_starts(attempts), m_ends(attempts), m_made(attempts), m_deadline(deadline)
    {
    }

    void add(const Walk& walk)
    {
        ++m_count;
        m_total += toSeconds(walk.total);
        m_delays += toSeconds(walk.delays());
        m_totals.push_back(walk.total);
        for (std::size_t index = 0; index < std::min(m_starts.size(), walk.steps.size()); ++index) {
            m_starts[index] += toSeconds(walk.steps[index].start);
            m_ends[index] += toSeconds(walk.steps[index].end);
            m_made[index] += 1;
        }
        m_attempts += static_cast<double>(walk.steps.size());
        m_endedByLimit += walk.stopReason == StopReason::DeadlineExceeded ? 1 : 0;
        if (m_deadline) {
            const int fitting = callsWithin(walk, *m_deadline);
            m_fitting += fitting;
            m_begun += begunIn(walk, *m_deadline);
            m_response += toSeconds(responseIn(walk, *m_deadline));
            m_allFit += fitting == static_cast<int>(walk.steps.size()) ? 1 : 0;
        }
    }

    [[nodiscard]] double total() const { return m_total / m_count; }
    [[nodiscard]] double delays() const { return m_delays / m_count; }
    [[nodiscard]] double attempts() const { return m_attempts / m_count; }
    [[nodiscard]] double endedByLimit() const { return m_endedByLimit / m_count; }
    /// Of the draws with which the attempt is made; where there are none, 0.
    [[nodiscard]] double start(std::size_t attempt) const { return ofMade(m_starts, attempt); }
    [[nodiscard]] double end(std::size_t attempt) const { return ofMade(m_ends, attempt); }
    [[nodiscard]] double madeIn(std::size_t attempt) const { return m_made[attempt] / m_count; }
    /// The total that this share of the draws does not exceed.
    [[nodiscard]] Duration totalAt(double share)
    {
        const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(m_totals.size() - 1));
        std::nth_element(m_totals.begin(), m_totals.begin() + place, m_totals.end());
        return m_totals[static_cast<std::size_t>(place)];
    }
    [[nodiscard]] double fitting() const { return m_fitting / m_count; }
    [[nodiscard]] double begun() const { return m_begun / m_count; }
    [[nodiscard]] double response() const { return m_response / m_count; }
    [[nodiscard]] double allFit() const { return m_allFit / m_count; }

private:
    [[nodiscard]] double ofMade(const std::vector<double>& sums, std::size_t attempt) const
    {
        return m_made[attempt] > 0 ? sums[attempt] / m_made[attempt] : 0;
    }

    std::vector<double> m_starts;
    std::vector<double> m_ends;
    std::vector<double> m_made; ///< draws with which the attempt is made
    double m_attempts = 0;
    double m_endedByLimit = 0;
    std::vector<Duration> m_totals;
    double m_delays = 0;
    std::optional<Duration> m_deadline;
    double m_count = 0;
    double m_total = 0;
    double m_fitting = 0;
    double m_begun = 0;
    double m_response = 0;
    double m_allFit = 0;
};

Means meansOf(const ResolvedPolicy& policy, const SteadyFailure& failure, std::size_t attempts)
{
    Means means(attempts, failure.spec.deadline);
    const Lattice lattice = latticeFor(attempts);
    for (int point = 0; point < lattice.points; ++point) {
        const std::vector<double> draws = latticePoint(lattice, point, 2 * attempts);
        means.add(SteadyCaller(policy, failure)
                      .call([&draws, attempts](
                                int attempt) { return draws[static_cast<std::size_t>(attempt) % attempts]; },
                            [&draws, attempts](int attempt) {
                                return draws[attempts + static_cast<std::size_t>(attempt) % attempts];
                            }));
    }
    return means;
}

/// The mean lies between the extremes, whatever rounding makes of it.
TimeBounds timeBounds(Duration best, double expectedSeconds, Duration worst)
{
    return {.best = best,
            .expected = std::clamp(fromMilliseconds(expectedSeconds * 1000), best, worst),
            .worst = worst};
}

DeadlineBounds deadlineBoundsOf(const ResolvedPolicy& policy, const SteadyFailure& failure,
                                const CallReach& reach, const Means& means)
{
    const Duration deadline = *failure.spec.deadline;
    const auto count = [&](Duration AttemptReach::*time, int among) {
        return static_cast<int>(
            std::count_if(reach.attempts.begin(), reach.attempts.begin() + among,
                          [&](const AttemptReach& attempt) { return attempt.*time < deadline; }));
    };
    const auto between = [](int fewest, double expected, int most) {
        return CountBounds{
            .fewest = fewest, .expected = std::clamp<double>(expected, fewest, most), .most = most};
    };
    const CountBounds fitting = between(count(&AttemptReach::lastEnd, reach.fewest), means.fitting(),
                                        count(&AttemptReach::firstEnd, reach.most));
    // Whoever draws long delays may give up early, so neither extreme responses first or last for certain.
    const bool allFit = reach.lastEnd() < deadline;
    const auto surelyEnded = static_cast<std::size_t>(std::max(1, fitting.fewest)) - 1;
    const Duration latest = std::min(reach.longest, deadline);
    const std::optional<Duration> longest = longestAttemptFor(policy, failure);
    const Duration earliest = std::min(
        allFit ? reach.shortest : std::min(reach.shortest, reach.attempts[surelyEnded].firstEnd), latest);
    return {.deadline = deadline,
            .fitting = fitting,
            .begun = between(count(&AttemptReach::lastStart, reach.fewest), means.begun(),
                             count(&AttemptReach::firstStart, reach.most)),
            .allFit = means.allFit(),
            .response = timeBounds(earliest, means.response(), latest),
            .enough = reach.lastEnd() + Duration{1},
            .longestAttempt = longest,
            .longestRequest = longest};
}

/// Totals of all calls with the same draw throughout.
struct Series
{
    Duration total{0};
    std::int64_t attempts = 0;
    std::optional<int> firstWithoutTokens;
};

/// Inverse of the standard normal distribution, by Newton's method on std::erfc. share: in (0, 1).
double normalQuantile(double share)
{
    constexpr double kRootOfTwo = 1.4142135623730951;
    constexpr double kDensityAtZero = 0.3989422804014327;
    double at = 0;
    for (int step = 0; step < 60; ++step) {
        const double off = std::erfc(-at / kRootOfTwo) / 2 - share;
        const double slope = kDensityAtZero * std::exp(-at * at / 2);
        const double move = std::clamp(off / slope, -1.0, 1.0);
        at -= move;
        if (std::abs(move) < 1e-12) {
            break;
        }
    }
    return at;
}

enum class Widening { None, Shortest, Longest };

std::int64_t saturatingProduct(std::int64_t left, std::int64_t right)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    return right > 0 && left > kMost / right ? kMost : left * right;
}

/// Calls of the client that the layers around it make of one call.
std::int64_t roundsIn(const std::vector<RetryLayer>& outside)
{
    std::int64_t rounds = 1;
    for (const RetryLayer& layer : outside) {
        rounds = saturatingProduct(rounds, layer.attempts);
    }
    return rounds;
}

/// What the layers wait after this round of a call, counted from 1: the innermost that has attempts left
/// does.
Duration delayAfter(std::int64_t round, const std::vector<RetryLayer>& outside)
{
    for (auto layer = outside.rbegin(); layer != outside.rend(); ++layer) {
        if (round % layer->attempts != 0) {
            return layer->delay;
        }
        round /= layer->attempts;
    }
    return Duration::zero();
}

/// All draws of one walk through many calls, and what layers around the client make of each of them.
struct SeriesWalk
{
    const Draws& draws;
    const Draws& times;
    Widening widening = Widening::None;
    const std::vector<RetryLayer>& outside;
    /// Of every call, in place of what it takes with these draws.
    std::optional<Duration> callTotal = {};
};

Series seriesOf(const ResolvedPolicy& policy, const SteadyFailure& failure, const SeriesWalk& how)
{
    Series series;
    SteadyCaller caller(policy, failure);
    const std::int64_t rounds = roundsIn(how.outside);
    for (std::int64_t made = 0; made < failure.calls * rounds; ++made) {
        Walk walk = caller.call(how.draws, how.times);
        if (how.widening != Widening::None) {
            Extremes both = widenExtremes(policy, walk, walk);
            walk = how.widening == Widening::Shortest ? std::move(both.best) : std::move(both.worst);
        }
        const std::int64_t round = made % rounds + 1;
        const Duration pause = round == rounds ? Duration::zero() : delayAfter(round, how.outside);
        caller.pause(pause);
        series.total =
            later(later(Instant{series.total}, how.callTotal.value_or(walk.total)), pause).time_since_epoch();
        series.attempts += static_cast<std::int64_t>(walk.steps.size());
        if (walk.stopReason == StopReason::QuotaExhausted && !series.firstWithoutTokens) {
            series.firstWithoutTokens = static_cast<int>(made / rounds) + 1;
        }
    }
    return series;
}

/// The mean over a lattice of few points: many calls even out by themselves.
SeriesBounds seriesBoundsOf(const ResolvedPolicy& policy, const SteadyFailure& failure,
                            const std::vector<RetryLayer>& outside, std::int64_t requestsWithin,
                            const CallReach& reach)
{
    constexpr Lattice kFew{13, 2};
    constexpr std::int64_t kMostAttempts = 50'000; // of one walk: some tenths of a second for all of them
    SeriesBounds bounds{.calls = failure.calls,
                        .clients = failure.clients,
                        .clientCalls = saturatingProduct(roundsIn(outside), failure.calls)};
    bounds.isWorkedOut = saturatingProduct(bounds.clientCalls, reach.most) <= kMostAttempts;
    if (!bounds.isWorkedOut) {
        return bounds;
    }
    // Where the client's limit of time can end a call, the draws of the shortest call are not those with
    // which it makes the most attempts; and a call that lacks tokens may end after its first attempt.
    std::optional<Duration> shortest;
    std::optional<Duration> longest;
    if (reach.isEndedByOwnLimit) {
        shortest = policy.policy.quota ? reach.attempts.front().firstEnd : reach.shortest;
        longest = reach.longest;
    }
    const Series best =
        seriesOf(policy, failure, {always(0), always(kFastest), Widening::Shortest, outside, shortest});
    const Series worst = seriesOf(
        policy, failure, {always(kLargestDraw), always(kSlowest), Widening::Longest, outside, longest});
    const std::int64_t mostAttempts = std::max(best.attempts, worst.attempts);
    const auto dimensions = static_cast<std::size_t>(std::max<std::int64_t>(1, mostAttempts));
    double sum = 0;
    for (int point = 0; point < kFew.points; ++point) {
        const std::vector<double> draws = latticePoint(kFew, point, dimensions);
        const auto drawAt = [&draws](std::size_t index) {
            return draws[index % draws.size()];
        };
        const Draws delays = [&drawAt](int attempt) {
            return drawAt(static_cast<std::size_t>(attempt));
        };
        const Draws times = [&drawAt, dimensions](int attempt) {
            return drawAt(static_cast<std::size_t>(attempt) + dimensions / 2);
        };
        sum += toSeconds(seriesOf(policy, failure, {delays, times, Widening::None, outside}).total);
    }
    bounds.attempts = saturatingProduct(mostAttempts, failure.clients);
    bounds.requests = saturatingProduct(bounds.attempts, requestsWithin);
    bounds.total = timeBounds(best.total, sum / kFew.points, worst.total);
    bounds.firstWithoutTokens = best.firstWithoutTokens ? best.firstWithoutTokens : worst.firstWithoutTokens;
    return bounds;
}

/// Whether more than one call was asked for.
bool isSeries(const SteadyFailure& failure)
{
    return failure.calls > 1 || failure.clients > 1;
}

bool reachesServer(const SteadyFailure& failure)
{
    return !failure.facts.fault || !isNeverSent(failure.facts.fault->kind);
}

bool isSuccess(const ResolvedPolicy& policy, const SteadyFailure& failure)
{
    const GivenAttempt given{.spec = failure.spec, .facts = failure.facts};
    return decisionIn(situationUnder(policy, given)).verdict == Verdict::Succeed;
}

void repeatNothing(std::vector<RetryLayer>& layers)
{
    for (RetryLayer& layer : layers) {
        layer.attempts = 1;
    }
}

Duration times(Duration duration, int count, Duration between)
{
    const double seconds = toSeconds(duration) * count + toSeconds(between) * (count - 1);
    return seconds > toSeconds(Duration::max()) / 2 ? Duration::max() / 2
                                                    : duration * count + between * (count - 1);
}

/// What one request may take where an attempt of the client, all the layers' requests and delays, may take
/// this long; absent: their delays alone take longer. within: the nearest to the client first.
std::optional<Duration> requestWithin(std::optional<Duration> attempt, const std::vector<RetryLayer>& within)
{
    for (const RetryLayer& layer : within) {
        const Duration delays = times(Duration::zero(), layer.attempts, layer.delay);
        if (!attempt || *attempt < delays) {
            return std::nullopt;
        }
        attempt = (*attempt - delays) / layer.attempts;
    }
    return attempt;
}

/// Calls of the outermost layer, each of calls of the client with random delays, against the deadline. Every
/// call of the client has all its tokens, as in layerAround().
OuterDeadlineBounds outerDeadlineOf(const ResolvedPolicy& policy, const SteadyFailure& failure,
                                    const std::vector<RetryLayer>& outside, int attempts)
{
    constexpr std::uint64_t kSeed = 20261127;
    constexpr int kMostCalls = 10'000;
    constexpr int kMostRounds = 1'000'000; // of all calls
    constexpr int kMostDrawn = 2'000;
    constexpr int kMostAttempts = 100'000; // of the drawn calls: less than a tenth of a second
    std::uint64_t drawn = 0;
    const Draws draws = [&drawn](int) {
        return seededDraw(kSeed + drawn++, 1, 1, 1);
    };
    std::vector<Duration> totals(
        static_cast<std::size_t>(std::clamp(kMostAttempts / attempts, 1, kMostDrawn)));
    std::ranges::generate(totals, [&] { return SteadyCaller(policy, failure).call(draws, draws).total; });

    const std::int64_t rounds = roundsIn(outside);
    OuterDeadlineBounds bounds{
        .calls = static_cast<int>(std::min<std::int64_t>(kMostCalls, kMostRounds / rounds))};
    Instant pauses{};
    for (std::int64_t round = 1; bounds.calls > 0 && round < rounds; ++round) {
        pauses = later(pauses, delayAfter(round, outside));
    }
    int cut = 0;
    for (int made = 0; made < bounds.calls; ++made) {
        Instant end = pauses;
        for (std::int64_t round = 0; round < rounds; ++round) {
            end = later(end, totals[seededBits(kSeed + drawn++, 1, 1, 1) % totals.size()]);
        }
        cut += end.time_since_epoch() < *failure.spec.deadline ? 0 : 1;
    }
    bounds.cutShare = bounds.calls > 0 ? static_cast<double>(cut) / bounds.calls : 0;
    return bounds;
}

LayerBounds layerAround(const RetryLayer& layer, const TimeBounds& inner, std::int64_t innerRequests)
{
    return {.name = layer.name,
            .attempts = layer.attempts,
            .requests = saturatingProduct(innerRequests, layer.attempts),
            .total = {.best = times(inner.best, layer.attempts, layer.delay),
                      .expected = times(inner.expected, layer.attempts, layer.delay),
                      .worst = times(inner.worst, layer.attempts, layer.delay)}};
}

} // namespace

Duration quantileOf(const LatencySpread& latency, double share)
{
    // The 99th percentile of the standard normal distribution.
    constexpr double kNormal99 = 2.3263478740408408;
    const double spread = std::log(toSeconds(latency.p99) / toSeconds(latency.p50)) / kNormal99;
    return fromMilliseconds(1000 * toSeconds(latency.p50) * std::exp(spread * normalQuantile(share)));
}

CallBounds boundsOf(const ResolvedPolicy& policy, const SteadyFailure& failure)
{
    const CallReach reach = reachOf(policy, failure);
    Means means = meansOf(policy, failure, reach.attempts.size());
    CallBounds bounds{.attempts = reach.most,
                      .stopReason = reach.stopReason,
                      .total = timeBounds(reach.shortest, means.total(), reach.longest),
                      .areReached = reach.areReached,
                      .hasSendRate = reach.hasSendRate};
    bounds.delays = timeBounds(reach.leastDelays, means.delays(), reach.mostDelays);
    if (failure.latency) {
        bounds.percentiles =
            CallPercentiles{.p50 = means.totalAt(0.5), .p90 = means.totalAt(0.9), .p99 = means.totalAt(0.99)};
    }
    for (std::size_t index = 0; index < reach.attempts.size(); ++index) {
        const AttemptReach& attempt = reach.attempts[index];
        bounds.schedule.push_back(
            {.start = timeBounds(attempt.firstStart, means.start(index), attempt.lastStart),
             .end = timeBounds(attempt.firstEnd, means.end(index), attempt.lastEnd),
             .delayBefore = attempt.delayBefore,
             .madeIn = means.madeIn(index)});
    }
    if (reach.ownLimit) {
        bounds.ownLimit = OwnLimitBounds{
            .limit = *reach.ownLimit,
            .attempts = {.fewest = reach.fewest,
                         .expected = std::clamp<double>(means.attempts(), reach.fewest, reach.most),
                         .most = reach.most},
            .endsBy = means.endedByLimit(),
            .canEndIt = reach.isEndedByOwnLimit};
    }
    const std::optional<LimiterSpec>& limiter = policy.policy.limiter;
    if (limiter && limiter->scope == QuotaScope::Client) {
        bounds.heldBackAtMost = longestSendRateDelay(*limiter);
    }
    if (failure.spec.deadline) {
        bounds.deadline = deadlineBoundsOf(policy, failure, reach, means);
    }
    if (isSeries(failure)) {
        bounds.series = seriesBoundsOf(policy, failure, {}, reachesServer(failure) ? 1 : 0, reach);
    }
    return bounds;
}

NestedBounds nestedBoundsOf(const ResolvedPolicy& policy, SteadyFailure failure,
                            std::vector<RetryLayer> outside, std::vector<RetryLayer> within)
{
    if (isSuccess(policy, failure)) {
        repeatNothing(outside);
        repeatNothing(within);
    }
    NestedBounds nested;
    std::vector<LayerBounds> inside; // the innermost first
    const TimeBounds request{failure.attemptTime, failure.attemptTime, failure.attemptTime};
    const std::int64_t seen = reachesServer(failure) ? 1 : 0;
    for (auto layer = within.rbegin(); layer != within.rend(); ++layer) {
        inside.push_back(layerAround(*layer, inside.empty() ? request : inside.back().total,
                                     inside.empty() ? seen : inside.back().requests));
    }
    const std::int64_t requestsWithin = inside.empty() ? seen : inside.back().requests;
    failure.attemptTime = inside.empty() ? failure.attemptTime : inside.back().total.worst;
    SteadyFailure alone = failure;
    alone.calls = 1;
    alone.clients = 1;
    nested.call = boundsOf(policy, alone);
    if (nested.call.deadline) {
        nested.call.deadline->longestRequest = requestWithin(nested.call.deadline->longestAttempt, within);
        if (!outside.empty()) {
            nested.outerDeadline = outerDeadlineOf(policy, alone, outside, nested.call.attempts);
        }
    }
    if (isSeries(failure)) {
        nested.call.series = seriesBoundsOf(policy, failure, outside, requestsWithin, reachOf(policy, alone));
    }
    LayerBounds client =
        layerAround({.name = policy.policy.id, .attempts = nested.call.attempts}, request, requestsWithin);
    client.total = nested.call.total;
    client.isClient = true;
    inside.push_back(std::move(client));
    for (auto layer = outside.rbegin(); layer != outside.rend(); ++layer) {
        inside.push_back(layerAround(*layer, inside.back().total, inside.back().requests));
    }
    nested.layers.assign(std::make_move_iterator(inside.rbegin()), std::make_move_iterator(inside.rend()));
    return nested;
}

} // namespace retryscope
