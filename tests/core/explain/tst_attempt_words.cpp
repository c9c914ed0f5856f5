// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempt_words.h"

#include "core/explain/attempt_time.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

using namespace std::chrono_literals;

namespace retryscope::test {

/// What the table, the card and the reports say about one attempt.
class TstAttemptWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_header = {};
        m_header.policy = std::make_shared<const ResolvedPolicy>(resolved(plainPolicy()));
        m_call = {};
        m_attempt = {};
        m_attempt.isRunning = false;
        m_attempt.end = Instant{40ms};
        m_attempt.facts = response(503);
        m_attempt.decision = {.verdict = Verdict::Retry, .kind = ErrorKind::Transient};
    }

    void theNumberNamesClientAndCallWhereThereAreSeveral()
    {
        m_attempt.attempt = 2;
        m_call.call = 7;
        m_call.client = 3;
        QCOMPARE(words::number(at()), std::string("2"));
        m_header.callsPerClient = 9;
        QCOMPARE(words::number(at()), std::string("7.2"));
        m_header.clients = 4;
        QCOMPARE(words::number(at()), std::string("3/7.2"));
    }

    void whatRunsHasNoOutcomeYet()
    {
        m_attempt.isRunning = true;
        QCOMPARE(words::caption(at()), std::string("running"));
        QCOMPARE(words::verdictWithDelay(at()), std::string("Running"));
        for (const auto& text : {words::shortReason(at()), words::nameOrDash(at()), words::kindOrDash(at()),
                                 words::why(at()), words::hintText(at()), words::connection(at())}) {
            QCOMPARE(text, std::string());
        }
        QVERIFY(!words::hint(at()));
        QVERIFY(words::hints(at()).empty());
        QVERIFY(words::summary(at()).find("took") == std::string::npos);
    }

    void aRecordWithoutItsPolicySaysWhatCame()
    {
        m_header.policy = nullptr;
        QVERIFY(words::hasDelay(at()));
        QCOMPARE(words::status(at()), std::string("503"));
        QCOMPARE(words::errorName(at()), std::string());
        QCOMPARE(words::why(at()), std::string());
        QVERIFY(words::hints(at()).empty());
    }

    void aNameThatRepeatsTheStatusIsNoCaption()
    {
        m_attempt.facts = response(429);
        m_attempt.facts.response = std::make_shared<const Response>(Response{
            .status = 429, .reason = "Too Many Requests", .headers = {{{"x-amzn-errortype", "429"}}}});
        QVERIFY2(words::caption(at()) == "Too Many Requests", words::caption(at()).c_str());
    }

    void aFaultStandsInPlaceOfAStatus()
    {
        m_attempt.facts = faulty(FaultKind::ReadTimeout);
        QCOMPARE(words::status(at()), std::string("—"));
        QCOMPARE(words::nameOrDash(at()), std::string("—"));
        QCOMPARE(words::caption(at()), words::result(at()));
        m_attempt.facts.response = response(200).response;
        QVERIFY(words::result(at()).starts_with("200, "));
    }

    void theReasonPhraseStandsInForAName()
    {
        Response slow = *response(503).response;
        slow.reason = "Slow Down";
        m_attempt.facts.response = std::make_shared<const Response>(slow);
        QCOMPARE(words::caption(at()), std::string("Slow Down"));
        m_attempt.facts = {}; // of an imported file that does not show how the attempt ended
        QCOMPARE(words::caption(at()), std::string("unknown"));
    }

    /// A polling policy waits before the next attempt, which shows that delay: none follows this one.
    void aPollIsNotRetriedAtOnce()
    {
        Policy polling = plainPolicy();
        polling.backoff.when = BackoffWhen::BeforeEach;
        m_header.policy = std::make_shared<const ResolvedPolicy>(resolved(polling));
        m_attempt.decision.window = DelayWindow{0ms, 0ms};
        QCOMPARE(words::verdictWithDelay(at()), std::string("Retry"));
        QCOMPARE(words::delay(at()), std::string());
        QCOMPARE(words::delayOfWindow(at()), std::string());
    }

    void verdictsAreSaidWithTheirDelay()
    {
        QCOMPARE(words::verdictWithDelay(at()), std::string("Retry at once"));
        m_attempt.decision.delay = 1500ms;
        QCOMPARE(words::verdictWithDelay(at()), std::string("Retry after 1.5 s"));
        QCOMPARE(words::delayOfWindow(at()), std::string("1.5 s"));
        m_attempt.decision.window = DelayWindow{0ms, 2s};
        QCOMPARE(words::delayOfWindow(at()), std::string("1.5 s of 0 to 2 s"));
        m_attempt.decision.window = DelayWindow{1500ms, 1500ms};
        QCOMPARE(words::window(at()), std::string());
        m_attempt.decision = {.verdict = Verdict::Succeed};
        QCOMPARE(words::verdictWithDelay(at()), std::string("Succeed"));
        QCOMPARE(words::shortReason(at()), std::string("Took 40 ms"));
        QCOMPARE(words::kindOrDash(at()), std::string("—"));
    }

    void aStopSaysWhatUsedItUp_data()
    {
        QTest::addColumn<StopReason>("reason");
        QTest::addColumn<QString>("words");
        QTest::newRow("attempts") << StopReason::AttemptsExhausted << QStringLiteral("No attempts left");
        QTest::newRow("quota") << StopReason::QuotaExhausted << QStringLiteral("Retry quota too low");
        QTest::newRow("deadline") << StopReason::DeadlineExceeded << QStringLiteral("Deadline exceeded");
        QTest::newRow("stream") << StopReason::BodyNotReplayable
                                << QStringLiteral("Body cannot be sent again");
        QTest::newRow("limit") << StopReason::SafetyLimit << QStringLiteral("Safety limit");
        QTest::newRow("token") << StopReason::NoSendToken << QStringLiteral("No send token");
        QTest::newRow("kind") << StopReason::NotRetryable << QStringLiteral("503: transient");
        QTest::newRow("user") << StopReason::Cancelled << QStringLiteral("Cancelled");
    }
    void aStopSaysWhatUsedItUp()
    {
        QFETCH(StopReason, reason);
        QFETCH(QString, words);
        m_attempt.decision.verdict = Verdict::Stop;
        m_attempt.decision.stopReason = reason;
        QCOMPARE(QString::fromStdString(words::shortReason(at())), words);
        const bool isByUser = reason == StopReason::Cancelled;
        QCOMPARE(words::verdictWithDelay(at()), std::string(isByUser ? "Cancelled" : "Stop"));
        QCOMPARE(words::kindOrDash(at()), std::string(isByUser ? "—" : "transient"));
    }

    void aStopWithoutAKindSaysWhatCame()
    {
        m_attempt.decision = {.verdict = Verdict::Stop, .stopReason = StopReason::NotRetryable};
        QCOMPARE(words::shortReason(at()), std::string("503"));
    }

    void theConnectionIsNewOrKept()
    {
        QCOMPARE(words::connection(at()), std::string());
        WireFacts wire;
        m_attempt.facts.wire = std::make_shared<const WireFacts>(wire);
        QCOMPARE(words::connection(at()), std::string());
        wire.connection = 3;
        m_attempt.facts.wire = std::make_shared<const WireFacts>(wire);
        QCOMPARE(words::connection(at()), std::string("new, number 3"));
        QCOMPARE(phasesText(m_attempt), std::string());
        m_attempt.facts.phases.wait = Duration(40ms);
        QCOMPARE(phasesText(m_attempt), std::string("40 ms: wait for first byte 40 ms; connection 3, new"));
        wire.reused = true;
        m_attempt.facts.wire = std::make_shared<const WireFacts>(wire);
        QCOMPARE(words::connection(at()), std::string("reused, number 3"));
        QVERIFY(phasesText(m_attempt).ends_with("; connection 3, reused"));
        m_attempt.facts.hiddenSends = 1;
        QCOMPARE(words::connection(at()),
                 std::string("sent again by the HTTP library: kept connection closed"));
    }

    void theSendRateIsAllowedAndMeasured()
    {
        QCOMPARE(words::sendRate(at()), std::string());
        LimiterUpdated learned{.rateAfterPerSecond = 1.4, .measuredPerSecond = 2};
        m_attempt.decision.trace = {learned};
        QCOMPARE(words::sendRate(at()), std::string("no limit yet, 2 per second measured"));
        learned.enabled = learned.throttled = true;
        m_attempt.decision.trace = {learned};
        QCOMPARE(words::sendRate(at()),
                 std::string("1.4 per second allowed, 2 per second measured, throttled"));
    }

    void onlyAHintThatAsksForADelayIsOne()
    {
        HintApplied applied{.header = "retry-after", .text = "soon"};
        m_attempt.decision.trace = {applied};
        QVERIFY(!words::hint(at()));
        applied.asked = 2s;
        m_attempt.decision.trace = {applied};
        QVERIFY(words::hint(at()));
        m_attempt.isRunning = true;
        QVERIFY(!words::hint(at()));
    }

    void tokensAreSaidWhereTheyMoved()
    {
        QCOMPARE(words::tokens(at()), std::string());
        m_attempt.decision.trace = {QuotaCharged{.cost = 5, .before = 500, .after = 495}};
        QCOMPARE(words::tokens(at()), std::string("500 → 495"));
        m_attempt.decision = {.verdict = Verdict::Succeed,
                              .trace = {QuotaReturned{.amount = 0, .before = 500, .after = 500}}};
        QCOMPARE(words::tokens(at()), std::string("500"));
    }

    void gapsHaveTheirParts()
    {
        AttemptRecord second = m_attempt;
        second.attempt = 2;
        second.start = Instant{140ms};
        m_attempt.decision.delay = 60ms;
        m_call.attempts = {m_attempt, second};
        QCOMPARE(gapText(m_call, 0, true), std::string());
        QCOMPARE(gapText(m_call, 5, true), std::string());
        QCOMPARE(gapText(m_call, 1, true),
                 std::string("100 ms after attempt 1: 60 ms delay, 40 ms in Retryscope"));
        m_call.attempts[0].isRunning = true;
        QCOMPARE(gapText(m_call, 1, true), std::string());
    }

private:
    [[nodiscard]] AttemptContext at() const
    {
        return {.header = m_header, .call = m_call, .attempt = m_attempt};
    }

    RunHeader m_header;
    CallRecord m_call;
    AttemptRecord m_attempt;
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstAttemptWords)
#include "tst_attempt_words.moc"
