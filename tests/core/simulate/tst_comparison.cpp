// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/whole_run.h"
#include "core/simulate/comparison.h"

#include "core/read/run_totals.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

constexpr Duration kTook = std::chrono::milliseconds{5};

Policy withAttempts(int attempts)
{
    Policy policy = plainPolicy();
    policy.attempts.max = attempts;
    policy.backoff = plainBackoff(); // 100 ms, 200 ms, …
    policy.quota = plainQuota();
    return policy;
}

/// Responds with two failures, then a success.
Scenario twoFailures()
{
    return {.steps = {{.status = 503, .delay = kTook, .repeat = 2}, {.status = 200, .delay = kTook}}};
}

RunHeader headerFor(const Policy& policy, int calls = 1)
{
    RunHeader header{.seed = 3, .callsPerClient = calls};
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, {}));
    return header;
}

RunRecord outageRecord(int calls)
{
    return simulate(headerFor(withAttempts(2), calls), {.steps = {{.status = 503, .delay = kTook}}});
}

} // namespace

class TstComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstRowIsTheRecordItself()
    {
        const RunRecord record = simulate(headerFor(withAttempts(3)), twoFailures());
        const Comparison comparison =
            compareRecorded(record, {withAttempts(3), withAttempts(2)}, BeyondRecord::RepeatLast);
        QCOMPARE(comparison.records.size(), std::size_t{3});
        QVERIFY(comparison.records.front().calls() == record.calls());
        QCOMPARE(totalsOf(comparison.records[1]), totalsOf(record));
        QCOMPARE(totalsOf(comparison.records[2]).failed, 1);
        QCOMPARE(totalsOf(comparison.records[2]).attempts, 2);
    }

    void totalsCountWhatWasAssumedAndPaid()
    {
        const Comparison comparison =
            compareRecorded(outageRecord(1), {withAttempts(4)}, BeyondRecord::RepeatLast);
        const RunTotals totals = totalsOf(comparison.records.back());
        QCOMPARE(totals.attempts, 4);
        QCOMPARE(totals.assumed, 2);
        QCOMPARE(totals.tokensSpent, std::optional(15));
        QCOMPARE(totals.time, 4 * kTook + std::chrono::milliseconds{700});
        QCOMPARE(totals.stopReason, std::optional(StopReason::AttemptsExhausted));
    }

    /// A live run takes some time of its own before each attempt, and its timers fire late.
    void whatTheProgramItselfTakesIsNoDifference()
    {
        const RunRecord planned = simulate(headerFor(withAttempts(3)), twoFailures());
        RunHeader header = planned.header();
        header.isVirtual = false;
        RunRecord live(header);
        CallRecord call = planned.calls().front();
        Duration late{0};
        for (AttemptRecord& attempt : call.attempts) {
            late += std::chrono::milliseconds{1};
            attempt.start += late;
            attempt.end += late;
            if (attempt.actualDelay) {
                attempt.actualDelay = *attempt.actualDelay + std::chrono::microseconds{300};
                late += std::chrono::microseconds{300};
            }
        }
        call.end += late;
        live.adopt(call);
        Policy twin = withAttempts(3);
        twin.id = "twin";
        const Comparison comparison = compareRecorded(live, {twin}, BeyondRecord::RepeatLast);
        const RunTotals reference = totalsOf(comparison.records[0]);
        const RunTotals other = totalsOf(comparison.records[1]);
        QCOMPARE(other.attempts, reference.attempts);
        QVERIFY(other.time.value_or(Duration::zero()) < reference.time.value_or(Duration::zero()));
        QVERIFY(other.plannedTime == reference.plannedTime);
        QVERIFY(other.plannedTime == totalsOf(planned).time);
    }

    void anEmptyRecordHasNoTotals()
    {
        QCOMPARE(totalsOf(RunRecord{}), RunTotals{});
        QCOMPARE(compareRecorded(RunRecord{}, {withAttempts(2)}, BeyondRecord::Stop).records.size(),
                 std::size_t{2});
    }

    void aLongRecordIsComparedOnItsFirstCalls()
    {
        const RunRecord record = outageRecord(1000);
        const Comparison comparison =
            compareRecorded(record, {withAttempts(9), withAttempts(10)}, BeyondRecord::RepeatLast, 200);
        QCOMPARE(comparison.calls, 10); // 1 + 9 + 10 attempts a call
        QCOMPARE(comparison.allCalls, 1000);
        for (const RunRecord& each : comparison.records) {
            QCOMPARE(each.calls().size(), std::size_t{10});
        }
    }

    /// Its header tells the numbers of the whole run, which no lane has.
    void aRunThatIsKeptInPartIsComparedOnThatPart()
    {
        const RunRecord part = firstCallsOf(outageRecord(100), 20);
        const Comparison comparison = compareRecorded(part, {withAttempts(9)}, BeyondRecord::RepeatLast);
        QCOMPARE(comparison.calls, 20);
        QCOMPARE(comparison.allCalls, 100);
        for (const RunRecord& each : comparison.records) {
            QCOMPARE(totalsOf(each).calls, 20);
        }
    }

    void theFirstCallIsAlwaysCompared()
    {
        QCOMPARE(compareRecorded(outageRecord(3), {withAttempts(500)}, BeyondRecord::RepeatLast, 10).calls,
                 1);
    }

    void aScenarioIsPlayedForEachPolicyWithTheSameSeed()
    {
        Policy drawing = withAttempts(3);
        drawing.backoff.jitter = Jitter::Full;
        const Comparison comparison = compareSimulated(headerFor(drawing), twoFailures(), {drawing});
        QCOMPARE(comparison.records.size(), std::size_t{2});
        QVERIFY(comparison.records.front().calls() == comparison.records.back().calls());
        QVERIFY(comparison.records.front().header().isVirtual);
    }

    void aLargeScenarioIsCutToo()
    {
        RunHeader header = headerFor(withAttempts(4), 500);
        header.clients = 3;
        const Comparison comparison = compareSimulated(header, twoFailures(), {withAttempts(5)}, 300);
        QCOMPARE(comparison.calls, 30); // 1 + 4 + 5 attempts a call
        QCOMPARE(comparison.allCalls, 1500);
        QCOMPARE(comparison.records.back().calls().size(), std::size_t{30});
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstComparison)
#include "tst_comparison.moc"
