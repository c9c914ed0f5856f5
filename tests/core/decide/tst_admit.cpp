// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/judge.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

Policy pollingPolicy()
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    policy.backoff.when = BackoffWhen::BeforeEach;
    return policy;
}

Policy limitedPolicy()
{
    Policy policy = plainPolicy();
    policy.limiter = plainLimiter();
    return policy;
}

Instant at(double milliseconds)
{
    return Instant{ms(milliseconds)};
}

} // namespace

class TstAdmit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mostClientsSendAtOnceAndWithoutAFinding()
    {
        Policy policy = plainPolicy();
        policy.backoff = plainBackoff();
        const ClientState client{.quota = 7};
        const RequestState request{.attemptsMade = 2, .lastCost = 5};
        const Admission admission = admit(resolved(policy), client, request, at(10), 0.5);
        QCOMPARE(admission.sendDelay, Duration::zero());
        QVERIFY(admission.trace.empty());
        QVERIFY(admission.client == client);
        QVERIFY(admission.request == request);
    }

    void whereThereIsNoSendTokenAClientWaitsOrFails()
    {
        Policy policy = limitedPolicy();
        ClientState throttled;
        throttled.limiter = updateLimiter(*policy.limiter, {}, at(0), true);
        const Admission waits = admit(resolved(policy), throttled, {}, at(0), 0.5);
        QVERIFY(waits.sendDelay > Duration::zero() && !waits.isRefused);
        policy.limiter->whenEmpty = WhenLimited::Fail;
        const Admission fails = admit(resolved(policy), throttled, {}, at(0), 0.5);
        QVERIFY(fails.isRefused);
        QCOMPARE(fails.sendDelay, Duration::zero());
        QVERIFY(findStep<SendDelayed>(fails.trace)->refused);
        QVERIFY(!admit(resolved(policy), {}, {}, at(0), 0.5).isRefused);
    }

    void aPollingClientWaitsBeforeEachAttemptTheFirstIncluded_data()
    {
        QTest::addColumn<int>("made");
        QTest::addColumn<double>("delay");
        QTest::newRow("first") << 0 << 100.0;
        QTest::newRow("second") << 1 << 200.0;
        QTest::newRow("fifth") << 4 << 1600.0;
    }

    void aPollingClientWaitsBeforeEachAttemptTheFirstIncluded()
    {
        QFETCH(int, made);
        QFETCH(double, delay);
        const Admission admission = admit(resolved(pollingPolicy()), {}, {.attemptsMade = made}, at(0), 0.5);
        QCOMPARE(admission.sendDelay, ms(delay));
        const auto waited = findStep<WaitedBefore>(admission.trace);
        QVERIFY(waited);
        QCOMPARE(waited->backoff.result, ms(delay));
        QVERIFY(waited->backoff.kind == ErrorKind::None); // nothing has failed yet
    }

    void aPollingClientNeverPassesItsMaximumInterval()
    {
        Policy policy = pollingPolicy();
        policy.backoff.cap = ms(300);
        QCOMPARE(admit(resolved(policy), {}, {.attemptsMade = 9}, at(0), 0.5).sendDelay, ms(300));
    }

    void theDrawDecidesThePollingDelayWithJitter()
    {
        Policy policy = pollingPolicy();
        policy.backoff.jitter = Jitter::Full;
        QCOMPARE(admit(resolved(policy), {}, {}, at(0), 0.25).sendDelay, ms(25));
    }

    void aSleepingLimiterLetsEverythingPassAndSaysSo()
    {
        const Admission admission = admit(resolved(limitedPolicy()), {}, {}, at(0), 0.5);
        QCOMPARE(admission.sendDelay, Duration::zero());
        QVERIFY(admission.trace == Trace{SendDelayed{}});
    }

    void anAwakeLimiterTakesATokenOrWaits()
    {
        ClientState client;
        client.limiter = updateLimiter(plainLimiter(), {}, at(0), true);
        const Admission admission = admit(resolved(limitedPolicy()), client, {}, at(100), 0.5);
        QCOMPARE(admission.sendDelay, ms(1900));
        const auto delayed = findStep<SendDelayed>(admission.trace);
        QVERIFY(delayed && delayed->enabled);
        QCOMPARE(delayed->delay, ms(1900));
        QVERIFY(qFuzzyCompare(delayed->ratePerSecond, 0.5));
        QVERIFY(qFuzzyCompare(delayed->tokens, 0.05));
        QVERIFY(admission.client.limiter != client.limiter);
    }

    void theLimiterIsAskedForTheTimeAfterThePollingDelay()
    {
        Policy policy = pollingPolicy();
        policy.backoff.base.byDefault = ms(1000);
        policy.limiter = plainLimiter();
        ClientState client;
        client.limiter = updateLimiter(plainLimiter(), {}, at(0), true);
        const Admission admission = admit(resolved(policy), client, {}, at(0), 0.5);
        // 0.5 tokens came in during the second of the poll; the other half takes one more second.
        QCOMPARE(admission.sendDelay, ms(2000));
        QCOMPARE(admission.trace.size(), std::size_t{2});
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstAdmit)

#include "tst_admit.moc"
