// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bounds_text.h"

#include "core/simulate/bounds.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <limits>

namespace retryscope::test {

namespace {

Duration ms(int milliseconds)
{
    return std::chrono::milliseconds{milliseconds};
}

QString text(const std::string& sentence)
{
    return QString::fromStdString(sentence);
}

/// Three attempts with delays of 100 and 200 ms, or up to them.
ResolvedPolicy threeAttempts(Jitter jitter = Jitter::None)
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    policy.backoff.jitter = jitter;
    return resolved(policy);
}

SteadyFailure outageWithin(Duration deadline)
{
    SteadyFailure failure{.facts = response(503), .attemptTime = ms(10)};
    failure.spec.deadline = deadline;
    return failure;
}

QString deadlineText(Jitter jitter, Duration deadline)
{
    return text(deadlineSentence(nestedBoundsOf(threeAttempts(jitter), outageWithin(deadline), {}, {})));
}

} // namespace

class TstBoundsText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWorstCaseIsSaidWithItsRequests()
    {
        const SteadyFailure failure{.facts = response(503), .attemptTime = ms(10)};
        QCOMPARE(text(worstCaseSentence(nestedBoundsOf(threeAttempts(), failure, {}, {}))),
                 QStringLiteral("In the worst case a caller waits 330 ms. The server sees 3 requests."));
        QCOMPARE(text(worstCaseSentence(nestedBoundsOf(threeAttempts(Jitter::Full), failure,
                                                       {{"application", 2}}, {{"proxy", 4}}))),
                 QStringLiteral("In the worst case a caller waits 840 ms. The server sees 24 requests (2 × 3 "
                                "× 4). The caller waits 540 ms on average, and 240 ms in the best case."));
    }

    void whatIsNotTriedAgainIsSaidSo()
    {
        QCOMPARE(text(worstCaseSentence(nestedBoundsOf(threeAttempts(), {.facts = response(404)}, {}, {}))),
                 QStringLiteral("In the worst case a caller waits 0 ms. The server sees 1 request. This "
                                "client does not retry this failure."));
    }

    void theDeadlineIsSaidWithWhatWouldBeNeeded_data()
    {
        QTest::addColumn<bool>("draws");
        QTest::addColumn<int>("deadline");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("it is long enough")
            << false << 400
            << "The deadline of 400 ms is long enough for all 3 attempts, whatever the random delays are. "
               "That also holds if each attempt takes at most 33.3 ms.";
        QTest::newRow("it cuts the last attempt")
            << false << 320
            << "The deadline of 320 ms ends the call after 2 complete attempts. 2 attempts begin before "
               "the deadline, so the server sees 2 requests. To fit all 3 attempts in every case, "
               "the deadline must be at least 331 ms, or each attempt must take at most 6.66 ms.";
        QTest::newRow("the delays are too long")
            << false << 200
            << "The deadline of 200 ms ends the call after 2 complete attempts. 2 attempts begin before "
               "the deadline, so the server sees 2 requests. To fit all 3 attempts in every case, "
               "the deadline must be at least 331 ms. The delays alone are too long for the given deadline.";
        QTest::newRow("it passes before anything is known")
            << false << 5
            << "The deadline of 5 ms passes before the first attempt ends. 1 attempt begins before the "
               "deadline, so the server sees 1 request. To fit all 3 attempts in every case, the deadline "
               "must be at least 331 ms. The delays alone are too long for the given deadline.";
        QTest::newRow("it depends on the draws")
            << true << 180
            << "The deadline of 180 ms is long enough for all 3 attempts in 50 % of the calls. In the others "
               "it ends the call after 2 complete attempts. 2 to 3 attempts begin before the deadline, so "
               "the server sees 2 to 3 requests. To fit all 3 attempts in every case, the deadline must be "
               "at least 331 ms. The delays alone are too long for the given deadline.";
    }

    void theDeadlineIsSaidWithWhatWouldBeNeeded()
    {
        QFETCH(bool, draws);
        QFETCH(int, deadline);
        QTEST(deadlineText(draws ? Jitter::Full : Jitter::None, ms(deadline)), "sentence");
    }

    void manyCallsAreSaidWithTheirTokens()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        const SteadyFailure failure{.facts = response(503), .attemptTime = ms(10), .calls = 60};
        QCOMPARE(text(seriesSentence(boundsOf(resolved(policy), failure))),
                 QStringLiteral("60 calls of one client, one after another, make 160 requests in at most 1.6 "
                                "s. From call 51 on, the retry quota is too low for retries."));
    }

    void callsThatALayerRepeatsAreCountedAsTheyReachTheServer()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        const SteadyFailure failure{.facts = response(503), .attemptTime = ms(10), .calls = 60, .clients = 2};
        const std::vector<RetryLayer> app{{"app", 3, ms(1000)}};
        QCOMPARE(
            text(seriesSentence(nestedBoundsOf(resolved(policy), failure, app, {{"proxy", 2}}).call)),
            QStringLiteral("2 concurrent clients with 60 calls each, one after another, make 1,120 requests "
                           "in at most 2 min 6 s. Each client makes 180 calls, because the layers around it "
                           "repeat them. From call 17 on, the retry quota is too low for retries."));
        const SteadyFailure many{.facts = response(503), .calls = 1000};
        QVERIFY(
            seriesSentence(nestedBoundsOf(resolved(policy), many, {{"app", 1000}}, {}).call)
                .ends_with(
                    "make 1,000,000 calls of the client, each of up to 3 attempts: too many to compute."));
    }

    void whatNeverReachesTheServerIsNoRequest()
    {
        const SteadyFailure refused{.facts = faulty(FaultKind::ConnectionRefused)};
        QCOMPARE(text(worstCaseSentence(nestedBoundsOf(threeAttempts(), refused, {{"app", 2}}, {}))),
                 QStringLiteral("In the worst case a caller waits 600 ms. None of the 6 attempts (2 × 3) "
                                "reaches the server."));
    }

    void oneAttemptThatNeverReachesTheServerIsSaidSo()
    {
        Policy once = plainPolicy();
        once.attempts.max = 1;
        SteadyFailure refused{.facts = faulty(FaultKind::ConnectionRefused), .attemptTime = ms(10)};
        QCOMPARE(text(worstCaseSentence(nestedBoundsOf(resolved(once), refused, {}, {}))),
                 QStringLiteral(
                     "In the worst case a caller waits 10 ms. The only attempt does not reach the server."));
        refused.spec.deadline = ms(5);
        QCOMPARE(text(deadlineSentence(nestedBoundsOf(resolved(once), refused, {}, {}))),
                 QStringLiteral(
                     "The deadline of 5 ms passes before the first attempt ends. 1 attempt begins before "
                     "the deadline, and it never reaches the server. To fit the attempt in every case, the "
                     "deadline must be at least 10.1 ms, or each attempt must take at most 4.99 ms."));
        refused.spec.deadline = ms(320);
        QVERIFY(text(deadlineSentence(nestedBoundsOf(threeAttempts(), refused, {}, {})))
                    .contains(QStringLiteral(
                        "2 attempts begin before the deadline, and none of them reaches the server.")));
    }

    void theEndOfACallIsSaid_data()
    {
        QTest::addColumn<StopReason>("reason");
        QTest::addColumn<QString>("end");
        const auto row = [](const char* name, StopReason reason, const char* end) {
            QTest::newRow(name) << reason << QString::fromUtf8(end);
        };
        row("refused", StopReason::NotRetryable, " This client does not retry this failure.");
        row("quota", StopReason::QuotaExhausted,
            " The call ends when the retry quota (token bucket) is too low.");
        row("body", StopReason::BodyNotReplayable, " The client cannot send the body again.");
        row("rate", StopReason::NoSendToken, " The call ends when the send rate has no token left.");
        row("attempts", StopReason::AttemptsExhausted, "");
        row("time", StopReason::DeadlineExceeded, "");
        row("cancelled", StopReason::Cancelled, "");
    }
    void theEndOfACallIsSaid()
    {
        QFETCH(StopReason, reason);
        QFETCH(QString, end);
        NestedBounds bounds = nestedBoundsOf(threeAttempts(), {.facts = response(503)}, {}, {});
        bounds.call.stopReason = reason;
        QCOMPARE(text(worstCaseSentence(bounds)),
                 QStringLiteral("In the worst case a caller waits 300 ms. The server sees 3 requests.") +
                     end);
    }

    /// A share that rounds to none or to all is neither.
    void hardlyEverAndNearlyAlwaysAreSaidSo()
    {
        const auto said = [](double share) {
            NestedBounds bounds = nestedBoundsOf(threeAttempts(Jitter::Full), outageWithin(ms(180)), {}, {});
            bounds.call.deadline->allFit = share;
            return text(deadlineSentence(bounds));
        };
        QVERIFY(
            said(0.004).contains(QStringLiteral(" attempts in less than 1 % of the calls. In the others")));
        QVERIFY(said(0.01).contains(QStringLiteral(" attempts in 1 % of the calls. In the others")));
        QVERIFY(
            said(0.999).contains(QStringLiteral(" attempts in more than 99 % of the calls. In the others")));
        // Not however the delays are drawn: the deadline cuts all of them.
        NestedBounds never = nestedBoundsOf(threeAttempts(Jitter::Full), outageWithin(ms(180)), {}, {});
        never.call.deadline->allFit = 0;
        QVERIFY(text(deadlineSentence(never))
                    .startsWith(QStringLiteral("The deadline of 180 ms ends the call after 2")));
    }

    void aDeadlineWithNothingToSpareSaysNoMore()
    {
        NestedBounds bounds = nestedBoundsOf(threeAttempts(), outageWithin(ms(400)), {}, {});
        bounds.call.deadline->longestRequest.reset();
        QCOMPARE(
            text(deadlineSentence(bounds)),
            QStringLiteral(
                "The deadline of 400 ms is long enough for all 3 attempts, whatever the random delays are."));
    }

    void clientsThatMakeOneCallEachMakeNoSeries()
    {
        const SteadyFailure once{.facts = response(503), .attemptTime = ms(10), .clients = 4};
        QCOMPARE(text(seriesSentence(boundsOf(threeAttempts(), once))),
                 QStringLiteral("4 concurrent clients with 1 call each make 12 requests in at most 330 ms."));
        const SteadyFailure refused{.facts = faulty(FaultKind::ConnectionRefused), .calls = 2};
        QCOMPARE(text(seriesSentence(boundsOf(threeAttempts(), refused))),
                 QStringLiteral("2 calls of one client, one after another, make 6 attempts and no request in "
                                "at most 600 ms."));
    }

    void moreAttemptsThanCanBeCountedAreTheMost()
    {
        NestedBounds bounds =
            nestedBoundsOf(threeAttempts(), {.facts = faulty(FaultKind::ConnectionRefused)}, {}, {});
        bounds.layers.assign(8, LayerBounds{.name = "layer", .attempts = 1000, .requests = 0});
        QVERIFY(text(worstCaseSentence(bounds)).contains(QStringLiteral("more than 10^18 attempts")));
    }

    void aSuccessIsRepeatedByNoLayer()
    {
        const NestedBounds bounds =
            nestedBoundsOf(threeAttempts(), {.facts = response(200)}, {{"app", 3, ms(100)}}, {{"proxy", 2}});
        QCOMPARE(text(worstCaseSentence(bounds)),
                 QStringLiteral("In the worst case a caller waits 0 ms. The server sees 1 request. The first "
                                "response is a success, so there is no retry."));
        QVERIFY(layersSentence(bounds).empty());
    }

    void forEverIsNoTime()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = std::numeric_limits<int>::max();
        const std::string said =
            worstCaseSentence(nestedBoundsOf(resolved(policy), {.facts = response(503)}, {}, {}));
        QVERIFY2(said.starts_with("This client never gives up, so there is no worst case."), said.c_str());
    }

    void whatHappensUnderTheDeadlineComesFirst()
    {
        const auto first = [](int deadline) {
            return text(
                boundsSentences(nestedBoundsOf(threeAttempts(), outageWithin(ms(deadline)), {}, {})).front());
        };
        QVERIFY(first(320).startsWith(
            QStringLiteral("The deadline of 320 ms ends the call after 2 complete attempts")));
        QVERIFY(first(400).startsWith(QStringLiteral("In the worst case")));
        QVERIFY(worstCaseSentence(nestedBoundsOf(threeAttempts(), outageWithin(ms(320)), {}, {}))
                    .starts_with("Without the deadline a caller waits 330 ms in the worst case"));
    }

    void theAttemptsThatSurelyFitAreSaid()
    {
        const auto said = [](Jitter jitter, int deadline) {
            return text(
                fittingSentence(nestedBoundsOf(threeAttempts(jitter), outageWithin(ms(deadline)), {}, {})));
        };
        QVERIFY(said(Jitter::None, 320)
                    .startsWith(QStringLiteral("2 attempts always fit. With at most 2 attempts (1 retry) a "
                                               "call always ends within the deadline.")));
        QVERIFY(said(Jitter::None, 400).isEmpty() && said(Jitter::None, 5).isEmpty());
    }

    void atTheVeryEdgeOnlyTheLongestDrawsAreTooLong()
    {
        const QString edge = deadlineText(Jitter::Full, ms(330));
        QVERIFY2(edge.startsWith(QStringLiteral(
                     "The deadline of 330 ms is long enough for all 3 attempts, unless every random delay is "
                     "at its longest. Then it ends the call after 2 complete attempts.")),
                 qPrintable(edge));
    }

    void aWaitBeforeGivingUpIsSaid()
    {
        Policy policy = plainPolicy();
        policy.backoff = plainBackoff();
        policy.backoff.beforeGivingUp = true;
        const CallBounds bounds = boundsOf(resolved(policy), {.facts = response(503)});
        QVERIFY2(
            finalDelaySentence(bounds).starts_with("Up to 400 ms of this time pass after the last attempt"),
            finalDelaySentence(bounds).c_str());
        QVERIFY(finalDelaySentence(boundsOf(threeAttempts(), {.facts = response(503)})).empty());
    }

    void attemptsOfLayersAreToldFromRetries()
    {
        const SteadyFailure failure{.facts = response(503)};
        const QString said =
            text(layersSentence(nestedBoundsOf(threeAttempts(), failure, {{"app", 4}}, {{"proxy", 2}})));
        QVERIFY2(said.contains(
                     QStringLiteral("app makes 4 attempts (3 retries), plain makes 3 attempts (2 retries), "
                                    "proxy makes 2 attempts (1 retry)")),
                 qPrintable(said));
        QVERIFY(layersSentence(nestedBoundsOf(threeAttempts(), failure, {}, {})).empty());
    }

    void aLimitOfTheClientsOwnIsSaid()
    {
        Policy policy = plainPolicy(); // three attempts
        policy.backoff = plainBackoff();
        policy.backoff.jitter = Jitter::Full;
        policy.attempts.maxElapsed = ms(150);
        const auto bounds = [&policy](Duration deadline) {
            SteadyFailure failure{.facts = response(503), .attemptTime = ms(10)};
            failure.spec.deadline = deadline;
            return nestedBoundsOf(resolved(policy), failure, {}, {});
        };
        QCOMPARE(text(ownLimitSentence(bounds(ms(1000)).call)),
                 QStringLiteral("This client retries only in the first 150 ms of a call. This limit ends 60 "
                                "% of the calls, and the others end sooner. So the client makes 2 to 3 "
                                "attempts, 2.4 on average: short delays leave time for more."));
        QVERIFY(boundsNote(bounds(ms(1000)).call).empty()); // it has no send rate
        QVERIFY2(text(deadlineSentence(bounds(ms(1000))))
                     .startsWith(QStringLiteral("The deadline of 1 s is long enough for all attempts")),
                 qPrintable(text(deadlineSentence(bounds(ms(1000))))));
        QVERIFY2(text(deadlineSentence(bounds(ms(100))))
                     .contains(QStringLiteral(
                         "To fit all attempts in every case, the deadline must be at least 160 ms")),
                 qPrintable(text(deadlineSentence(bounds(ms(100))))));
        policy.attempts.maxElapsed = ms(5000);
        QCOMPARE(text(ownLimitSentence(bounds(ms(1000)).call)),
                 QStringLiteral(
                     "This client retries only in the first 5 s of a call, a limit that no call reaches."));
    }

    void nothingIsSaidWhereThereIsNothingToSay()
    {
        const NestedBounds bounds = nestedBoundsOf(threeAttempts(), {.facts = response(503)}, {}, {});
        QCOMPARE(boundsSentences(bounds).size(), std::size_t{1});
        QVERIFY(boundsNote(bounds.call).empty());
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstBoundsText)
#include "tst_bounds_text.moc"
