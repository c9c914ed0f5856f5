// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_record.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

Instant at(double milliseconds)
{
    return Instant{ms(milliseconds)};
}

AttemptBegan began(int client, int call, int attempt, double when)
{
    return {.client = client, .call = call, .attempt = attempt, .at = at(when)};
}

AttemptJudged judged(int client, int call, int attempt, double when)
{
    return {.client = client, .call = call, .attempt = attempt, .at = at(when), .facts = response(503)};
}

} // namespace

class TstRunRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsFoldIntoCallsAndAttempts()
    {
        RunRecord record;
        record.append(CallBegan{.at = at(1)});
        AttemptBegan first = began(1, 1, 1, 3);
        first.sendDelay = ms(2);
        first.sentBody = "x";
        record.append(first);
        record.append(judged(1, 1, 1, 10));
        record.append(DelayEnded{.attempt = 1, .actual = ms(5)});
        record.append(CallEnded{
            .at = at(15), .verdict = CallVerdict::Failed, .stopReason = StopReason::QuotaExhausted});

        AttemptRecord attempt;
        attempt.sendDelay = ms(2);
        attempt.start = at(3);
        attempt.end = at(10);
        attempt.isRunning = false;
        attempt.sentBody = "x";
        attempt.facts = response(503);
        attempt.actualDelay = ms(5);
        const CallRecord expected{.start = at(1),
                                  .end = at(15),
                                  .verdict = CallVerdict::Failed,
                                  .stopReason = StopReason::QuotaExhausted,
                                  .attempts = {attempt}};
        QCOMPARE(record.calls().size(), std::size_t{1});
        QVERIFY(record.calls().front() == expected);
        QCOMPARE(record.attemptCount(), 1);
        QCOMPARE(record.end(), at(15));
    }

    void anAttemptUnderWayIsMarked()
    {
        RunRecord record;
        record.append(CallBegan{});
        record.append(began(1, 1, 1, 0));
        QVERIFY(record.calls().front().attempts.front().isRunning);
        QCOMPARE(named(record.calls().front().verdict), std::string("running"));
    }

    void aRecordEndsWithTheLatestEvent()
    {
        RunRecord record;
        record.append(CallBegan{.client = 1, .call = 1, .at = at(1)});
        QCOMPARE(record.end(), at(1));
        record.append(AttemptBegan{.client = 1,
                                   .call = 1,
                                   .attempt = 1,
                                   .at = at(2),
                                   .admission = {BodyChecked{.isReplayable = true}}});
        QCOMPARE(record.end(), at(2));
        record.append(
            AttemptJudged{.client = 1, .call = 1, .attempt = 1, .at = at(3), .sendRatePerSecond = 4.5});
        QCOMPARE(record.end(), at(3));
        record.append(DelayEnded{.client = 1, .call = 1, .attempt = 1, .actual = ms(10)});
        QCOMPARE(record.end(), at(13));
        QCOMPARE(record.calls().front().end, at(13));
        record.append(CallEnded{.client = 1, .call = 1, .at = at(14), .verdict = CallVerdict::Failed});
        QCOMPARE(record.end(), at(14));
        QCOMPARE(record.calls().front().end, at(14));
        const AttemptRecord& attempt = record.calls().front().attempts.front();
        QCOMPARE(attempt.admission.size(), std::size_t{1});
        QCOMPARE(attempt.sendRatePerSecond.value_or(0), 4.5);

        RunRecord adopted;
        CallRecord call = record.calls().front();
        call.end = at(5);
        adopted.adopt(call);
        QCOMPARE(adopted.end(), at(13)); // a call may have been given up within its last delay
        adopted.adopt({.call = 2, .start = at(13), .end = at(20)}); // or before its first attempt
        QCOMPARE(adopted.end(), at(20));
    }

    void placesTellWhereAnEventLanded()
    {
        RunRecord record;
        const auto place = [&record](RunEvent event) {
            const RunRecord::Place landed = record.append(std::move(event));
            return std::pair(landed.call, landed.attempt);
        };
        QVERIFY(place(CallBegan{.client = 1}) == std::pair(0, -1));
        QVERIFY(place(CallBegan{.client = 2}) == std::pair(1, -1));
        QVERIFY(place(began(2, 1, 1, 0)) == std::pair(1, 0));
        QVERIFY(place(began(1, 1, 1, 0)) == std::pair(0, 0));
        QVERIFY(place(judged(2, 1, 1, 1)) == std::pair(1, 0));
        QVERIFY(place(began(2, 1, 2, 1)) == std::pair(1, 1));
        QVERIFY(place(DelayEnded{.client = 1}) == std::pair(0, 0));
        QVERIFY(place(CallEnded{.client = 2}) == std::pair(1, -1));
    }

    void aRecordSucceedsWhenEveryCallDoes()
    {
        RunRecord record;
        QVERIFY(!record.allSucceeded());
        record.append(CallBegan{});
        QVERIFY(!record.allSucceeded());
        record.append(CallEnded{.verdict = CallVerdict::Succeeded});
        QVERIFY(record.allSucceeded());
        record.append(CallBegan{.call = 2});
        record.append(CallEnded{.call = 2, .verdict = CallVerdict::Cancelled});
        QVERIFY(!record.allSucceeded());
    }

    void aCallIsMadeAgainByTheNextRoundOfItsClientOnly()
    {
        RunHeader header;
        header.loop.rounds = 2;
        const auto recordOf = [&header](const std::vector<CallRecord>& calls) {
            RunRecord record(header);
            for (const CallRecord& call : calls) {
                record.adopt(call);
            }
            return record;
        };
        const CallRecord failed{.verdict = CallVerdict::Failed};
        const CallRecord again{.call = 2, .verdict = CallVerdict::Succeeded, .round = 2};
        QVERIFY(recordOf({failed, again}).isMadeAgain(0));
        QVERIFY(recordOf({failed, again}).allSucceeded());
        QVERIFY(!recordOf({failed}).isMadeAgain(0));
        QVERIFY(!recordOf({failed, {.call = 2}}).isMadeAgain(0)); // the next call of the application
        QVERIFY(!recordOf({failed, {.client = 2, .round = 2}}).isMadeAgain(0));
        header.loop.rounds = 1; // a record that contradicts itself
        QVERIFY(!recordOf({failed, again}).isMadeAgain(0));
    }

    void adoptedCallsCountAsTheyStand()
    {
        const RunRecord original = runOf(
            plainPolicy(), std::vector<AttemptFacts>{response(503), response(200)}, RunOptions{.calls = 2});
        RunRecord copy(original.header());
        for (const CallRecord& call : original.calls()) {
            copy.adopt(call);
        }
        QVERIFY(copy.calls() == original.calls());
        QCOMPARE(copy.attemptCount(), original.attemptCount());
        QCOMPARE(copy.end(), original.end());
        QVERIFY(copy.allSucceeded());
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstRunRecord)

#include "tst_run_record.moc"
