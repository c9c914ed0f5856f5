// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/quota_ledger.h"
#include "core/read/spans.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

Span span(SpanKind kind, double begin, double end, int attempt = 0)
{
    return {
        .call = 0, .attempt = attempt, .kind = kind, .begin = Instant{ms(begin)}, .end = Instant{ms(end)}};
}

/// A record of one call with this attempt.
RunRecord recordWith(AttemptRecord attempt, bool noWait = false)
{
    RunRecord record(RunHeader{.noWait = noWait});
    attempt.isRunning = false;
    record.adopt({.end = attempt.end, .attempts = {std::move(attempt)}});
    return record;
}

Policy withQuota()
{
    Policy policy = plainPolicy();
    policy.quota = plainQuota();
    return policy;
}

} // namespace

class TstSpans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void phasesLieEndToEndBetweenTheDelays()
    {
        AttemptRecord attempt;
        attempt.sendDelay = ms(5);
        attempt.start = Instant{ms(5)};
        attempt.end = Instant{ms(20)};
        attempt.actualDelay = ms(30);
        attempt.facts.phases = {
            .lookup = ms(1), .connect = ms(2), .tls = ms(3), .send = ms(1), .wait = ms(4), .receive = ms(4)};
        QVERIFY(spansOf(recordWith(attempt)) ==
                (std::vector<Span>{span(SpanKind::SendDelay, 0, 5), span(SpanKind::Lookup, 5, 6),
                                   span(SpanKind::Connect, 6, 8), span(SpanKind::Tls, 8, 11),
                                   span(SpanKind::Send, 11, 12), span(SpanKind::Wait, 12, 16),
                                   span(SpanKind::Receive, 16, 20), span(SpanKind::RetryDelay, 20, 50)}));
    }

    void phasesThatDidNotHappenLeaveNoSpan()
    {
        AttemptRecord attempt;
        attempt.end = Instant{ms(5)};
        attempt.facts.phases = {.connect = ms(0), .wait = ms(5)};
        QVERIFY(spansOf(recordWith(attempt)) == std::vector<Span>{span(SpanKind::Wait, 0, 5)});
    }

    void timeWithoutAPhaseBelongsToTheAttempt()
    {
        AttemptRecord attempt;
        attempt.end = Instant{ms(9)};
        attempt.facts.phases = {.wait = ms(5)};
        QVERIFY(spansOf(recordWith(attempt)) ==
                (std::vector<Span>{span(SpanKind::Wait, 0, 5), span(SpanKind::Attempt, 5, 9)}));
    }

    void anAttemptWithoutAnyDurationIsStillASpan()
    {
        QVERIFY(spansOf(recordWith({})) == std::vector<Span>{span(SpanKind::Attempt, 0, 0)});
    }

    void delaysThatWereNotSleptLeaveNoSpan()
    {
        AttemptRecord attempt;
        attempt.sendDelay = ms(5);
        attempt.end = Instant{ms(1)};
        QVERIFY(spansOf(recordWith(attempt, true)) == std::vector<Span>{span(SpanKind::Attempt, 0, 1)});
    }

    void theWholeRecordIsItsAttemptsInOrder()
    {
        Policy policy = plainPolicy();
        policy.backoff = plainBackoff();
        const RunRecord record = runOf(policy, std::vector<AttemptFacts>{response(503), response(200)});
        QVERIFY(spansOf(record) ==
                (std::vector<Span>{span(SpanKind::Attempt, 0, 1), span(SpanKind::RetryDelay, 1, 101),
                                   span(SpanKind::Attempt, 101, 102, 1)}));
    }

    void theQuotaCurveShowsChargesAndReturns()
    {
        const RunRecord record = runOf(withQuota(), std::vector<AttemptFacts>{response(503), response(200)});
        QVERIFY(quotaCurveOf(record) == (std::vector<QuotaPoint>{
                                            {.attempt = 0, .at = Instant{ms(1)}, .level = 495, .change = -5},
                                            {.attempt = 1, .at = Instant{ms(2)}, .level = 500, .change = 5},
                                        }));
    }

    void theQuotaCurveShowsRefusals()
    {
        const RunRecord record =
            runOf(withQuota(), std::vector<AttemptFacts>{response(503)}, RunOptions{.state = {.quota = 3}});
        const QuotaPoint refused{.at = Instant{ms(1)}, .level = 3, .change = 0, .refused = true};
        QVERIFY(quotaCurveOf(record) == std::vector{refused});
    }

    void withoutAQuotaThereIsNoCurve()
    {
        const RunRecord record = runOf(plainPolicy(), std::vector<AttemptFacts>{response(503)});
        QVERIFY(quotaCurveOf(record).empty());
        QVERIFY(quotaLedgerOf(record).empty());
    }

    void theLedgerHasAnEntryForEveryAttempt()
    {
        const RunRecord record =
            runOf(withQuota(),
                  std::vector<AttemptFacts>{response(503), response(200), response(404), response(503)},
                  RunOptions{.calls = 3, .state = {.quota = 6}});
        // Retry and success; then a failure that is not retried; then one that cannot be paid.
        const std::vector<std::vector<QuotaEntry>> expected{
            {{.before = 6, .cost = 5, .after = 1}, {.before = 1, .returned = 5, .after = 6}},
            {{.before = 6, .after = 6}},
            {{.before = 6, .cost = 5, .after = 1}, {.before = 1, .cost = 5, .after = 1, .refused = true}},
        };
        QVERIFY(quotaLedgerOf(record) == expected);
    }

    void theLedgerOfAQuotaPerCallStartsFullEachTime()
    {
        Policy policy = withQuota();
        policy.quota->scope = QuotaScope::Call;
        policy.attempts.max = 1;
        const RunRecord record =
            runOf(policy, std::vector<AttemptFacts>{response(503)}, RunOptions{.calls = 2});
        const QuotaEntry full{.before = 500, .after = 500};
        QVERIFY(quotaLedgerOf(record) == (std::vector<std::vector<QuotaEntry>>{{full}, {full}}));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstSpans)

#include "tst_spans.moc"
