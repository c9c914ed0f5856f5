// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/range_text.h"
#include "core/read/range_totals.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

Instant at(int milliseconds)
{
    return Instant{std::chrono::milliseconds{milliseconds}};
}

/// Calls one after the other: 503 for 1 ms, 100 ms of delay, and again until the third attempt.
RunRecord recordOf(int calls)
{
    Policy policy = test::plainPolicy();
    policy.backoff = test::plainBackoff();
    return test::runOf(policy, {test::response(503)}, {.calls = calls});
}

} // namespace

class TstRangeTotals : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theWholeRunIsCounted()
    {
        const RunRecord record = recordOf(4);
        const RangeTotals totals = totalsBetween(record, at(0), record.end());
        QCOMPARE(totals.calls, 4);
        QCOMPARE(totals.retriedCalls, 4);
        QCOMPARE(totals.attempts, record.attemptCount());
        QCOMPARE(totals.retries, record.attemptCount() - 4);
        Duration waited{0};
        for (const CallRecord& call : record.calls()) {
            for (const AttemptRecord& attempt : call.attempts) {
                waited += attempt.actualDelay.value_or(Duration::zero());
            }
        }
        QVERIFY(waited > Duration::zero());
        QVERIFY(totals.waited == waited);
        QVERIFY(totals.countsCalls);
        QVERIFY(totals.median == record.calls()[0].end - record.calls()[0].start);
    }

    void delaysCountAsFarAsTheyLieInTheRange()
    {
        const RunRecord record = recordOf(1);
        const AttemptRecord& first = record.calls()[0].attempts[0];
        const Duration quarter = *first.actualDelay / 4;
        const RangeTotals totals = totalsBetween(record, first.end + quarter, first.end + 3 * quarter);
        QVERIFY(totals.waited == 2 * quarter);
        QCOMPARE(totals.attempts, 0);
        QCOMPARE(totals.calls, 0);
        QVERIFY(!totals.median && !totals.p99);
    }

    void delaysThatWereSkippedAreNotWaited()
    {
        for (const bool noWait : {false, true}) {
            RunRecord record(RunHeader{.noWait = noWait});
            AttemptRecord attempt;
            attempt.isRunning = false;
            attempt.sendDelay = std::chrono::milliseconds{5};
            attempt.start = at(10);
            attempt.end = at(11);
            record.adopt({.end = at(11), .attempts = {attempt}});
            const RangeTotals totals = totalsBetween(record, at(0), at(20));
            QVERIFY(totals.waited == std::chrono::milliseconds{noWait ? 0 : 5});
        }
    }

    void oneCallIsMeasuredByItsAttempts()
    {
        const RunRecord record = recordOf(1);
        const RangeTotals totals = totalsBetween(record, at(0), record.end());
        const AttemptRecord& first = record.calls()[0].attempts[0];
        QVERIFY(!totals.countsCalls);
        QVERIFY(totals.p99 == first.end - first.start);
    }

    void nothingIsInAnEmptyRunOrARangeThatEndsBeforeItBegins()
    {
        QVERIFY(totalsBetween(RunRecord(), at(0), at(100)) == RangeTotals{});
        const RunRecord record = recordOf(1);
        QVERIFY(totalsBetween(record, at(50), at(10)) == RangeTotals{});
    }

    void theSentenceHasUnitsAndLeavesOutWhatIsNotThere()
    {
        QCOMPARE(rangeText({.calls = 5,
                            .retriedCalls = 4,
                            .attempts = 13,
                            .retries = 8,
                            .waited = std::chrono::milliseconds{6260},
                            .median = std::chrono::milliseconds{1700},
                            .p99 = std::chrono::milliseconds{2250},
                            .countsCalls = true}),
                 std::string("4 calls with retries, 8 retries, 6.26 s of delays, p50 1.7 s, p99 2.25 s"));
        QCOMPARE(
            rangeText({.calls = 1, .retriedCalls = 1, .attempts = 2, .retries = 1, .waited = Duration{0}}),
            std::string("1 call with retries, 1 retry"));
        QCOMPARE(rangeText({.calls = 2, .attempts = 2}), std::string("2 attempts, no retries"));
        QCOMPARE(rangeText({}), std::string("no attempts"));
    }
};

RETRYSCOPE_TEST(TstRangeTotals)
#include "tst_range_totals.moc"
