// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/client_walk.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

Instant atMilliseconds(double milliseconds)
{
    return Instant{ms(milliseconds)};
}

Policy limitedPolicy(QuotaScope scope)
{
    Policy policy = plainPolicy();
    policy.quota = plainQuota();
    policy.limiter = plainLimiter();
    policy.limiter->scope = scope;
    return policy;
}

} // namespace

class TstClientWalk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCallBeginsWithAFreshRequestAndWhatTheClientKnows_data()
    {
        QTest::addColumn<QuotaScope>("scope");
        QTest::addColumn<bool>("keepsLimiter");
        QTest::newRow("limiter of the client") << QuotaScope::Client << true;
        QTest::newRow("limiter of the call") << QuotaScope::Call << false;
    }

    void aCallBeginsWithAFreshRequestAndWhatTheClientKnows()
    {
        QFETCH(QuotaScope, scope);
        QFETCH(bool, keepsLimiter);
        ClientState client{.quota = 7, .clockSkew = ms(3)};
        client.limiter.enabled = true;
        const CallBeginning begun = beginCall(resolved(limitedPolicy(scope)), client, atMilliseconds(40));
        QVERIFY(begun.request == RequestState{.startedAt = atMilliseconds(40)});
        QVERIFY(begun.client.quota == 7);
        QCOMPARE(begun.client.clockSkew, ms(3));
        QCOMPARE(begun.client.limiter.enabled, keepsLimiter);
    }

    void carriesTheStateFromStepToStep()
    {
        const ResolvedPolicy policy = resolved(limitedPolicy(QuotaScope::Client));
        const RequestSpec spec;
        ClientWalk walk(policy, spec);
        walk.beginCall(atMilliseconds(0));
        ClientState client;
        RequestState request{.startedAt = atMilliseconds(0)};
        for (const AttemptFacts& facts : {response(503), response(500), response(200)}) {
            const Admission admission = admit(policy, client, request, atMilliseconds(1), 0.5);
            const ClientWalk::Departure departure = walk.admit(atMilliseconds(1), 0.5);
            QCOMPARE(departure.sendDelay, admission.sendDelay);
            QVERIFY(departure.trace == admission.trace);
            const RunClockReading clock{.now = atMilliseconds(2)};
            const Judgement judgement =
                judge(policy, spec, admission.client, admission.request, facts, clock, 0.5);
            QVERIFY(walk.judge(facts, clock, 0.5) == judgement.decision);
            QVERIFY(walk.client() == judgement.client);
            QVERIFY(walk.request() == judgement.request);
            client = judgement.client;
            request = judgement.request;
        }
        QCOMPARE(walk.request().attemptsMade, 3);
        QVERIFY(walk.client().quota == 495);
    }

    void anAttemptThatIsNotJudgedCountsAsMade()
    {
        const ResolvedPolicy policy = resolved(plainPolicy());
        const RequestSpec spec;
        ClientWalk walk(policy, spec);
        walk.beginCall(atMilliseconds(0));
        walk.leaveUnjudged();
        QCOMPARE(walk.request().attemptsMade, 1);
        QCOMPARE(walk.request().attemptsCounted, 0);
    }

    void skippedDelaysPassForTheClient()
    {
        const ResolvedPolicy policy = resolved(plainPolicy());
        RequestSpec spec;
        spec.deadline = ms(100);
        ClientWalk walk(policy, spec);
        walk.beginCall(atMilliseconds(0));
        walk.skip(ms(99));
        QCOMPARE(walk.clientTime(atMilliseconds(1)), atMilliseconds(100));
        QVERIFY(walk.judge(response(503), {.now = atMilliseconds(0)}, 0.5).verdict == Verdict::Retry);
        QVERIFY(walk.judge(response(503), {.now = atMilliseconds(1)}, 0.5).stopReason ==
                StopReason::DeadlineExceeded);
        walk.beginCall(ClientState{.quota = 1}, atMilliseconds(1));
        QCOMPARE(walk.request().startedAt, atMilliseconds(100));
        QVERIFY(walk.client().quota == 1);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstClientWalk)

#include "tst_client_walk.moc"
