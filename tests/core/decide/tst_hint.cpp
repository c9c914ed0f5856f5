// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/hint.h"
#include "core/facts/http_date.h"
#include "core/policy/hint_value.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

const WallTime kNow{1767225600000}; // 2026-01-01T00:00:00Z

HintSpec hint(HintUnit unit, HintBounds bounds, std::optional<Duration> cap = std::nullopt)
{
    return {.header = "retry-after", .unit = unit, .bounds = bounds, .cap = cap};
}

/// A backoff drawn as `result` from `0 … high`.
BackoffComputed drawn(double resultMs, double highMs)
{
    return {.low = ms(0), .high = ms(highMs), .result = ms(resultMs)};
}

HintedDelay applied(const HintSpec& spec, const std::string& text, const BackoffComputed& backoff)
{
    return applyHints({spec}, response(503, {{"Retry-After", text}}), backoff, kNow);
}

} // namespace

class TstHint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFractionIsReadWhereTheClientReadsOne()
    {
        HintSpec spec = hint(HintUnit::Seconds, HintBounds::Replace);
        spec.decimals = true;
        QCOMPARE(applied(spec, "1.5", drawn(10, 20)).result, ms(1500));
        QCOMPARE(applied(spec, "0.0005", drawn(10, 20)).result, ms(0));
        QVERIFY(!applied(spec, "1.", drawn(10, 20)).findings.front().asked);
        QVERIFY(!applied(spec, "1e1", drawn(10, 20)).findings.front().asked);
        QVERIFY(!applied(spec, "1.5s", drawn(10, 20)).findings.front().asked);
        QVERIFY(!applied(spec, "x.5", drawn(10, 20)).findings.front().asked);
    }

    void zeroMayCountAsNone()
    {
        HintSpec spec = hint(HintUnit::Seconds, HintBounds::Replace);
        spec.zeroMeansNone = true;
        const HintedDelay delay = applied(spec, "0", drawn(10, 20));
        QCOMPARE(delay.result, ms(10));
        QVERIFY(delay.findings.empty());
        QCOMPARE(applied(spec, "1", drawn(10, 20)).result, ms(1000));
    }

    void aNumberMayHaveASign()
    {
        HintSpec spec = hint(HintUnit::Seconds, HintBounds::Replace);
        spec.isSigned = true;
        QCOMPARE(applied(spec, "1.5", drawn(10, 20)).result, ms(1500));
        QCOMPARE(applied(spec, "+2e0", drawn(10, 20)).result, ms(2000));
        QCOMPARE(applied(spec, "-3", drawn(10, 20)).result, ms(0));
        QVERIFY(!applied(spec, "3s", drawn(10, 20)).findings.front().asked);
        QVERIFY(!applied(spec, "inf", drawn(10, 20)).findings.front().asked);
        QVERIFY(applied(spec, " ", drawn(10, 20)).findings.empty()); // an empty text is no header
        spec.zeroMeansNone = true;
        QVERIFY(applied(spec, "-0", drawn(10, 20)).findings.empty());
        QCOMPARE(applied(spec, "-3", drawn(10, 20)).result, ms(0)); // which is none, but at once
        spec.leading = true;
        QCOMPARE(applied(spec, "3s", drawn(10, 20)).result, ms(3000));
        spec.isSigned = false;
        QVERIFY(!applied(spec, "-3", drawn(10, 20)).findings.front().asked);
    }

    void aHintOutsideItsBoundsCountsAsNone()
    {
        HintSpec spec = hint(HintUnit::Seconds, HintBounds::Replace);
        spec.ignoreBelow = ms(2000);
        spec.ignoreAbove = ms(60000);
        QVERIFY(applied(spec, "1", drawn(10, 20)).findings.empty());
        QCOMPARE(applied(spec, "2", drawn(10, 20)).result, ms(2000));
        QCOMPARE(applied(spec, "60", drawn(10, 20)).result, ms(60000));
        const HintedDelay ignored = applied(spec, "61", drawn(10, 20));
        QVERIFY(ignored.findings.empty());
        QCOMPARE(ignored.result, ms(10));
    }

    void aHintThatIsTooLongForbidsTheRetry()
    {
        HintSpec spec = hint(HintUnit::Seconds, HintBounds::Replace);
        spec.forbidsAbove = ms(60000);
        QVERIFY(!applied(spec, "60", drawn(10, 20)).isForbidden);
        QVERIFY(applied(spec, "61", drawn(10, 20)).findings.front().forbids);
        QVERIFY(applied(spec, "61", drawn(10, 20)).isForbidden);
        HintSpec timed = hint(HintUnit::Seconds, HintBounds::Replace);
        timed.forbidsAboveTimeout = true;
        const AttemptFacts facts = response(503, {{"Retry-After", "3"}});
        QVERIFY(!applyHints({timed}, facts, drawn(10, 20), kNow).isForbidden);
        QVERIFY(!applyHints({timed}, facts, drawn(10, 20), kNow, ms(3000)).isForbidden);
        QVERIFY(applyHints({timed}, facts, drawn(10, 20), kNow, ms(2999)).isForbidden);
    }

    void aTimerThatCannotCountSoFarRunsOutAtOnce()
    {
        HintSpec spec = hint(HintUnit::Milliseconds, HintBounds::Replace);
        spec.atOnceAbove = ms(2147483647);
        QCOMPARE(applied(spec, "2147483647", drawn(10, 20)).result, ms(2147483647));
        QCOMPARE(applied(spec, "2147483648", drawn(10, 20)).result, ms(0));
    }

    void whatCannotBeReadMayMeanADelay()
    {
        HintSpec spec = hint(HintUnit::Seconds, HintBounds::Replace);
        spec.unreadableMeans = ms(0);
        const HintedDelay delay = applied(spec, "soon", drawn(10, 20));
        QCOMPARE(delay.result, ms(0));
        QCOMPARE(delay.high, ms(0));
        QVERIFY(!delay.isForbidden);
        QVERIFY(!delay.findings.front().asked);
    }

    void jitterMayComeOnTopOfAHint()
    {
        HintSpec spec = hint(HintUnit::Seconds, HintBounds::LowerBound);
        spec.spread = 0.2;
        BackoffComputed backoff = drawn(220, 240); // 200 ms and up to a fifth
        backoff.low = ms(200);
        backoff.draw = 0.5;
        const HintedDelay delay = applied(spec, "1", backoff);
        QCOMPARE(delay.result, ms(1100));
        QCOMPARE(delay.low, ms(1000));
        QCOMPARE(delay.high, ms(1200));
        QCOMPARE(applied(spec, "0", backoff).result, ms(220));
        spec.spread = 0;
        spec.noise = ms(50);
        QCOMPARE(applied(spec, "1", backoff).result, ms(1025));
    }

    void aHintMayHoldForSomeStatusesOnly()
    {
        HintSpec spec = hint(HintUnit::Seconds, HintBounds::Replace);
        spec.statusIn = {{429, 429}};
        QCOMPARE(applied(spec, "1", drawn(10, 20)).result, ms(10));
        QVERIFY(!bringsHint({spec}, response(503, {{"Retry-After", "1"}})));
        QVERIFY(bringsHint({spec}, response(429, {{"Retry-After", "1"}})));
        QVERIFY(!bringsHint({spec}, response(429, {{"Retry-After", "soon"}})));
        QVERIFY(!bringsHint({spec}, response(429)));
        spec.unit = HintUnit::SecondsOrDate;
        QVERIFY(bringsHint({spec}, response(429, {{"Retry-After", httpDate(kNow)}})));
    }

    void ofHintsThatHideOthersTheFirstOfTheResponseDecides()
    {
        HintSpec seconds = hint(HintUnit::Seconds, HintBounds::Replace);
        HintSpec own{.header = "x-wait", .unit = HintUnit::Milliseconds, .bounds = HintBounds::Replace};
        seconds.hidesOthers = own.hidesOthers = true;
        const auto delayFor = [&](const std::vector<Header>& headers) {
            return applyHints({seconds, own}, response(503, headers), drawn(10, 20), kNow).result;
        };
        QCOMPARE(delayFor({{"x-wait", "7"}, {"Retry-After", "1"}}), ms(7));
        QCOMPARE(delayFor({{"Retry-After", "1"}, {"x-wait", "7"}}), ms(1000));
        QCOMPARE(delayFor({{"Retry-After", "soon"}, {"x-wait", "7"}}), ms(10));
        seconds.hidesOthers = false; // it is asked first where both are there, wherever it stands
        QCOMPARE(delayFor({{"Retry-After", "soon"}, {"x-wait", "7"}}), ms(7));
        QCOMPARE(delayFor({{"Retry-After", "1"}, {"x-wait", "7"}}), ms(1000));
    }

    void whatIsNoNumberMayForbidTheRetry()
    {
        HintSpec spec = hint(HintUnit::Milliseconds, HintBounds::Replace);
        QVERIFY(!applied(spec, "-1", drawn(10, 20)).isForbidden);
        spec.unreadableForbids = true;
        QVERIFY(applied(spec, "-1", drawn(10, 20)).isForbidden);
        QVERIFY(!applied(spec, "0", drawn(10, 20)).isForbidden);
        const HintSpec next{
            .header = "x-wait", .unit = HintUnit::Milliseconds, .bounds = HintBounds::Replace};
        const HintedDelay delay = applyHints(
            {spec, next}, response(503, {{"Retry-After", "-1"}, {"x-wait", "7"}}), drawn(10, 20), kNow);
        QVERIFY(delay.isForbidden); // what another header asks for makes no difference
        QCOMPARE(delay.findings.size(), std::size_t{1});
    }

    void readsTheHeaderInItsUnit_data()
    {
        QTest::addColumn<int>("unit");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("asked"); // milliseconds; -1: not readable
        const auto row = [](const char* name, HintUnit unit, const QByteArray& text, double asked) {
            QTest::newRow(name) << static_cast<int>(unit) << text << asked;
        };
        constexpr double kLongest = 3'155'760'000.0 * 1000; // a hundred years
        const QByteArray inAMinute = QByteArray::fromStdString(httpDate(kNow + std::chrono::minutes{1}));
        const QByteArray aMinuteAgo = QByteArray::fromStdString(httpDate(kNow - std::chrono::minutes{1}));
        row("seconds", HintUnit::Seconds, "2", 2000);
        row("zero", HintUnit::Seconds, "0", 0);
        row("milliseconds", HintUnit::Milliseconds, "1500", 1500);
        row("hugeNumberIsCut", HintUnit::Seconds, "9223372036854775807", kLongest);
        row("numberBeyondAllBounds", HintUnit::Seconds, "99999999999999999999", -1);
        row("negative", HintUnit::Seconds, "-1", -1);
        row("minutes", HintUnit::TimeSpan, "6m0s", 360000);
        row("fractionOfASecond", HintUnit::TimeSpan, "1.5s", 1500);
        row("shortTime", HintUnit::TimeSpan, "20ms", 20);
        row("longTime", HintUnit::TimeSpan, "1h2m3s", 3723000);
        row("timeWithoutUnit", HintUnit::TimeSpan, "6", -1);
        row("timeOfNoUnit", HintUnit::TimeSpan, "6d", -1);
        row("noTime", HintUnit::TimeSpan, "", -1);
        row("negativeTime", HintUnit::TimeSpan, "-1s", -1);
        row("epoch", HintUnit::EpochSeconds, "1767225660", 60000);
        row("epochThatPassed", HintUnit::EpochSeconds, "1767225540", 0);
        row("noEpoch", HintUnit::EpochSeconds, "soon", -1);
        row("timestamp", HintUnit::Timestamp, "2026-01-01T00:01:00Z", 60000);
        row("timestampWithAFraction", HintUnit::Timestamp, "2026-01-01T00:01:00.25Z", 60250);
        row("timestampElsewhere", HintUnit::Timestamp, "2026-01-01T02:01:00+02:00", 60000);
        row("timestampThatPassed", HintUnit::Timestamp, "2025-12-31T23:59:00Z", 0);
        row("dayThatIsNone", HintUnit::Timestamp, "2026-02-30T00:00:00Z", -1);
        row("timestampWithoutAZone", HintUnit::Timestamp, "2026-01-01T00:01:00", -1);
        row("timestampBehindUtc", HintUnit::Timestamp, "2025-12-31T19:31:00-04:30", 60000);
        row("timestampInSmallLetters", HintUnit::Timestamp, "2026-01-01t00:01:00z", 60000);
        row("timestampWithABlank", HintUnit::Timestamp, "2026-01-01 00:01:00Z", 60000);
        row("leapSecond", HintUnit::Timestamp, "2026-01-01T00:00:60Z", 60000);
        row("dotWithoutAFraction", HintUnit::Timestamp, "2026-01-01T00:01:00.Z", 60000);
        // Each part is looked at where RFC 3339 has it, and none is read past the end.
        row("timestampOfTheYear", HintUnit::Timestamp, "202x-01-01T00:01:00Z", -1);
        row("timestampOfTheMonth", HintUnit::Timestamp, "2026-/1-01T00:01:00Z", -1);
        row("timestampOfTheDay", HintUnit::Timestamp, "2026-01-:1T00:01:00Z", -1);
        row("timestampOfTheHour", HintUnit::Timestamp, "2026-01-01T-1:01:00Z", -1);
        row("timestampOfTheMinute", HintUnit::Timestamp, "2026-01-01T00:xx:00Z", -1);
        row("timestampOfTheSecond", HintUnit::Timestamp, "2026-01-01T00:01:0", -1);
        row("timestampWithoutItsFirstDash", HintUnit::Timestamp, "2026/01-01T00:01:00Z", -1);
        row("timestampWithoutItsSecondDash", HintUnit::Timestamp, "2026-01/01T00:01:00Z", -1);
        row("timestampWithoutItsT", HintUnit::Timestamp, "2026-01-01_00:01:00Z", -1);
        row("timestampWithoutItsFirstColon", HintUnit::Timestamp, "2026-01-01T00.01:00Z", -1);
        row("timestampWithoutItsSecondColon", HintUnit::Timestamp, "2026-01-01T00:01.00Z", -1);
        row("hour24", HintUnit::Timestamp, "2026-01-01T24:00:00Z", -1);
        row("minute60", HintUnit::Timestamp, "2026-01-01T00:60:00Z", -1);
        row("second61", HintUnit::Timestamp, "2026-01-01T00:00:61Z", -1);
        row("zoneWithoutASign", HintUnit::Timestamp, "2026-01-01T00:01:00 02:00", -1);
        row("zoneWithoutItsColon", HintUnit::Timestamp, "2026-01-01T00:01:00+02.00", -1);
        row("zoneOfLetters", HintUnit::Timestamp, "2026-01-01T00:01:00+aa:00", -1);
        row("zoneOfTooFewDigits", HintUnit::Timestamp, "2026-01-01T00:01:00+02:0", -1);
        row("zoneOfTooManyDigits", HintUnit::Timestamp, "2026-01-01T00:01:00+02:000", -1);
        row("zoneOfLettersInItsMinutes", HintUnit::Timestamp, "2026-01-01T00:01:00+02:xx", -1);
        row("numberBeyondAllBoundsWithAUnit", HintUnit::TimeSpan, "1e999s", -1);
        row("unitWithoutANumber", HintUnit::TimeSpan, "s", -1);
        row("secondsBesideEpoch", HintUnit::SecondsDateOrEpoch, "60", 60000);
        row("epochBesideSeconds", HintUnit::SecondsDateOrEpoch, "1767225660", 60000);
        row("dateBesideSeconds", HintUnit::SecondsDateOrEpoch, inAMinute, 60000);
        row("fraction", HintUnit::Seconds, "1.5", -1);
        row("unit", HintUnit::Seconds, "2s", -1);
        row("blanksAroundIt", HintUnit::Seconds, " 2 ", 2000);
        row("empty", HintUnit::Seconds, "", -1);
        row("junk", HintUnit::Seconds, "soon", -1);
        row("dateForSeconds", HintUnit::Seconds, inAMinute, -1);
        row("date", HintUnit::Date, inAMinute, 60000);
        row("dateInThePast", HintUnit::Date, aMinuteAgo, 0);
        row("farDateIsCut", HintUnit::Date, "Fri, 31 Dec 9999 23:59:59 GMT", kLongest);
        row("secondsForADate", HintUnit::Date, "2", -1);
        row("eitherSeconds", HintUnit::SecondsOrDate, "2", 2000);
        row("eitherDate", HintUnit::SecondsOrDate, inAMinute, 60000);
        row("eitherJunk", HintUnit::SecondsOrDate, "2 minutes", -1);
    }

    void readsTheHeaderInItsUnit()
    {
        QFETCH(int, unit);
        QFETCH(QByteArray, text);
        QFETCH(double, asked);
        const HintedDelay found = applied(hint(static_cast<HintUnit>(unit), HintBounds::Replace),
                                          text.toStdString(), drawn(7, 100));
        QCOMPARE(found.findings.size(), std::size_t{1});
        const HintApplied& finding = found.findings.front();
        QCOMPARE(finding.text, text.toStdString());
        if (asked < 0) {
            QVERIFY(!finding.asked);
            QCOMPARE(found.result, ms(7));
            QCOMPARE(found.high, ms(100));
        } else {
            QCOMPARE(*finding.asked, ms(asked));
            QCOMPARE(found.result, ms(asked));
        }
    }

    void holdsTheHintWithinItsBounds_data()
    {
        QTest::addColumn<HintSpec>("spec");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("result");
        QTest::addColumn<double>("high");
        const auto row = [](const char* name, const HintSpec& spec, const char* text, double low,
                            double result, double high) {
            QTest::newRow(name) << spec << QByteArray(text) << low << result << high;
        };
        // The own backoff is 400 ms, drawn from 0 to 1000 ms.
        const auto bounds = [](HintBounds value, std::optional<Duration> cap = std::nullopt) {
            return hint(HintUnit::Milliseconds, value, cap);
        };
        row("lowerBoundAbove", bounds(HintBounds::LowerBound), "700", 700, 700, 1000);
        row("lowerBoundBelow", bounds(HintBounds::LowerBound), "300", 300, 400, 1000);
        row("lowerBoundFarAbove", bounds(HintBounds::LowerBound), "9000", 9000, 9000, 9000);
        row("lowerBoundCapped", bounds(HintBounds::LowerBound, ms(500)), "9000", 500, 500, 1000);
        row("replaceShorter", bounds(HintBounds::Replace), "0", 0, 0, 0);
        row("replaceLonger", bounds(HintBounds::Replace), "9000", 9000, 9000, 9000);
        row("replaceCapped", bounds(HintBounds::Replace, ms(5000)), "9000", 5000, 5000, 5000);
        row("within5sInside", bounds(HintBounds::Within5s), "3000", 3000, 3000, 3000);
        row("within5sAbove", bounds(HintBounds::Within5s), "60000", 5000, 5400, 6000);
        row("within5sBelow", bounds(HintBounds::Within5s), "100", 100, 400, 1000);
    }

    void holdsTheHintWithinItsBounds()
    {
        QFETCH(HintSpec, spec);
        QFETCH(QByteArray, text);
        QFETCH(double, low);
        QFETCH(double, result);
        QFETCH(double, high);
        const HintedDelay found = applied(spec, text.toStdString(), drawn(400, 1000));
        QCOMPARE(found.low, ms(low));
        QCOMPARE(found.result, ms(result));
        QCOMPARE(found.high, ms(high));
        QCOMPARE(found.findings.back().applied, ms(result));
    }

    void theFindingNamesItsBounds()
    {
        const HintedDelay found =
            applied(hint(HintUnit::Milliseconds, HintBounds::Within5s), "60000", drawn(400, 1000));
        const HintApplied expected{.header = "retry-after",
                                   .text = "60000",
                                   .asked = ms(60000),
                                   .lower = ms(400),
                                   .upper = ms(5400),
                                   .applied = ms(5400)};
        QVERIFY(found.findings.front() == expected);
    }

    void theFirstReadableHintHolds()
    {
        const std::vector<HintSpec> hints{{.header = "x-amz-retry-after", .unit = HintUnit::Milliseconds},
                                          {.header = "retry-after", .unit = HintUnit::Seconds},
                                          {.header = "retry-later", .unit = HintUnit::Seconds}};
        const AttemptFacts facts =
            response(503, {{"x-amz-retry-after", "junk"}, {"retry-after", "3"}, {"retry-later", "9"}});
        const HintedDelay found = applyHints(hints, facts, drawn(1, 2), kNow);
        QCOMPARE(found.findings.size(), std::size_t{2});
        QVERIFY(!found.findings[0].asked);
        QCOMPARE(found.findings[1].header, std::string("retry-after"));
        QCOMPARE(found.result, ms(3000));
    }

    void withoutTheHeaderTheBackoffStays()
    {
        const std::vector<HintSpec> hints{hint(HintUnit::Seconds, HintBounds::Replace)};
        for (const AttemptFacts& facts : {response(503), faulty(FaultKind::ConnectionReset)}) {
            const HintedDelay found = applyHints(hints, facts, drawn(400, 1000), kNow);
            QVERIFY(found.findings.empty());
            QCOMPARE(found.low, ms(0));
            QCOMPARE(found.result, ms(400));
            QCOMPARE(found.high, ms(1000));
        }
    }

    void aDateNeedsToKnowOurTime()
    {
        const AttemptFacts facts = response(503, {{"retry-after", httpDate(kNow)}});
        const HintedDelay found =
            applyHints({hint(HintUnit::Date, HintBounds::Replace)}, facts, drawn(400, 1000), std::nullopt);
        QVERIFY(!found.findings.front().asked);
        QCOMPARE(found.result, ms(400));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstHint)

#include "tst_hint.moc"
