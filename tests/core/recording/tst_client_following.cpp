// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/client_following.h"

#include "core/recording/call_grouping.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

/// What a client was seen to do: each attempt begins `wait` after the end of the one before, and takes 10 ms.
struct SeenStep
{
    AttemptFacts facts;
    double wait = 0; ///< milliseconds; below 0: before that end
};

CallRecord followedCall(const std::vector<SeenStep>& steps, CallVerdict verdict = CallVerdict::Failed)
{
    CallRecord call;
    call.verdict = verdict;
    for (const SeenStep& step : steps) {
        AttemptRecord attempt;
        attempt.attempt = static_cast<int>(call.attempts.size()) + 1;
        attempt.isRunning = false;
        attempt.start = call.end + ms(step.wait);
        attempt.end = attempt.start + ms(10);
        attempt.facts = step.facts;
        call.end = attempt.end;
        call.attempts.push_back(std::move(attempt));
    }
    return call;
}

/// A recording of one call, that went on for so long after it.
RunRecord watched(CallRecord call, double longer = 60'000)
{
    RunRecord record(recordedHeader(WallTime{1767225600000}));
    CallRecord later = followedCall({{response(200)}}, CallVerdict::Succeeded);
    later.call = 2;
    for (AttemptRecord& attempt : later.attempts) {
        attempt.start = call.end + ms(longer);
        attempt.end = attempt.start;
        later.end = attempt.end;
    }
    record.adopt(std::move(call));
    record.adopt(std::move(later));
    return record;
}

std::vector<FollowedAttempt> followedUnder(const RunRecord& record, const Policy& policy)
{
    std::vector<FollowedAttempt> all;
    follow(record, {0}, policy, [&all](const FollowedAttempt& followed) { all.push_back(followed); });
    return all;
}

Policy delaying()
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    return policy;
}

/// 0 to 100 ms, 0 to 200 ms, …
Policy jittering()
{
    Policy policy = delaying();
    policy.backoff.jitter = Jitter::Full;
    return policy;
}

} // namespace

/// What a policy would have done where the client was.
class TstClientFollowing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachAttemptIsJudgedBesideWhatTheClientDid()
    {
        const std::vector<FollowedAttempt> all =
            followedUnder(watched(followedCall({{response(503)}, {response(404), 130}})), delaying());
        QCOMPARE(all.size(), std::size_t{2});
        QVERIFY(all[0].isRetried && !all[0].isOpen);
        QVERIFY(all[0].verdict == Verdict::Retry);
        QCOMPARE(all[0].wait, OptionalDuration(ms(130)));
        QVERIFY((all[0].window == DelayWindow{ms(100), ms(100)}));
        QVERIFY(!all[1].isRetried && !all[1].wait);
        QVERIFY(all[1].verdict == Verdict::Stop);
        QVERIFY(all[1].stopReason == StopReason::NotRetryable);
    }

    /// A hedging client does not wait for the end.
    void whoSendsBeforeTheEndHasNotWaited()
    {
        const std::vector<FollowedAttempt> all =
            followedUnder(watched(followedCall({{response(503)}, {response(200), -5}})), delaying());
        QVERIFY(all[0].isRetried);
        QVERIFY(!all[0].wait);
    }

    void whatIsStillUnderWayIsNoDecision()
    {
        CallRecord call = followedCall({{response(503)}, {response(503), 100}}, CallVerdict::Running);
        call.attempts.back().isRunning = true;
        QCOMPARE(followedUnder(watched(call), delaying()).size(), std::size_t{1});
    }

    /// Then it is not known whether the client would have sent again.
    void whatWasCutOffIsOpen_data()
    {
        QTest::addColumn<CallVerdict>("verdict");
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<double>("longer");
        QTest::addColumn<bool>("isOpen");
        QTest::newRow("failed") << CallVerdict::Failed << response(503) << 60'000.0 << false;
        QTest::newRow("call cancelled") << CallVerdict::Cancelled << response(503) << 60'000.0 << true;
        QTest::newRow("call running") << CallVerdict::Running << response(503) << 60'000.0 << true;
        QTest::newRow("attempt cancelled")
            << CallVerdict::Failed << faulty(FaultKind::Cancelled) << 60'000.0 << true;
        QTest::newRow("another fault")
            << CallVerdict::Failed << faulty(FaultKind::ConnectionReset) << 60'000.0 << false;
        QTest::newRow("the recording ends first") << CallVerdict::Failed << response(503) << 100.0 << true;
    }
    void whatWasCutOffIsOpen()
    {
        QFETCH(CallVerdict, verdict);
        QFETCH(AttemptFacts, facts);
        QFETCH(double, longer);
        QFETCH(bool, isOpen);
        const RunRecord record = watched(followedCall({{facts}}, verdict), longer);
        QCOMPARE(followedUnder(record, delaying()).front().isOpen, isOpen);
    }

    /// Who leaves with the last response has decided; who leaves later may have been ended in a delay.
    void aClientThatLeftAtOnceHasGivenUp_data()
    {
        QTest::addColumn<double>("after");
        QTest::addColumn<bool>("isOpen");
        QTest::newRow("at once") << 40.0 << false;
        QTest::newRow("later") << 900.0 << true;
    }
    void aClientThatLeftAtOnceHasGivenUp()
    {
        QFETCH(double, after);
        QFETCH(bool, isOpen);
        CallRecord call = followedCall({{response(503)}}, CallVerdict::Cancelled);
        call.source = CallSource{.userAgent = "curl/8.1", .isClientGone = true};
        call.end = call.attempts.back().end + ms(after);
        QCOMPARE(followedUnder(watched(call), delaying()).front().isOpen, isOpen);
    }

    /// A long delay would not have fitted: perhaps the client drew that.
    void whoStopsMayHaveDrawnADelayThatDoesNotFit()
    {
        Policy hasty = jittering();
        hasty.attempts.maxElapsed = ms(60);
        const RunRecord record = watched(followedCall({{response(503)}}));
        const FollowedAttempt last = followedUnder(record, hasty).front();
        QVERIFY(last.verdict == Verdict::Stop);
        QVERIFY(last.stopReason == StopReason::DeadlineExceeded);
        hasty.attempts.maxElapsed = ms(1000);
        QVERIFY(followedUnder(record, hasty).front().verdict == Verdict::Retry);
    }

    /// The service of the requests decides, whatever the recording began with.
    void rulesOfAServiceHoldForItsCalls()
    {
        Policy policy = plainPolicy();
        policy.rules = {
            ruleFor("dynamo", {.statusIn = {{400, 599}}, .serviceIn = {"dynamodb"}}, ErrorKind::Transient)};
        const auto verdictFor = [&policy](const std::string& target, bool isWired) {
            CallRecord call = followedCall({{response(503)}});
            if (isWired) {
                auto wire = std::make_shared<WireFacts>();
                Headers sent;
                sent.add("X-Amz-Target", target);
                wire->sentHeaders = std::move(sent);
                call.attempts.front().facts.wire = std::move(wire);
            }
            call.attempts.front().sentTarget =
                RequestTarget{.method = isWired ? "POST" : "", .url = "http://127.0.0.1/"};
            return followedUnder(watched(call), policy).front().verdict;
        };
        QVERIFY(verdictFor("DynamoDB_20120810.GetItem", true) == Verdict::Retry);
        QVERIFY(verdictFor("Kinesis_20131202.PutRecord", true) == Verdict::Stop);
        QVERIFY(verdictFor("", false) == Verdict::Stop);
    }

    /// What a limiter adds cannot be seen, unless it fails instead of waiting.
    void aRateLimiterWidensTheWindowWhereItWaits()
    {
        Policy limited = delaying();
        limited.limiter = plainLimiter();
        limited.rules.front().kind = ErrorKind::Throttling;
        const RunRecord record = watched(followedCall({{response(503)}, {response(503), 100}}));
        const FollowedAttempt waits = followedUnder(record, limited).front();
        QVERIFY(waits.widening > Duration::zero());
        QCOMPARE(waits.window.low, ms(100));
        QCOMPARE(waits.window.high, ms(2100)); // a token at half a token a second
        limited.limiter->whenEmpty = WhenLimited::Fail;
        const FollowedAttempt fails = followedUnder(record, limited).front();
        QCOMPARE(fails.widening, Duration::zero());
        QCOMPARE(fails.window.high, ms(100));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstClientFollowing)

#include "tst_client_following.moc"
