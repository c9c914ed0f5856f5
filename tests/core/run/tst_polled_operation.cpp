// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/situation.h"
#include "core/explain/explain.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

using Lines = std::vector<std::string>;

/// Polls up to 3 times with 100, 200, 400 ms before; 202 is not ready, and any 2xx starts the operation.
Policy startingPolicy()
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    policy.backoff.when = BackoffWhen::BeforeEach;
    policy.quota = plainQuota();
    Rule waits = ruleFor("not-ready", {.statusIn = {{202, 202}}}, ErrorKind::NotReady);
    waits.scope = RuleScope::All;
    Rule busy = ruleFor("busy", {.statusIn = {{503, 503}}}, ErrorKind::Throttling);
    Rule starts = ruleFor("started", {.statusIn = {{200, 299}}}, ErrorKind::NotReady);
    starts.scope = RuleScope::Start;
    policy.rules = {waits, busy, starts};
    return policy;
}

RequestSpec startingRequest()
{
    RequestSpec spec;
    spec.method = "POST";
    spec.url = "http://api.example/start";
    spec.body = "{}";
    spec.poll = PollRequest{.method = "GET", .url = "/jobs/{token}", .body = {}, .tokenPlace = "json:id"};
    return spec;
}

AttemptFacts started(int status = 202)
{
    return responseWith(status, {.isJson = true, .fields = {{"json:id", "a/7"}}});
}

RunRecord runOfStart(const std::vector<AttemptFacts>& responses, const RequestSpec& spec = startingRequest(),
                     const Policy& policy = startingPolicy())
{
    return runOf(policy, responses, {.spec = spec});
}

Lines sentBy(const RunRecord& record)
{
    Lines lines;
    for (const AttemptRecord& attempt : record.callAt(0).attempts) {
        lines.push_back(attempt.sentTarget->method + ' ' + attempt.sentTarget->url + ' ' + *attempt.sentBody);
    }
    return lines;
}

std::vector<Duration> waitsIn(const RunRecord& record)
{
    std::vector<Duration> waits;
    for (const AttemptRecord& attempt : record.callAt(0).attempts) {
        waits.push_back(attempt.sendDelay);
    }
    return waits;
}

std::string whyOf(const RunRecord& record, int attempt)
{
    const AttemptRecord& seen = record.at({.call = 0, .attempt = attempt - 1});
    return whySentence(*record.header().policy, seen.facts, seen.decision, attempt);
}

} // namespace

class TstPolledOperation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theStartIsSentOnceAndThenItsPolls()
    {
        const RunRecord record = runOfStart({started(), response(202), response(200)});
        QCOMPARE(sentBy(record),
                 (Lines{"  {}", "GET http://api.example/jobs/a%2F7 ", "GET http://api.example/jobs/a%2F7 "}));
        QCOMPARE(waitsIn(record), (std::vector{ms(0), ms(100), ms(200)}));
        QCOMPARE(linesOf(record), (Lines{"retry 0.000", "retry 0.000", "succeed"}));
    }

    void theStartIsNoPoll()
    {
        const RunRecord record = runOfStart({started(200), response(202)});
        QCOMPARE(record.callAt(0).attempts.size(), std::size_t{4}); // the start and 3 polls
        QCOMPARE(named(*record.callAt(0).stopReason), std::string("attemptsExhausted"));
        const Decision& start = record.at({.call = 0, .attempt = 0}).decision;
        QVERIFY(!findStep<AttemptsCounted>(start.trace));
        QVERIFY(!findStep<QuotaCharged>(start.trace));
        QCOMPARE(findStep<AttemptsCounted>(record.at({.call = 0, .attempt = 1}).decision.trace)->made, 1);
    }

    void aStartThatFailsStops_data()
    {
        QTest::addColumn<AttemptFacts>("facts");
        QTest::newRow("retried as a poll") << response(503);
        QTest::newRow("refused") << response(400);
        QTest::newRow("no response") << faulty(FaultKind::ConnectionReset);
    }
    void aStartThatFailsStops()
    {
        QFETCH(const AttemptFacts, facts);
        Policy policy = startingPolicy();
        policy.otherwise = ErrorKind::Transient; // whatever the policy makes of other failures
        const RunRecord record = runOfStart({facts}, startingRequest(), policy);
        QCOMPARE(linesOf(record), (Lines{"stop notRetryable"}));
    }

    void withoutItsTokenAnOperationIsNotPolled()
    {
        const RunRecord record = runOfStart({response(202)});
        QCOMPARE(linesOf(record), (Lines{"stop notRetryable"}));
        QCOMPARE(whyOf(record, 1),
                 std::string("Not polled: the response has no token where the polls look for one."));
    }

    void theSentencesSayWhatIsSentNext()
    {
        const RunRecord record = runOfStart({started(), response(202), response(200)});
        const std::string why = whyOf(record, 1);
        QVERIFY2(why.starts_with("Started the operation: 202"), why.c_str());
        QVERIFY2(why.find("The client waits 100 ms before the next attempt") != std::string::npos,
                 why.c_str());
        const std::string next = whyOf(record, 2);
        QVERIFY2(next.find("The client waits 200 ms before the next attempt") != std::string::npos,
                 next.c_str());
    }

    void aSecondCallStartsAnOperationOfItsOwn()
    {
        const RunRecord record =
            runOf(startingPolicy(), {started(), response(200)}, {.spec = startingRequest(), .calls = 2});
        QCOMPARE(record.callAt(1).attempts.front().sendDelay, ms(0));
        QVERIFY(record.callAt(1).attempts.front().sentTarget->url.empty());
    }

    void aStartThatCanBeSentOnlyOnceIsPolledAllTheSame()
    {
        RequestSpec spec = startingRequest();
        spec.bodyIsReplayable = false;
        QCOMPARE(linesOf(runOfStart({started(), response(202), response(200)}, spec)),
                 (Lines{"retry 0.000", "retry 0.000", "succeed"}));
    }

    void aRuleForAMethodSeesThatOfThePoll()
    {
        Policy policy = startingPolicy();
        policy.rules.front().when.methodIn = {"GET"};
        QCOMPARE(linesOf(runOfStart({started(), response(202), response(200)}, startingRequest(), policy)),
                 (Lines{"retry 0.000", "retry 0.000", "succeed"}));
    }

    void withoutAPollTheRequestIsThePoll()
    {
        RequestSpec spec = startingRequest();
        spec.poll.reset();
        const RunRecord record = runOfStart({response(202), response(200)}, spec);
        QCOMPARE(sentBy(record), (Lines{"  {}", "  {}"}));
        QCOMPARE(waitsIn(record), (std::vector{ms(100), ms(200)}));
        for (const TraceStep& step : record.at({.call = 0, .attempt = 0}).decision.trace) {
            const auto* tried = std::get_if<RuleTried>(&step);
            QVERIFY(tried == nullptr || tried->rule != 2); // that of the start
        }
    }

    void aPolicyWithoutAStartSendsTheRequestAgain()
    {
        Policy policy = startingPolicy();
        policy.rules.pop_back();
        QCOMPARE(sentBy(runOfStart({started(), response(200)}, startingRequest(), policy)),
                 (Lines{"  {}", "  {}"}));
    }

    void theDeadlineHoldsForTheStart()
    {
        RequestSpec spec = startingRequest();
        spec.deadline = ms(1); // as long as the start takes
        QCOMPARE(named(*runOfStart({started()}, spec).callAt(0).stopReason), std::string("deadlineExceeded"));
    }

    void aRecordIsJudgedAgainAsItWas()
    {
        const RunRecord record = runOfStart({started(), response(202), response(503), response(200)});
        QVERIFY(decidesAsRecorded(record));
        Policy other = startingPolicy();
        other.attempts.max = 2;
        const RunRecord replayed = whatIf(record, other, BeyondRecord::RepeatLast);
        QCOMPARE(linesOf(replayed), (Lines{"retry 0.000", "retry 0.000", "stop attemptsExhausted"}));
        QCOMPARE(sentBy(replayed).at(1), std::string("GET http://api.example/jobs/a%2F7 "));
    }

    void aLaterAttemptOfAnyClientIsAPoll()
    {
        const RequestSpec spec = startingRequest();
        const GivenAttempt poll{.spec = spec, .facts = response(503), .attempt = 2};
        const Decision decision = decisionIn(situationUnder(resolved(startingPolicy(), spec), poll));
        QCOMPARE(named(decision.verdict), std::string("retry"));
        QCOMPARE(findStep<AttemptsCounted>(decision.trace)->made, 1);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstPolledOperation)

#include "tst_polled_operation.moc"
