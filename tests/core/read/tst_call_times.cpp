// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/call_times.h"

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

void addCall(RunRecord& record, Duration took, CallVerdict verdict = CallVerdict::Succeeded)
{
    CallRecord call{.verdict = verdict};
    call.end = call.start + took;
    record.adopt(std::move(call));
}

Duration ms(double milliseconds)
{
    return fromMilliseconds(milliseconds);
}

} // namespace

/// How long the calls of a run took.
class TstCallTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fewCallsHaveNone()
    {
        RunRecord record;
        for (int call = 0; call < kFewestTimedCalls - 1; ++call) {
            addCall(record, ms(1));
        }
        addCall(record, ms(1), CallVerdict::Cancelled); // tells nothing
        addCall(record, ms(1), CallVerdict::Running);
        QVERIFY(!callTimesOf(record));
        addCall(record, ms(1));
        QVERIFY(callTimesOf(record));
    }

    void percentilesAreByNearestRank()
    {
        RunRecord record;
        for (int call = 1; call <= 100; ++call) {
            addCall(record, ms(101 - call), call <= 30 ? CallVerdict::Failed : CallVerdict::Succeeded);
        }
        const CallTimes times = *callTimesOf(record);
        QCOMPARE(times.calls, 100);
        QCOMPARE(times.failed, 30);
        QVERIFY(times.p50 == ms(50) && times.p90 == ms(90) && times.p99 == ms(99));
        QVERIFY(times.longest == ms(100));
    }

    /// The law: times that differ little are told apart, and equal ones are one narrow bin.
    void timesThatDifferLittleHaveNarrowBins()
    {
        for (const double base : {0.02, 1.0, 2000.0, 7'300'000.0}) {      // ms
            for (const double spread : {0.0, 0.01, 0.1, 0.5, 1.0, 4.0}) { // of the base
                RunRecord record;
                for (int call = 0; call < 40; ++call) {
                    addCall(record, ms(base * (1 + spread * call / 39)));
                }
                const CallTimes times = *callTimesOf(record);
                const std::vector<TimeBin>& bins = times.bins;
                const Duration longest = times.longest;
                const QString place =
                    QStringLiteral("%1 ms, spread %2: %3 bins").arg(base).arg(spread).arg(bins.size());
                QVERIFY2(bins.size() <= 14, qPrintable(place));
                QVERIFY2(spread < 0.5 || bins.size() >= 4, qPrintable(place));
                QVERIFY2(bins.back().until - bins.front().from <= std::max(2 * longest, longest + ms(0.002)),
                         qPrintable(place));
                QVERIFY2(spread > 0 || bins.size() == 1, qPrintable(place));
                int calls = 0;
                for (const TimeBin& bin : bins) {
                    calls += bin.succeeded + bin.failed;
                }
                QCOMPARE(calls, 40);
            }
        }
    }

    void binsAreLogarithmicAndHoldEveryCall()
    {
        RunRecord record;
        for (const double took : {0.0, 1.0, 1.9, 2.0, 49.0, 50.0, 1000.0}) {
            for (int times = 0; times < 5; ++times) {
                addCall(record, ms(took), took > 49 ? CallVerdict::Failed : CallVerdict::Succeeded);
            }
        }
        const std::vector<TimeBin> bins = callTimesOf(record)->bins;
        QVERIFY(bins.front() == (TimeBin{ms(0), ms(1), 5, 0}));
        QVERIFY(bins[1] == (TimeBin{ms(1), ms(2), 10, 0}));
        QVERIFY(bins[2] == (TimeBin{ms(2), ms(5), 5, 0}));
        QVERIFY(bins.back() == (TimeBin{ms(1000), ms(2000), 0, 5}));
        int calls = 0;
        for (std::size_t i = 0; i < bins.size(); ++i) {
            calls += bins[i].succeeded + bins[i].failed;
            QVERIFY(i == 0 || bins[i].from == bins[i - 1].until);
        }
        QCOMPARE(calls, 35);
    }

    void callsThatTakeNoTimeHaveOneBin()
    {
        RunRecord record;
        for (int call = 0; call < 20; ++call) {
            addCall(record, ms(0));
        }
        const CallTimes times = *callTimesOf(record);
        QCOMPARE(times.bins.size(), std::size_t{1});
        QCOMPARE(times.bins.front().succeeded, 20);
    }
};

RETRYSCOPE_TEST(TstCallTimes)
#include "tst_call_times.moc"
