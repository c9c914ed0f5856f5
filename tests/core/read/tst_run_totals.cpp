// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/run_totals.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

/// A whole run in a handful of numbers.
class TstRunTotals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsAttemptsAndTokensAreCounted()
    {
        Policy policy = plainPolicy();
        policy.backoff = plainBackoff();
        policy.quota = plainQuota();
        const RunTotals totals =
            totalsOf(runOf(policy, {response(503), response(200), response(404)}, {.calls = 2}));
        QCOMPARE(totals.calls, 2);
        QCOMPARE(totals.succeeded, 1);
        QCOMPARE(totals.failed, 1);
        QCOMPARE(totals.attempts, 3);
        QCOMPARE(totals.tokensSpent, std::optional(5));
        QVERIFY(totals.stopReason == StopReason::NotRetryable);
        QCOMPARE(totals.time, ms(103)); // three responses of 1 ms, and a delay
        QCOMPARE(totals.plannedTime, ms(103));
    }

    void aRefusedRetryCostsNothing()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        const RunTotals totals = totalsOf(runOf(policy, {response(503)}, {.state = {.quota = 4}}));
        QVERIFY(totals.stopReason == StopReason::QuotaExhausted);
        QCOMPARE(totals.tokensSpent, std::optional(0));
    }

    void withoutAQuotaNothingIsSpent()
    {
        QVERIFY(!totalsOf(runOf(plainPolicy(), {response(503)})).tokensSpent);
        QVERIFY(totalsOf(RunRecord()) == RunTotals());
    }

    /// A record may be kept without its policy: what was charged stands in its trace.
    void tokensAreFoundInTheTraceAlone()
    {
        RunRecord record;
        CallRecord call{.verdict = CallVerdict::Cancelled};
        AttemptRecord attempt;
        attempt.isRunning = false;
        attempt.assumed = true;
        attempt.decision.trace.add(QuotaCharged{.cost = 10, .before = 20, .after = 10});
        call.attempts = {attempt, attempt};
        record.adopt(std::move(call));
        const RunTotals totals = totalsOf(record);
        QCOMPARE(totals.tokensSpent, std::optional(20));
        QCOMPARE(totals.assumed, 2);
        QCOMPARE(totals.succeeded + totals.failed, 0);
        QCOMPARE(totals.assumedCalls, 0); // it was given up where the record ends
    }

    void aCallThatAnAssumedResponseDecidedIsCounted()
    {
        RunRecord record;
        AttemptRecord seen;
        seen.isRunning = false;
        AttemptRecord assumed = seen;
        assumed.assumed = true;
        record.adopt({.verdict = CallVerdict::Succeeded, .attempts = {seen, assumed}});
        record.adopt({.verdict = CallVerdict::Failed, .attempts = {seen}});
        const RunTotals totals = totalsOf(record);
        QCOMPARE(totals.assumedCalls, 1);
        QCOMPARE(totals.succeeded, 1);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstRunTotals)

#include "tst_run_totals.moc"
