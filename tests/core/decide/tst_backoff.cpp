// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/backoff.h"
#include "core/run/seeded_dice.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <cmath>
#include <limits>

namespace retryscope::test {

namespace {

BackoffSpec exponential(double baseMs, double factor, Jitter jitter)
{
    return {.type = BackoffType::Exponential,
            .base = {.byDefault = ms(baseMs)},
            .factor = factor,
            .jitter = jitter};
}

BackoffSpec capped(double baseMs, double capMs, CapApplies applies, Jitter jitter)
{
    BackoffSpec spec = exponential(baseMs, 2, jitter);
    spec.cap = ms(capMs);
    spec.capApplies = applies;
    return spec;
}

BackoffComputed computed(const BackoffSpec& spec, int retry, double draw, double previousMs = 0)
{
    return computeBackoff(spec, retry, ErrorKind::Transient, draw, {.delay = ms(previousMs)});
}

} // namespace

class TstBackoff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listedDelaysComeOneAfterTheOther()
    {
        const BackoffSpec spec{.type = BackoffType::Listed, .delays = {ms(100), ms(500), ms(1500)}};
        QCOMPARE(computed(spec, 1, 0.5).result, ms(100));
        QCOMPARE(computed(spec, 2, 0.5).result, ms(500));
        QCOMPARE(computed(spec, 3, 0.5).result, ms(1500));
        QCOMPARE(computed(spec, 9, 0.5).result, ms(1500)); // the last one repeats
    }

    void linearDelaysGrowByTheBase()
    {
        BackoffSpec spec{.type = BackoffType::Linear, .base = {.byDefault = ms(100)}};
        QCOMPARE(computed(spec, 1, 0.5).result, ms(100));
        QCOMPARE(computed(spec, 3, 0.5).result, ms(300));
        spec.exponentStart = 1;
        spec.cap = ms(350);
        QCOMPARE(computed(spec, 1, 0.5).result, ms(200));
        QCOMPARE(computed(spec, 3, 0.5).result, ms(350));
    }

    void jitterMayLieOnOneSide()
    {
        BackoffSpec spec = exponential(200, 2, Jitter::Above);
        spec.spread = 0.2;
        QCOMPARE(computed(spec, 2, 0.5).result, ms(440));
        QCOMPARE(computed(spec, 2, 0.5).low, ms(400));
        QCOMPARE(computed(spec, 2, 0.5).high, ms(480));
        spec.jitter = Jitter::Below;
        spec.spread = 0.25;
        QCOMPARE(computed(spec, 2, 0.5).low, ms(300));
        QCOMPARE(computed(spec, 2, 0.5).result, ms(350));
        QCOMPARE(computed(spec, 2, 0.5).high, ms(400));
        spec.jitter = Jitter::Plus;
        spec.noise = ms(100);
        spec.cap = ms(300);
        QCOMPARE(computed(spec, 2, 0.5).low, ms(300));
        QCOMPARE(computed(spec, 2, 0.5).result, ms(350));
        QCOMPARE(computed(spec, 2, 0.5).high, ms(400)); // the noise comes on top of the cap
        spec.capApplies = CapApplies::AfterJitter;
        QCOMPARE(computed(spec, 2, 0.5).high, ms(300));
    }

    void noDelayIsShorterThanTheFloor()
    {
        BackoffSpec spec = exponential(250, 2, Jitter::Equal);
        spec.floor = ms(500);
        QCOMPARE(computed(spec, 1, 0.9).result, ms(500));
        QCOMPARE(computed(spec, 2, 0).result, ms(500));
        QCOMPARE(computed(spec, 3, 0.5).low, ms(500));
        QCOMPARE(computed(spec, 3, 0.5).result, ms(750));
    }

    void followsTheFormulaOfThePolicy_data()
    {
        QTest::addColumn<BackoffSpec>("spec");
        QTest::addColumn<int>("retry");
        QTest::addColumn<double>("draw");
        QTest::addColumn<double>("previous");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("result");
        const auto row = [](const char* name, const BackoffSpec& spec, int retry, double draw, double low,
                            double high, double result, double previous = 0) {
            QTest::newRow(name) << spec << retry << draw << previous << low << high << result;
        };
        const BackoffSpec none = exponential(100, 2, Jitter::None);
        row("firstDelayIsTheBase", none, 1, 0.5, 100, 100, 100);
        row("doublesEachTime", none, 4, 0.5, 800, 800, 800);
        BackoffSpec later = none;
        later.exponentStart = 1;
        row("exponentCanStartLater", later, 1, 0.5, 200, 200, 200);

        BackoffSpec around = exponential(100, 2, Jitter::Around);
        around.spread = 0.2;
        row("aroundTheDelay", around, 2, 0.75, 160, 240, 220);
        around.firstWithoutJitter = true;
        row("theFirstMayBeExact", around, 1, 0.75, 100, 100, 100);
        row("theSecondIsDrawn", around, 2, 0, 160, 240, 160);

        BackoffSpec quarter = exponential(100, 4, Jitter::Full);
        row("factorFourFromExponentZero1", quarter, 1, 0.25, 0, 100, 25);
        row("factorFourFromExponentZero3", quarter, 3, 0.25, 0, 1600, 400);
        quarter.exponentStart = 1;
        row("factorFourFromExponentOne1", quarter, 1, 0.5, 0, 400, 200);
        row("factorFourFromExponentOne2", quarter, 2, 0.5, 0, 1600, 800);
        row("factorFourFromExponentOne3", quarter, 3, 0.5, 0, 6400, 3200);

        row("fullJitterStartsAtZero", exponential(100, 2, Jitter::Full), 2, 0, 0, 200, 0);
        row("equalJitterKeepsHalf", exponential(100, 2, Jitter::Equal), 2, 0.5, 100, 200, 150);
        row("decorrelatedFirst", exponential(100, 2, Jitter::Decorrelated), 1, 0.5, 100, 300, 200);
        row("decorrelatedLater", exponential(100, 2, Jitter::Decorrelated), 2, 0.5, 100, 900, 500, 300);
        row("decorrelatedNeverBelowItsBase", exponential(100, 2, Jitter::Decorrelated), 2, 1, 100, 300, 300,
            1);

        row("capBeforeJitter", capped(100, 150, CapApplies::BeforeJitter, Jitter::Full), 2, 0.5, 0, 150, 75);
        row("capAfterJitter", capped(100, 150, CapApplies::AfterJitter, Jitter::Full), 2, 0.5, 0, 150, 100);
        row("capAfterJitterCuts", capped(100, 150, CapApplies::AfterJitter, Jitter::Full), 2, 0.9, 0, 150,
            150);
        row("capWithoutJitter", capped(100, 150, CapApplies::BeforeJitter, Jitter::None), 9, 0, 150, 150,
            150);
        row("capOfDecorrelated", capped(100, 150, CapApplies::BeforeJitter, Jitter::Decorrelated), 3, 0.9,
            100, 150, 150, 150);
        row("zeroBase", exponential(0, 2, Jitter::Full), 5, 0.9, 0, 0, 0);
    }

    void followsTheFormulaOfThePolicy()
    {
        QFETCH(BackoffSpec, spec);
        QFETCH(int, retry);
        QFETCH(double, draw);
        QFETCH(double, previous);
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(double, result);
        const BackoffComputed found = computed(spec, retry, draw, previous);
        QCOMPARE(found.low, ms(low));
        QCOMPARE(found.high, ms(high));
        QCOMPARE(found.result, ms(result));
        QVERIFY(!found.atOnce);
    }

    void kindsCanHaveABaseOfTheirOwn()
    {
        BackoffSpec spec = exponential(50, 2, Jitter::None);
        spec.base.byKind[ErrorKind::Throttling] = ms(1000);
        QCOMPARE(computeBackoff(spec, 2, ErrorKind::Throttling, 0, {}).result, ms(2000));
        QCOMPARE(computeBackoff(spec, 2, ErrorKind::Server, 0, {}).result, ms(100));
    }

    void withoutABackoffTheRetryIsAtOnce()
    {
        const BackoffComputed found = computed({.type = BackoffType::None}, 3, 0.9);
        QVERIFY(found.atOnce);
        QCOMPARE(found.high, Duration::zero());
        QCOMPARE(found.result, Duration::zero());
    }

    void theFirstRetryAtOnceDoesNotShiftTheExponent()
    {
        BackoffSpec spec = exponential(25, 2, Jitter::None);
        spec.firstRetryAtOnce = true;
        QVERIFY(computed(spec, 1, 0.5).atOnce);
        QCOMPARE(computed(spec, 1, 0.5).result, Duration::zero());
        QCOMPARE(computed(spec, 2, 0.5).result, ms(50));
        QCOMPARE(computed(spec, 3, 0.5).result, ms(100));
    }

    void theFindingHoldsTheNumbersOfTheFormula()
    {
        BackoffSpec spec = capped(100, 20000, CapApplies::AfterJitter, Jitter::Equal);
        spec.exponentStart = 1;
        const BackoffComputed found = computed(spec, 3, 0.25);
        const BackoffComputed expected{.kind = ErrorKind::Transient,
                                       .base = ms(100),
                                       .factor = 2,
                                       .exponent = 3,
                                       .cap = ms(20000),
                                       .capApplies = CapApplies::AfterJitter,
                                       .jitter = Jitter::Equal,
                                       .draw = 0.25,
                                       .low = ms(400),
                                       .high = ms(800),
                                       .result = ms(500)};
        QVERIFY(found == expected);
    }

    void absurdNumbersSaturate_data()
    {
        QTest::addColumn<int>("retry");
        QTest::addColumn<double>("factor");
        constexpr int kLargest = std::numeric_limits<int>::max();
        QTest::newRow("manyRetries") << 100'000 << 2.0;
        QTest::newRow("mostRetries") << kLargest << 10.0;
        QTest::newRow("largeFactor") << 3 << 1e300;
        QTest::newRow("factorOne") << kLargest << 1.0;
        QTest::newRow("retryZero") << 0 << 2.0;
        QTest::newRow("negativeRetry") << std::numeric_limits<int>::min() << 2.0;
    }

    void absurdNumbersSaturate()
    {
        QFETCH(int, retry);
        QFETCH(double, factor);
        const Duration longest = std::chrono::hours{24 * 366 * 100};
        for (const Jitter jitter :
             {Jitter::None, Jitter::Full, Jitter::Equal, Jitter::Decorrelated, Jitter::DecorrelatedV2}) {
            const BackoffComputed found = computed(exponential(100, factor, jitter), retry, 0.5);
            QVERIFY(found.low >= Duration::zero());
            QVERIFY(found.low <= found.result && found.result <= found.high);
            QVERIFY(found.high <= longest);
        }
    }

    /// Polly, RetryHelper.cs, with a delay of 2 s; the numbers are those of its formula.
    void decorrelatedV2IsWhatPollyDraws_data()
    {
        QTest::addColumn<int>("retry");
        QTest::addColumn<double>("before");
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("result");
        QTest::newRow("first") << 1 << 0.0 << 2754.36 << 1794.81;
        QTest::newRow("first, whatever was before") << 1 << 0.9 << 2754.36 << 1794.81;
        QTest::newRow("second") << 2 << 0.5 << 5674.50 << 2186.01;
        QTest::newRow("third") << 3 << 0.5 << 8651.83 << 4071.50;
    }
    void decorrelatedV2IsWhatPollyDraws()
    {
        QFETCH(const int, retry);
        QFETCH(const double, before);
        QFETCH(const double, high);
        QFETCH(const double, result);
        BackoffSpec spec = exponential(2000, 2, Jitter::DecorrelatedV2);
        const auto drawn = [&](double draw, double drawBefore) {
            return computeBackoff(spec, retry, ErrorKind::Transient, draw, {.draw = drawBefore});
        };
        const BackoffComputed found = drawn(0.5, before);
        QCOMPARE(found.low, ms(0));
        QVERIFY(std::abs(toMilliseconds(found.high) - high) < 0.01);
        QVERIFY2(std::abs(toMilliseconds(found.result) - result) < 0.01,
                 qPrintable(QString::number(toMilliseconds(found.result))));
        for (const double draw : {0.0, 0.3, 0.999}) {
            for (const double drawBefore : {0.0, 0.7, 0.999}) {
                QVERIFY(drawn(draw, drawBefore).result >= found.low);
                QVERIFY(drawn(draw, drawBefore).result <= found.high);
            }
        }
        spec.cap = ms(1000);
        QCOMPARE(drawn(0.5, before).result, ms(1000));
        QCOMPARE(drawn(0.5, before).high, ms(1000));
    }

    void noDelayIsLongerThanAHundredYears()
    {
        const Duration longest = fromMilliseconds(100.0 * 365.25 * 24 * 3600 * 1000);
        QCOMPARE(computed(exponential(1000, 2, Jitter::None), 200, 0.5).result, longest);
        QCOMPARE(computed(capped(1000, 1e15, CapApplies::AfterJitter, Jitter::Full), 200, 1).result, longest);
    }

    void anyFactorAndAnyBaseGrowsByItself()
    {
        QCOMPARE(computed(exponential(1, 2, Jitter::None), 3, 0.5).result, ms(4));
        QCOMPARE(computed(exponential(10, 3, Jitter::None), 3, 0.5).result, ms(90));
    }

    void aFirstDelayThatIsExactSaysSo()
    {
        BackoffSpec spec = exponential(100, 2, Jitter::Equal);
        spec.firstWithoutJitter = true;
        QVERIFY(computed(spec, 1, 0.5).jitter == Jitter::None);
        QVERIFY(computed(spec, 2, 0.5).jitter == Jitter::Equal);
    }

    void everyDelayLiesWithinItsWindow()
    {
        int number = 0;
        const auto draw = [&number] {
            return seededDraw(7, 1, 1, ++number);
        };
        const auto choice = [&draw](int count) {
            return static_cast<int>(draw() * count);
        };
        for (int i = 0; i < 20'000; ++i) {
            BackoffSpec spec = exponential(draw() * 2000, 1 + draw() * 5, static_cast<Jitter>(choice(4)));
            spec.exponentStart = choice(4);
            spec.firstRetryAtOnce = choice(8) == 0;
            if (choice(2) == 0) {
                spec.cap = ms(draw() * 20000);
            }
            spec.capApplies = static_cast<CapApplies>(choice(2));
            const double previous = draw() * 20000;
            const BackoffComputed found = computed(spec, choice(40), draw(), previous);
            QVERIFY(Duration::zero() <= found.low);
            QVERIFY(found.low <= found.result);
            QVERIFY(found.result <= found.high);
            QVERIFY(!spec.cap || found.high <= *spec.cap);
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstBackoff)

#include "tst_backoff.moc"
