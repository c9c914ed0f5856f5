// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/bounds.h"

#include "core/explain/units.h"
#include "core/io/files/library.h"
#include "core/run/seeded_dice.h"
#include "core/simulate/steady_walk.h"
#include "core/simulate/virtual_run.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <array>
#include <limits>
#include <random>

namespace retryscope::test {

namespace {

constexpr int kSeeds = 1000;

/// One call under the real loop.
CallRecord callOf(const ResolvedPolicy& policy, const SteadyFailure& failure, std::uint64_t seed)
{
    VirtualScheduler scheduler;
    ListTransport transport({Outcome{.facts = failure.facts, .duration = failure.attemptTime}}, scheduler);
    const SeededDice dice(seed);
    RunRecord record;
    runVirtually({.policy = policy,
                  .spec = failure.spec,
                  .ports = {.transport = &transport, .scheduler = &scheduler, .dice = &dice},
                  .limits = {},
                  .states = {}},
                 {.calls = 1}, scheduler, [&record](RunEvent event) { record.append(std::move(event)); });
    return record.calls().front();
}

bool isOrdered(const TimeBounds& bounds)
{
    return bounds.best <= bounds.expected && bounds.expected <= bounds.worst;
}

bool isOrdered(const CountBounds& bounds)
{
    return bounds.fewest <= bounds.expected && bounds.expected <= bounds.most;
}

int callsWithin(const CallRecord& call)
{
    int fitting = 0;
    for (const AttemptRecord& attempt : call.attempts) {
        const bool wasCut = attempt.facts.fault && attempt.facts.fault->kind == FaultKind::Cancelled;
        fitting += wasCut ? 0 : 1;
    }
    return fitting;
}

Policy drawing(int attempts)
{
    Policy policy = plainPolicy();
    policy.attempts.max = attempts;
    policy.backoff = plainBackoff();
    policy.backoff.jitter = Jitter::Full;
    return policy;
}

SteadyFailure outage(Duration attemptTime = Duration::zero())
{
    return {.facts = response(503), .attemptTime = attemptTime};
}

} // namespace

class TstBounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetsHaveTheTimesOfTheirDocuments_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("service");
        QTest::addColumn<int>("attempts");
        QTest::addColumn<double>("best");
        QTest::addColumn<double>("expected");
        QTest::addColumn<double>("worst");
        QTest::newRow("the DynamoDB guide: 50 ms doubled ten times, no jitter")
            << "dynamodb-guide"
            << "dynamodb" << 11 << 51150.0 << 51150.0 << 51150.0;
        QTest::newRow("the SDK reference, standard: 0 to 2 s, then 0 to 4 s")
            << "sdk-reference-standard"
            << "generic" << 3 << 0.0 << 3000.0 << 6000.0;
        QTest::newRow("botocore, standard: 0 to 1 s, then 0 to 2 s")
            << "botocore-1.29.27-standard"
            << "generic" << 3 << 0.0 << 1500.0 << 3000.0;
        QTest::newRow("SimpleDB pseudo-code: 0.4, 1.6, 6.4, 25.6 s, and 102.4 s before giving up")
            << "simpledb-pseudocode"
            << "simpledb" << 5 << 0.0 << 68200.0 << 136400.0;
    }

    void presetsHaveTheTimesOfTheirDocuments()
    {
        QFETCH(QString, id);
        QFETCH(QString, service);
        SteadyFailure failure = outage();
        failure.spec.service = service.toStdString();
        const ResolvedPolicy policy = resolve(m_library.policy(id).value(), failure.spec);
        const CallBounds bounds = boundsOf(policy, failure);
        QTEST(bounds.attempts, "attempts");
        // A draw never reaches 1, so the worst lies a microsecond below its window at most.
        QTEST(std::round(toMilliseconds(bounds.delays.best)), "best");
        QTEST(std::round(toMilliseconds(bounds.delays.expected)), "expected");
        QTEST(std::round(toMilliseconds(bounds.delays.worst)), "worst");
        QCOMPARE(bounds.stopReason, std::optional(StopReason::AttemptsExhausted));
    }

    void everyRunOfEveryPresetLiesWithin_data()
    {
        QTest::addColumn<QString>("id");
        for (const io::Library::Entry& entry : m_library.policyEntries()) {
            QTest::newRow(qPrintable(entry.id)) << entry.id;
        }
    }

    void everyRunOfEveryPresetLiesWithin()
    {
        QFETCH(QString, id);
        const Policy preset = m_library.policy(id).value();
        const std::vector<AttemptFacts> failures{response(503), response(429),
                                                 faulty(FaultKind::ConnectionReset)};
        for (const AttemptFacts& facts : failures) {
            SteadyFailure failure{.facts = facts, .attemptTime = ms(120)};
            const ResolvedPolicy policy = resolve(preset, failure.spec);
            const CallBounds free = boundsOf(policy, failure);
            failure.spec.deadline = ms(2500);
            const CallBounds bounds = boundsOf(policy, failure);
            QVERIFY(bounds.deadline.has_value());
            QCOMPARE(bounds.total, free.total);
            QVERIFY(isOrdered(bounds.total) && isOrdered(bounds.delays));
            QVERIFY(isOrdered(bounds.deadline->fitting) && isOrdered(bounds.deadline->begun));
            QVERIFY(isOrdered(bounds.deadline->response));
            const int seeds = free.attempts > 100 ? 5 : kSeeds;
            for (int seed = 0; seed < seeds; ++seed) {
                checkRun(policy, failure, bounds, static_cast<std::uint64_t>(seed));
                if (QTest::currentTestFailed()) {
                    return;
                }
            }
        }
    }

    void theMeanIsThatOfManyRuns()
    {
        const ResolvedPolicy policy = resolved(drawing(5));
        const SteadyFailure failure = outage(ms(10));
        double sum = 0;
        for (std::uint64_t seed = 0; seed < 4000; ++seed) {
            const CallRecord call = callOf(policy, failure, seed);
            sum += toMilliseconds(call.end - call.start);
        }
        const double expected = toMilliseconds(boundsOf(policy, failure).total.expected);
        QCOMPARE(expected, 5 * 10 + (100 + 200 + 400 + 800) / 2.0);
        QVERIFY2(std::abs(sum / 4000 - expected) < expected * 0.02, qPrintable(QString::number(sum / 4000)));
    }

    void theShareOfCallsThatFitIsThatOfManyRuns()
    {
        const ResolvedPolicy policy = resolved(drawing(2)); // one delay, 0 to 100 ms
        SteadyFailure failure = outage(ms(10));
        failure.spec.deadline = ms(10 + 30 + 10);
        const DeadlineBounds bounds = boundsOf(policy, failure).deadline.value();
        QVERIFY2(std::abs(bounds.allFit - 0.3) < 0.002, qPrintable(QString::number(bounds.allFit)));
        QCOMPARE(bounds.fitting.fewest, 1);
        QCOMPARE(bounds.fitting.most, 2);
        QVERIFY(std::abs(bounds.fitting.expected - 1.3) < 0.002);
    }

    void aLimitOfTheClientsOwnEndsCalls_data()
    {
        QTest::addColumn<int>("attemptMs");
        QTest::addColumn<int>("limitMs");
        QTest::addColumn<int>("fewest");
        QTest::addColumn<int>("most");
        QTest::addColumn<int>("bestMs");
        QTest::addColumn<int>("worstMs");
        // Delays 0 to 100, 200, 400, 800 ms; five attempts. A retry that would begin at the limit is not
        // made.
        QTest::newRow("not reached") << 10 << 2000 << 5 << 5 << 50 << 1550;
        // At worst attempts begin at 0, 110, 320; the third ends at 330, with 400 ms to come: it is the last.
        // The earliest end before a delay that goes beyond: attempt 4 at 40 ms, with 800 ms to come.
        QTest::newRow("with long delays only") << 10 << 700 << 3 << 5 << 40 << 710;
        // Attempt 3 would begin at 300 ms at the earliest.
        QTest::newRow("always") << 150 << 200 << 1 << 2 << 150 << 350;
        QTest::newRow("the first attempt is longer") << 150 << 100 << 1 << 1 << 150 << 150;
    }

    void aLimitOfTheClientsOwnEndsCalls()
    {
        QFETCH(int, attemptMs);
        QFETCH(int, limitMs);
        Policy policy = drawing(5);
        policy.attempts.maxElapsed = ms(limitMs);
        const SteadyFailure failure = outage(ms(attemptMs));
        const CallBounds bounds = boundsOf(resolved(policy), failure);
        QVERIFY(bounds.ownLimit.has_value());
        QTEST(bounds.ownLimit->attempts.fewest, "fewest");
        QTEST(bounds.ownLimit->attempts.most, "most");
        QCOMPARE(bounds.attempts, bounds.ownLimit->attempts.most);
        QTEST(static_cast<int>(std::lround(toMilliseconds(bounds.total.best))), "bestMs");
        QTEST(static_cast<int>(std::lround(toMilliseconds(bounds.total.worst))), "worstMs");
        QVERIFY(bounds.areReached);
        checkManyRuns(resolved(policy), failure);
    }

    /// The same where the user's limit of an attempt is one for the call.
    void aTimeoutThatCoversTheCallIsALimit()
    {
        Policy policy = drawing(5);
        policy.attempts.timeoutCoversCall = true;
        SteadyFailure failure = outage(ms(10));
        QVERIFY(!boundsOf(resolved(policy), failure).ownLimit.has_value());
        failure.spec.attemptTimeout = ms(700);
        const CallBounds bounds = boundsOf(resolved(policy), failure);
        QCOMPARE(bounds.ownLimit->limit, ms(700));
        QCOMPARE(bounds.ownLimit->attempts.fewest, 3);
        QCOMPARE(bounds.stopReason, std::optional(StopReason::DeadlineExceeded));
        checkManyRuns(resolved(policy), failure);
    }

    void aLimitOfTimeAloneBoundsAClientWithoutEnd()
    {
        Policy policy = drawing(std::numeric_limits<int>::max());
        policy.backoff.jitter = Jitter::Equal;
        policy.backoff.cap = ms(400);
        policy.attempts.maxElapsed = ms(5000);
        const SteadyFailure failure = outage(ms(20));
        const CallBounds bounds = boundsOf(resolved(policy), failure);
        QCOMPARE(bounds.ownLimit->endsBy, 1.0);
        QVERIFY(bounds.ownLimit->attempts.most < 30);
        QVERIFY(bounds.total.worst < ms(5020) && bounds.total.worst > ms(5018));
        QCOMPARE(bounds.schedule.front().madeIn, 1.0);
        QVERIFY(bounds.schedule.back().madeIn < 0.5);
        checkManyRuns(resolved(policy), failure);
        policy.backoff.jitter = Jitter::Decorrelated;
        QVERIFY(!boundsOf(resolved(policy), failure).areReached);
        checkManyRuns(resolved(policy), failure);
    }

    /// Its delays hang together: a long one makes the next one short.
    void whatHangsTogetherIsNotAddedUpTwice()
    {
        Policy policy = drawing(4);
        policy.backoff.jitter = Jitter::DecorrelatedV2;
        const SteadyFailure failure = outage(ms(10));
        const CallBounds free = boundsOf(resolved(policy), failure);
        QVERIFY(free.areReached);
        policy.backoff.cap = ms(150);
        const CallBounds cut = boundsOf(resolved(policy), failure);
        QVERIFY(!cut.areReached);
        QVERIFY(cut.total.worst < free.total.worst);
        policy.attempts.maxElapsed = ms(400);
        checkManyRuns(resolved(policy), failure);
        policy.backoff.cap.reset();
        checkManyRuns(resolved(policy), failure);
    }

    void aLimitOfTimeBoundsManyCallsToo()
    {
        Policy policy = drawing(5);
        policy.attempts.maxElapsed = ms(700);
        SteadyFailure failure = outage(ms(10));
        failure.calls = 10;
        const SeriesBounds series = boundsOf(resolved(policy), failure).series.value();
        QCOMPARE(std::lround(toMilliseconds(series.total.best)), 400);
        QCOMPARE(std::lround(toMilliseconds(series.total.worst)), 7100);
        QVERIFY(isOrdered(series.total));
        QCOMPARE(series.attempts, 50);
    }

    void whatIsNeededIsExact()
    {
        const ResolvedPolicy policy = resolved(drawing(3)); // 0 to 100 ms, 0 to 200 ms
        SteadyFailure failure = outage(ms(50));
        failure.spec.deadline = ms(390);
        const DeadlineBounds tight = boundsOf(policy, failure).deadline.value();
        QCOMPARE(tight.fitting.fewest, 2);
        QVERIFY(tight.longestAttempt.has_value());

        failure.attemptTime = *tight.longestAttempt;
        QCOMPARE(boundsOf(policy, failure).deadline->fitting.fewest, 3);
        failure.attemptTime += Duration{1};
        QCOMPARE(boundsOf(policy, failure).deadline->fitting.fewest, 2);

        failure.attemptTime = ms(50);
        failure.spec.deadline = tight.enough;
        QCOMPARE(boundsOf(policy, failure).deadline->fitting.fewest, 3);
        failure.spec.deadline = tight.enough - Duration{1};
        QCOMPARE(boundsOf(policy, failure).deadline->fitting.fewest, 2);
    }

    /// Whoever sets what is advised is in time, and whoever exceeds it by 1 % need not be.
    void adviceIsKeptAndNotTooCareful_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 200; ++seed) {
            QTest::addRow("%u", seed) << seed;
        }
    }
    void adviceIsKeptAndNotTooCareful()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto below = [&random](unsigned limit) {
            return static_cast<int>(random() % limit);
        };
        Policy policy = drawing(2 + below(5));
        const std::array jitters{Jitter::None, Jitter::Full, Jitter::Equal, Jitter::DecorrelatedV2};
        policy.backoff.jitter = jitters.at(static_cast<std::size_t>(below(4)));
        policy.backoff.base.byDefault = ms(1 + below(3000));
        policy.backoff.cap = ms(3000 + below(20'000));
        std::vector<RetryLayer> within;
        for (int count = below(3); count > 0; --count) {
            within.push_back({"layer", 1 + below(4), ms(below(300))});
        }
        SteadyFailure failure = outage(ms(1 + below(500)));
        failure.spec.deadline = ms(500 + below(200'000));
        const ResolvedPolicy client = resolved(policy);
        const DeadlineBounds advised = *nestedBoundsOf(client, failure, {}, within).call.deadline;

        SteadyFailure patient = failure;
        patient.spec.deadline = roundedUp(advised.enough);
        checkAllFit(client, patient, within, seed);
        patient.spec.deadline = *patient.spec.deadline * 99 / 100;
        QVERIFY(isCut(client, patient, within));

        if (advised.longestRequest && *advised.longestRequest > ms(10)) {
            failure.attemptTime = roundedDown(*advised.longestRequest);
            checkAllFit(client, failure, within, seed);
            failure.attemptTime = failure.attemptTime * 101 / 100 + Duration{1};
            QVERIFY(isCut(client, failure, within));
        }
    }

    /// An outer layer repeats whole calls, and the deadline may be meant for all of them.
    void aDeadlineIsHeldAgainstTheOutermostLayerToo()
    {
        SteadyFailure failure = outage(ms(100));
        const ResolvedPolicy client = resolved(drawing(3)); // 0 to 100 ms, 0 to 200 ms
        const auto cutWithin = [&](int deadline) {
            failure.spec.deadline = ms(deadline);
            return nestedBoundsOf(client, failure, {{"app", 2, ms(100)}}, {}).outerDeadline.value();
        };
        QCOMPARE(cutWithin(600).cutShare, 1.0);  // 700 ms without any delay of the client
        QCOMPARE(cutWithin(1301).cutShare, 0.0); // 1300 ms with the longest
        const OuterDeadlineBounds half = cutWithin(1000);
        QCOMPARE(half.calls, 10'000);
        QVERIFY2(std::abs(half.cutShare - 0.5) < 0.02, qPrintable(QString::number(half.cutShare)));
        QVERIFY(!nestedBoundsOf(client, failure, {}, {}).outerDeadline);
    }

    void delaysThatAreTooLongCannotBeMended()
    {
        SteadyFailure failure = outage(ms(50));
        failure.spec.deadline = ms(250);
        QVERIFY(!boundsOf(resolved(drawing(3)), failure).deadline->longestAttempt.has_value());
    }

    void laterCallsRunOutOfTokens()
    {
        Policy policy = drawing(3);
        policy.quota = plainQuota(); // 500 tokens, 10 for each call of three attempts
        SteadyFailure failure = outage();
        failure.calls = 60;
        const SeriesBounds series = boundsOf(resolved(policy), failure).series.value();
        QCOMPARE(series.firstWithoutTokens, std::optional(51));
        QCOMPARE(series.attempts, 50 * 3 + 10);
        QVERIFY(isOrdered(series.total));
        QCOMPARE(series.total.worst, ms(300) * 50);
    }

    void whatIsNotTriedAgainIsOneAttempt()
    {
        const CallBounds bounds =
            boundsOf(resolved(drawing(3)), {.facts = response(404), .attemptTime = ms(20)});
        QCOMPARE(bounds.attempts, 1);
        QCOMPARE(bounds.total, (TimeBounds{ms(20), ms(20), ms(20)}));
        QCOMPARE(bounds.stopReason, std::optional(StopReason::NotRetryable));
    }

    void aSendRateWidensWhatItCannotSay()
    {
        Policy policy = drawing(4);
        policy.rules.front().kind = ErrorKind::Throttling;
        QVERIFY(boundsOf(resolved(policy), outage()).areReached);
        policy.limiter = plainLimiter();
        const CallBounds bounds = boundsOf(resolved(policy), outage());
        QVERIFY(!bounds.areReached);
        QVERIFY(bounds.total.worst > ms(700) + std::chrono::seconds{6} - ms(1));
    }

    void layersMultiply()
    {
        Policy policy = plainPolicy(); // three attempts
        policy.backoff = plainBackoff();
        const NestedBounds nested =
            nestedBoundsOf(resolved(policy), outage(ms(10)), {{"application", 4, ms(1000)}},
                           {{"proxy", 2, ms(5)}, {"mesh", 5, Duration::zero()}});
        QStringList lines;
        for (const LayerBounds& layer : nested.layers) {
            lines += QStringLiteral("%1 %2 %3 %4")
                         .arg(QString::fromStdString(layer.name))
                         .arg(layer.attempts)
                         .arg(layer.requests)
                         .arg(toMilliseconds(layer.total.worst));
        }
        // mesh 5 × 10; proxy 2 × 50 + 5; client 3 × 105 + 100 + 200; application 4 × 615 + 3 × 1000
        QCOMPARE(lines.join(QStringLiteral("; ")),
                 QStringLiteral("application 4 120 5460; %1 3 30 615; proxy 2 10 105; mesh 5 5 50")
                     .arg(QString::fromStdString(policy.id)));
    }

    /// What takes long is the attempts of all calls, not the calls.
    void moreAttemptsThanAnybodyWaitsForAreNotWorkedOut()
    {
        Policy policy = drawing(1000);
        SteadyFailure failure = outage(ms(1));
        failure.calls = 1000;
        QVERIFY(!nestedBoundsOf(resolved(policy), failure, {}, {}).call.series->isWorkedOut);
        failure.calls = 20;
        QVERIFY(nestedBoundsOf(resolved(policy), failure, {}, {}).call.series->isWorkedOut);
        QVERIFY(!nestedBoundsOf(resolved(policy), failure, {{"app", 10}}, {}).call.series->isWorkedOut);
    }

    void endlessNumbersSaturate()
    {
        const std::vector<RetryLayer> many(12, RetryLayer{"layer", 1000, std::chrono::hours{1000}});
        const NestedBounds nested = nestedBoundsOf(resolved(drawing(3)), outage(ms(1)), many, {});
        QCOMPARE(nested.layers.front().requests, std::numeric_limits<std::int64_t>::max());
        QVERIFY(nested.layers.front().total.worst > Duration::zero());
    }

private:
    static bool isCut(const ResolvedPolicy& client, const SteadyFailure& failure,
                      const std::vector<RetryLayer>& within)
    {
        const DeadlineBounds deadline = *nestedBoundsOf(client, failure, {}, within).call.deadline;
        return deadline.enough > deadline.deadline;
    }

    /// 1,000 calls whose delays are drawn anew.
    static void checkAllFit(const ResolvedPolicy& client, SteadyFailure failure,
                            const std::vector<RetryLayer>& within, unsigned seed)
    {
        QVERIFY(!isCut(client, failure, within));
        for (auto layer = within.rbegin(); layer != within.rend(); ++layer) {
            failure.attemptTime =
                failure.attemptTime * layer->attempts + layer->delay * (layer->attempts - 1);
        }
        std::mt19937 random(seed);
        const Draws draws = [&random](int) {
            return static_cast<double>(random()) / 4294967296.0;
        };
        for (int call = 0; call < 1000; ++call) {
            const Walk walk = SteadyCaller(client, failure).call(draws, draws);
            QVERIFY(walk.steps.back().end < *failure.spec.deadline);
        }
    }

    /// Without and with deadlines before, at and after the client's own limit of time.
    void checkManyRuns(const ResolvedPolicy& policy, SteadyFailure failure)
    {
        for (const int deadline : {50, 300, 705, 3000}) {
            failure.spec.deadline = ms(deadline);
            const CallBounds bounds = boundsOf(policy, failure);
            QVERIFY(isOrdered(bounds.total) && isOrdered(bounds.delays));
            QVERIFY(isOrdered(bounds.deadline->fitting) && isOrdered(bounds.deadline->begun));
            double attempts = 0;
            int ended = 0;
            for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
                checkRun(policy, failure, bounds, seed);
                if (QTest::currentTestFailed()) {
                    return;
                }
                SteadyFailure patient = failure;
                patient.spec.deadline.reset();
                const CallRecord call = callOf(policy, patient, seed);
                attempts += static_cast<double>(call.attempts.size());
                ended += call.stopReason == StopReason::DeadlineExceeded ? 1 : 0;
            }
            QVERIFY(std::abs(attempts / kSeeds - bounds.ownLimit->attempts.expected) < 0.15);
            QVERIFY(std::abs(ended / double(kSeeds) - bounds.ownLimit->endsBy) < 0.06);
            if (const std::optional<Duration>& longest = bounds.deadline->longestAttempt) {
                SteadyFailure longer = failure;
                longer.attemptTime = *longest;
                QVERIFY(boundsOf(policy, longer).deadline->enough <= ms(deadline));
            }
        }
    }

    void checkRun(const ResolvedPolicy& policy, const SteadyFailure& failure, const CallBounds& bounds,
                  std::uint64_t seed)
    {
        SteadyFailure patient = failure;
        patient.spec.deadline.reset();
        const CallRecord whole = callOf(policy, patient, seed);
        const auto made = static_cast<int>(whole.attempts.size());
        if (bounds.ownLimit && bounds.ownLimit->canEndIt) {
            QVERIFY(made >= bounds.ownLimit->attempts.fewest && made <= bounds.attempts);
        } else {
            QCOMPARE(made, bounds.attempts);
            QCOMPARE(whole.stopReason, bounds.stopReason);
        }
        QVERIFY2(isWithin(whole.end - whole.start, bounds.total),
                 qPrintable(QString::number(toMilliseconds(whole.end - whole.start))));
        for (std::size_t index = 0; index < whole.attempts.size(); ++index) {
            QVERIFY(isWithin(whole.attempts[index].start - whole.start, bounds.schedule[index].start));
        }
        const CallRecord cut = callOf(policy, failure, seed);
        const DeadlineBounds& deadline = *bounds.deadline;
        const int fitting = callsWithin(cut);
        QVERIFY(fitting >= deadline.fitting.fewest && fitting <= deadline.fitting.most);
        const int begun = static_cast<int>(cut.attempts.size());
        QVERIFY(begun >= deadline.begun.fewest && begun <= deadline.begun.most);
        QVERIFY(isWithin(cut.end - cut.start, deadline.response));
    }

    static bool isWithin(Duration time, const TimeBounds& bounds)
    {
        return time >= bounds.best && time <= bounds.worst;
    }

    io::Library m_library;

    void latenciesAreLogNormalThroughTheirTwoPoints()
    {
        const LatencySpread spread{.p50 = ms(20), .p99 = ms(800)};
        QVERIFY(std::abs(toMilliseconds(quantileOf(spread, 0.5)) - 20) < 0.01);
        QVERIFY(std::abs(toMilliseconds(quantileOf(spread, 0.99)) - 800) < 0.01);
        QVERIFY(std::abs(toMilliseconds(quantileOf(spread, 0.01)) - 0.5) < 0.01);
        QCOMPARE(quantileOf({.p50 = ms(20), .p99 = ms(20)}, 0.7), ms(20));
    }

    void latenciesSpreadTheTimesOfACall()
    {
        SteadyFailure failure{.facts = response(503)};
        failure.latency = LatencySpread{.p50 = ms(100), .p99 = ms(1000)};
        const CallBounds bounds = boundsOf(resolved(plainPolicy()), failure);
        QVERIFY(isOrdered(bounds.total));
        QVERIFY(std::abs(toMilliseconds(bounds.total.best) - 30) < 0.01);
        QVERIFY(std::abs(toMilliseconds(bounds.total.worst) - 3000) < 0.01);
        // The mean of a log-normal is its median times exp(sigma squared by 2), with sigma = ln(10) / 2.3263.
        const double sigma = std::log(10.0) / 2.3263478740408408;
        const double mean = 3 * 100 * std::exp(sigma * sigma / 2);
        QVERIFY2(std::abs(toMilliseconds(bounds.total.expected) / mean - 1) < 0.02,
                 qPrintable(QString::number(toMilliseconds(bounds.total.expected))));
        QCOMPARE(bounds.delays.worst, Duration::zero());
        QVERIFY(bounds.percentiles && bounds.percentiles->p50 < bounds.percentiles->p90 &&
                bounds.percentiles->p90 < bounds.percentiles->p99);
        failure.spec.attemptTimeout = ms(200);
        QCOMPARE(boundsOf(resolved(plainPolicy()), failure).total.worst, ms(600));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstBounds)
#include "tst_bounds.moc"
