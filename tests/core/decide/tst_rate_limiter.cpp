// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/rate_limiter.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace retryscope::test {

namespace {

constexpr double kTolerance = 1e-6; // seven decimals are what the shortest of the published tables print

Instant atSeconds(double seconds)
{
    return Instant{fromMilliseconds(seconds * 1000)};
}

bool isNear(double left, double right)
{
    return std::abs(left - right) <= kTolerance;
}

/// A limiter that is at work, with this much in the bucket.
LimiterState filling(double rate, double maxCapacity, double capacity)
{
    LimiterState state;
    state.enabled = true;
    state.fillRate = rate;
    state.maxCapacity = maxCapacity;
    state.capacity = capacity;
    state.lastRefill = 0;
    return state;
}

} // namespace

/// The published tables (tests/data/retry_vectors.json), and what they leave open.
class TstRateLimiter : public QObject
{
    Q_OBJECT

    QJsonObject m_tables;

    QJsonObject table(const char* group, const char* id) const
    {
        for (const QJsonValue value : m_tables.value(QLatin1String(group)).toArray()) {
            if (value[QStringLiteral("id")] == QLatin1String(id)) {
                return value.toObject();
            }
        }
        qFatal("no table %s in %s", id, group);
    }

    /// Follows a table of "response, timestamp, calculated_rate"; the rate before a cut becomes the plateau.
    void followCubic(const char* id)
    {
        const QJsonObject cubic = table("cubic", id);
        double lastMax = cubic[QStringLiteral("given")][QStringLiteral("last_max_rate")].toDouble();
        double lastThrottle = cubic[QStringLiteral("given")][QStringLiteral("last_throttle_time")].toDouble();
        double rate = 0;
        const QJsonArray steps = cubic[QStringLiteral("steps")].toArray();
        QVERIFY(!steps.isEmpty());
        for (const QJsonValue step : steps) {
            const double time = step[QStringLiteral("timestamp")].toDouble();
            if (step[QStringLiteral("response")] == QLatin1String("throttle")) {
                lastMax = rate;
                lastThrottle = time;
                rate = plainLimiter().beta * rate;
            } else {
                rate = cubicRate(plainLimiter(), lastMax, time - lastThrottle);
            }
            QVERIFY2(isNear(rate, step[QStringLiteral("calculated_rate")].toDouble()),
                     qPrintable(QStringLiteral("at %1 s: %2").arg(time).arg(rate, 0, 'g', 12)));
        }
    }

    double measuredAfter(const QJsonArray& timestamps, LimiterState& state) const
    {
        for (const QJsonValue time : timestamps) {
            state = updateLimiter(plainLimiter(), state, atSeconds(time.toDouble()), false);
        }
        return state.measuredRate;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QFile file(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/retry_vectors.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_tables = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(!m_tables.isEmpty());
    }

    void cubicGrowthAfterAThrottle() { followCubic("cubic-1"); }

    void cubicGrowthWithCutsOnTheWay() { followCubic("cubic-2"); }

    void theFirstThrottleStartsFromTheMeasuredRate()
    {
        const QJsonArray steps = table("cubic", "js-throttle-first")[QStringLiteral("steps")].toArray();
        QCOMPARE(steps.size(), 5);
        LimiterSpec spec = plainLimiter();
        spec.minFillRatePerSecond = 0.01; // the table shows the rate before the floor
        for (const QJsonValue step : steps) {
            const double time = step[QStringLiteral("timestamp")].toDouble();
            const LimiterState state = updateLimiter(spec, {}, atSeconds(time), true);
            QVERIFY(state.enabled);
            QVERIFY(isNear(state.fillRate, step[QStringLiteral("calculated_rate")].toDouble()));
        }
    }

    void measuresAndLearnsAsTheClientsDo()
    {
        const QJsonArray steps =
            m_tables[QStringLiteral("adaptive_end_to_end")][QStringLiteral("steps")].toArray();
        QVERIFY(steps.size() >= 17);
        LimiterState state;
        for (const QJsonValue step : steps) {
            const double time = step[QStringLiteral("timestamp")].toDouble();
            const bool throttled = step[QStringLiteral("response")] == QLatin1String("throttle");
            state = updateLimiter(plainLimiter(), state, atSeconds(time), throttled);
            QVERIFY2(isNear(state.measuredRate, step[QStringLiteral("measured_tx_rate")].toDouble()),
                     qPrintable(QStringLiteral("measured at %1 s: %2").arg(time).arg(state.measuredRate)));
            QVERIFY2(isNear(state.fillRate, step[QStringLiteral("fill_rate")].toDouble()),
                     qPrintable(QStringLiteral("filled at %1 s: %2").arg(time).arg(state.fillRate)));
        }
    }

    void measuresTheRateOfAnswers()
    {
        for (const char* id : {"clocker-1", "clocker-bucketing"}) {
            const QJsonObject clocker = table("rate_clocker", id);
            LimiterState state;
            QVERIFY(isNear(measuredAfter(clocker[QStringLiteral("timestamps")].toArray(), state),
                           clocker[QStringLiteral("measured")].toDouble()));
            if (const QJsonObject then = clocker[QStringLiteral("then")].toObject(); !then.isEmpty()) {
                QVERIFY(isNear(measuredAfter({then[QStringLiteral("timestamp")]}, state),
                               then[QStringLiteral("measured")].toDouble()));
            }
        }
    }

    void smoothsTheMeasuredRate()
    {
        LimiterState state;
        const QJsonObject constant = table("rate_clocker", "clocker-constant");
        const double rate = measuredAfter(constant[QStringLiteral("timestamps")].toArray(), state);
        QVERIFY(std::abs(rate - constant[QStringLiteral("measured_approx")].toDouble()) < 1e-6);

        const QJsonObject smoothing = table("rate_clocker", "clocker-smoothing");
        state = {};
        const double fast = measuredAfter(smoothing[QStringLiteral("timestamps")].toArray(), state);
        const double slow =
            measuredAfter({smoothing[QStringLiteral("then")][QStringLiteral("timestamp")]}, state);
        QVERIFY(fast > 1.99 && fast < 2.0);
        QVERIFY(slow > 0.1 && slow < 2.0);

        const QJsonObject together = table("rate_clocker", "clocker-same-instant");
        state = {};
        QVERIFY(measuredAfter(together[QStringLiteral("timestamps")].toArray(), state) >=
                together[QStringLiteral("measured_at_least")].toDouble());
    }

    void theRateIsAtMostTwiceTheMeasuredOne()
    {
        for (const char* id : {"rate-cap", "rate-no-cap"}) {
            const QJsonObject cap = table("rate_clocker", id);
            LimiterState state = filling(1, 1, 0);
            state.measuredRate = cap[QStringLiteral("measured")].toDouble();
            // At the plateau the cubic result is the rate before the cut.
            state.lastMaxRate = cap[QStringLiteral("cubic_result")].toDouble();
            const double plateau = std::cbrt(state.lastMaxRate * 0.3 / 0.4);
            state.lastThrottle = 100 - plateau;
            state.lastBucket = 100;
            state = updateLimiter(plainLimiter(), state, atSeconds(100), false);
            QVERIFY(isNear(state.fillRate, cap[QStringLiteral("token_rate")].toDouble()));
        }
    }

    void aFillingBucketLetsSendsPass()
    {
        const QJsonArray times =
            table("rate_token_bucket", "tb-rate10")[QStringLiteral("acquire_at")].toArray();
        QCOMPARE(times.size(), 5);
        LimiterState state = filling(10, 10, 0);
        for (const QJsonValue time : times) {
            const SendGrant grant = acquireSend(plainLimiter(), state, atSeconds(time.toDouble()));
            QCOMPARE(grant.delay, Duration::zero());
            state = grant.state;
        }
    }

    void anEmptyBucketMakesTheSendWait()
    {
        const SendGrant first = acquireSend(plainLimiter(), filling(10, 10, 0), atSeconds(0.1));
        QCOMPARE(first.delay, Duration::zero());
        QVERIFY(isNear(first.tokens, 1));
        const SendGrant second = acquireSend(plainLimiter(), first.state, atSeconds(0.15));
        QCOMPARE(second.delay, ms(50));
        const SendGrant third = acquireSend(plainLimiter(), second.state, atSeconds(0.300001));
        QCOMPARE(third.delay, Duration::zero());
    }

    void waitsGrowWithEachSendThatQueues()
    {
        LimiterState state = updateLimiter(plainLimiter(), {}, atSeconds(0), true);
        const SendGrant first = acquireSend(plainLimiter(), state, atSeconds(0.1));
        QVERIFY(isNear(first.tokens, 0.05));
        QCOMPARE(first.delay, ms(1900));
        const SendGrant second = acquireSend(plainLimiter(), first.state, atSeconds(0.1));
        QCOMPARE(second.delay, ms(3900));
    }

    void theWaitAfterAFirstThrottleIsThePublishedOne()
    {
        const QJsonArray steps = table("rate_token_bucket", "tb-js-delay")[QStringLiteral("steps")].toArray();
        QCOMPARE(steps.size(), 3);
        for (const QJsonValue step : steps) {
            const Instant now = atSeconds(step[QStringLiteral("t")].toDouble());
            const LimiterState state = updateLimiter(plainLimiter(), {}, now, true);
            const Duration delay = acquireSend(plainLimiter(), state, now).delay;
            QVERIFY(isNear(toSeconds(delay), step[QStringLiteral("wait_ms")].toDouble() / 1000));
        }
    }

    void aCostAboveOneWaitsForAllOfIt()
    {
        LimiterSpec spec = plainLimiter();
        spec.costPerAttempt = 5;
        QCOMPARE(acquireSend(spec, filling(1, 10, 0), atSeconds(0)).delay, ms(5000));
    }

    void theFillRateNeverFallsBelowItsFloor_data()
    {
        QTest::addColumn<double>("floor");
        QTest::addColumn<double>("measured");
        QTest::addColumn<double>("fillRate");
        QTest::newRow("aboveTheFloor") << 0.1 << 0.5 / 0.7 << 0.5;
        QTest::newRow("belowTheFloor") << 0.2 << 0.1 / 0.7 << 0.2;
        QTest::newRow("nothingMeasured") << 0.5 << 0.0 << 0.5;
    }

    void theFillRateNeverFallsBelowItsFloor()
    {
        QFETCH(double, floor);
        QFETCH(double, measured);
        QFETCH(double, fillRate);
        LimiterSpec spec = plainLimiter();
        spec.minFillRatePerSecond = floor;
        LimiterState state;
        state.measuredRate = measured;
        state = updateLimiter(spec, state, atSeconds(0), true);
        QVERIFY(isNear(state.fillRate, fillRate));
        QVERIFY(isNear(state.maxCapacity, 1));
    }

    void aSleepingLimiterNeverWaits()
    {
        LimiterState state;
        for (int i = 0; i < 100; ++i) {
            const SendGrant grant = acquireSend(plainLimiter(), state, atSeconds(0));
            QCOMPARE(grant.delay, Duration::zero());
            QVERIFY(grant.state == state);
            state = updateLimiter(plainLimiter(), grant.state, atSeconds(0.1 * i), false);
            QVERIFY(!state.enabled);
        }
    }

    void theTokensThatAreThereAtFirstAreSpentAtOnce()
    {
        LimiterSpec spec = plainLimiter();
        spec.startTokens = 1;
        const LimiterState awake = updateLimiter(spec, {}, atSeconds(0), true);
        const SendGrant first = acquireSend(spec, awake, atSeconds(0));
        QCOMPARE(first.delay, Duration::zero());
        QVERIFY(acquireSend(spec, first.state, atSeconds(0)).delay > Duration::zero());
        const LimiterState again = updateLimiter(spec, first.state, atSeconds(0), true);
        QVERIFY(acquireSend(spec, again, atSeconds(0)).delay > Duration::zero()); // only the first time
    }

    void onceThrottledItStaysAwake()
    {
        LimiterState state = updateLimiter(plainLimiter(), {}, atSeconds(1), true);
        for (int i = 0; i < 1000; ++i) {
            state = updateLimiter(plainLimiter(), state, atSeconds(2 + i), false);
        }
        QVERIFY(state.enabled);
        QVERIFY(state.capacity <= state.maxCapacity);
    }

    void aClockThatStandsStillOrJumpsBackTakesNothingAway()
    {
        const LimiterState state = acquireSend(plainLimiter(), filling(10, 10, 5), atSeconds(100)).state;
        const SendGrant back = acquireSend(plainLimiter(), state, atSeconds(50));
        QVERIFY(isNear(back.tokens, state.capacity));
    }

    void aClientThatFailsInsteadOfWaitingFailsOnlyBelowTheCost()
    {
        LimiterSpec spec = plainLimiter();
        spec.whenEmpty = WhenLimited::Fail;
        QVERIFY(!acquireSend(spec, filling(0, 10, spec.costPerAttempt), atSeconds(0)).isRefused);
        QVERIFY(!acquireSend(spec, filling(0, 10, 10), atSeconds(0)).isRefused);
        QVERIFY(acquireSend(spec, filling(0, 10, spec.costPerAttempt / 2), atSeconds(0)).isRefused);
    }

    void whatIsMoreThanTheNewMaximumIsLost()
    {
        LimiterState state = filling(10, 100, 100);
        state.measuredRate = 4;
        state = updateLimiter(plainLimiter(), state, atSeconds(0), true);
        QVERIFY(state.maxCapacity < 100);
        QCOMPARE(state.capacity, state.maxCapacity);
    }

    /// A state that was moved along may lie beside the grid of time buckets.
    void halfABucketIsTooShortToMeasure()
    {
        LimiterState state;
        state.lastBucket = plainLimiter().timeBucketSeconds / 2;
        state.measuredRate = 3;
        const LimiterState after =
            updateLimiter(plainLimiter(), state, atSeconds(plainLimiter().timeBucketSeconds), false);
        QCOMPARE(after.measuredRate, 3.0);
        QCOMPARE(after.requestsInBucket, 1);
    }

    void aStateMovedInTimeGoesOnAsBefore()
    {
        LimiterState state = filling(10, 10, 5);
        state.lastRefill = state.lastBucket = state.lastThrottle = 20;
        const LimiterState moved = shifted(state, std::chrono::seconds{15});
        QCOMPARE(*moved.lastRefill, 5.0);
        QCOMPARE(moved.lastBucket, 5.0);
        QCOMPARE(moved.lastThrottle, 5.0);
        state.lastRefill.reset();
        QVERIFY(!shifted(state, std::chrono::seconds{15}).lastRefill);
    }

    void absurdWaitsStayFinite()
    {
        LimiterState state = filling(1e-300, 1, -1e300);
        const SendGrant grant = acquireSend(plainLimiter(), state, atSeconds(0));
        QVERIFY(grant.delay > Duration::zero());
        QVERIFY(grant.delay < std::chrono::hours{24 * 366 * 101});
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstRateLimiter)

#include "tst_rate_limiter.moc"
