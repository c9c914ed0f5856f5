// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempt_time.h"
#include "core/explain/state_story.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

/// Three attempts, 10 tokens, 5 a retry: the second call is refused.
Policy shortOfTokens()
{
    Policy policy = plainPolicy();
    policy.quota = plainQuota();
    policy.quota->capacity = 10;
    return policy;
}

QString storyOf(const RunRecord& record)
{
    QStringList sentences;
    for (const std::string& sentence : stateStory(record)) {
        sentences += QString::fromStdString(sentence);
    }
    return sentences.join(QLatin1Char(' '));
}

RunRecord callsOf(const Policy& policy, const std::vector<AttemptFacts>& responses, int calls)
{
    return runOf(policy, responses, {.calls = calls});
}

} // namespace

class TstStateStory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCallInWhichTheClientGivesUpByItselfIsNamed()
    {
        const RunRecord record = callsOf(shortOfTokens(), {response(503)}, 3);
        QCOMPARE(
            storyOf(record),
            QStringLiteral("The client stops retrying in call 2: 0 tokens are left, and a retry costs 5. "
                           "Each success gives back what the last retry of the call cost, or 1 token without "
                           "a retry. At the end 0 of 10 tokens are left. The quota is full again after 10 "
                           "calls that succeed at the first attempt. Time alone gives nothing back."));
        QCOMPARE(quotaStopSentences(record),
                 std::string("The client stops retrying in call 2: 0 tokens are left, and a retry costs 5. "
                             "Each success gives back what the last retry of the call cost, or 1 token "
                             "without a retry. The quota is full again after 10 calls that succeed at the "
                             "first attempt. Time alone gives nothing back."));
    }

    void aBucketThatOnlyGetsBackWhatARetryTookIsNeverFullAgain()
    {
        Policy policy = shortOfTokens();
        policy.quota->giveBack = GiveBack::LastCostOnly;
        std::vector<AttemptFacts> responses(20, response(200));
        responses.insert(responses.begin(), 4, response(503));
        QCOMPARE(
            storyOf(callsOf(policy, responses, 20)),
            QStringLiteral("The client stops retrying in call 2: 0 tokens are left, and a retry costs 5. A "
                           "success gives back what the last retry of the call cost, and nothing without a "
                           "retry. At the end 0 of 10 tokens are left. The quota is never full again."));
    }

    void aRefusalWithinACallNamesTheAttempt()
    {
        Policy policy = shortOfTokens();
        policy.quota->capacity = 7;
        QVERIFY(storyOf(callsOf(policy, {response(503)}, 1))
                    .startsWith(QStringLiteral("The client stops retrying in call 1, after attempt 2: 2 "
                                               "tokens are left, and a retry costs 5.")));
    }

    void theCallThatCanPayAgainIsNamed()
    {
        Policy policy = shortOfTokens();
        policy.quota->capacity = 5;
        policy.quota->giveBack = GiveBack::LastCostAndOne;
        std::vector<AttemptFacts> responses{response(503), response(503), response(503)};
        for (int i = 0; i < 5; ++i) {
            responses.push_back(response(200));
        }
        responses.push_back(response(503));
        responses.push_back(response(200));
        const QString story = storyOf(callsOf(policy, responses, 8));
        QVERIFY2(story.contains(QStringLiteral("The client can pay for a retry again in call 8.")),
                 qPrintable(story));
    }

    void aQuotaPerCallIsSaidToBe()
    {
        Policy policy = shortOfTokens();
        policy.quota->scope = QuotaScope::Call;
        QCOMPARE(storyOf(callsOf(policy, {response(503)}, 3)),
                 QStringLiteral("The retry quota (token bucket) of 10 tokens starts full for every call of "
                                "this client, so many calls cannot exhaust it."));
        QCOMPARE(storyOf(callsOf(policy, {response(503)}, 1)), QString());
    }

    void aQuotaThatDidNothingIsNoStory()
    {
        QCOMPARE(storyOf(callsOf(shortOfTokens(), {response(200)}, 3)), QString());
        QCOMPARE(storyOf(callsOf(plainPolicy(), {response(503)}, 3)), QString());
        QCOMPARE(quotaStopSentences(callsOf(shortOfTokens(), {response(200)}, 3)), std::string());
    }

    void theLimiterBeginsWithoutALimit()
    {
        Policy policy = plainPolicy();
        policy.limiter = plainLimiter();
        QCOMPARE(storyOf(callsOf(policy, {response(200)}, 2)),
                 QStringLiteral("No throttling response arrived, so the send rate had no limit."));
    }

    void theFirstThrottlingResponseIsNamed()
    {
        Policy policy = plainPolicy();
        policy.limiter = plainLimiter();
        policy.rules.insert(policy.rules.begin(),
                            ruleFor("throttled", {.statusIn = {{429, 429}}}, ErrorKind::Throttling));
        const QString story = storyOf(callsOf(policy, {response(200), response(429), response(200)}, 3));
        QVERIFY2(
            story.startsWith(QStringLiteral(
                "The send rate has no limit until the first throttling response, in call 2, attempt 1. ")),
            qPrintable(story));
        QVERIFY2(story.contains(QStringLiteral("minimum, 0.5 per second")), qPrintable(story));
    }

    void everyGapIsAttributed()
    {
        CallRecord call;
        call.attempts.resize(2);
        AttemptRecord& first = call.attempts[0];
        first = {.attempt = 1, .isRunning = false, .end = Instant{Duration{1000}}};
        first.decision.verdict = Verdict::Retry;
        first.decision.delay = Duration{50'000};
        AttemptRecord& second = call.attempts[1];
        second = {.attempt = 2,
                  .isRunning = false,
                  .sendDelay = Duration{2000},
                  .start = Instant{Duration{54'000}},
                  .end = Instant{Duration{54'230}}};
        second.facts.phases = {.send = Duration{30}, .wait = Duration{80}, .receive = Duration{10}};
        const std::optional<GapBefore> gap = gapBefore(call, 1, true);
        QVERIFY(gap.has_value());
        QCOMPARE(gap->whole.count(), std::int64_t{53'000});
        QCOMPARE(gap->rest.count(), std::int64_t{1000});
        QCOMPARE(gap->retryDelay + gap->sendDelay + gap->rest, gap->whole);
        QCOMPARE(gapText(call, 1, true),
                 std::string(
                     "53 ms after attempt 1: 50 ms delay, 2 ms delayed before sending, 1 ms in Retryscope"));
        QCOMPARE(gapText(call, 1, false),
                 std::string("53 ms after attempt 1: no delay, 53 ms in Retryscope"));
        QCOMPARE(gapText(call, 0, true), std::string());
        QCOMPARE(phasesText(second), std::string("0.23 ms: send 0.03 ms, wait for first byte 0.08 ms, "
                                                 "receive 0.01 ms, 0.11 ms in Retryscope, not on the wire"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstStateStory)
#include "tst_state_story.moc"
