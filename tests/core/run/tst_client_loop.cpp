// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/client_loop.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

class TstClientLoop : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsFollowOneAnother()
    {
        const RunRecord record =
            runOf(plainPolicy(), std::vector<AttemptFacts>{response(200)}, RunOptions{.calls = 3});
        QCOMPARE(record.calls().size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(record.calls()[i].call, static_cast<int>(i) + 1);
            QCOMPARE(record.calls()[i].start, Instant{ms(static_cast<double>(i))});
        }
        QVERIFY(record.allSucceeded());
    }

    void theQuotaPassesFromCallToCall()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        policy.quota->capacity = 12;
        const RunRecord record =
            runOf(policy, std::vector<AttemptFacts>{response(503)}, RunOptions{.calls = 2});
        // 12 tokens pay two retries of the first call; 2 are left for the second.
        QCOMPARE(linesOf(record),
                 (std::vector<std::string>{"retry 0.000", "retry 0.000", "stop attemptsExhausted",
                                           "stop quotaExhausted"}));
    }

    void theStateGivenAtTheStartHolds()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        const RunRecord record =
            runOf(policy, std::vector<AttemptFacts>{response(503)}, RunOptions{.state = {.quota = 4}});
        QCOMPARE(linesOf(record), (std::vector<std::string>{"stop quotaExhausted"}));
    }

    void theLearnedClockPassesFromCallToCall()
    {
        Policy policy = plainPolicy();
        policy.clock = ClockSpec{};
        policy.rules.front() = ruleFor("skew", {.serverClockOff = true}, ErrorKind::ClockSkew);
        AttemptFacts facts = response(403);
        auto response = std::make_shared<Response>(*facts.response);
        response->date = WallTime{3'600'000};
        facts.response = response;
        const RunRecord record = runOf(policy, std::vector<AttemptFacts>{facts}, RunOptions{.calls = 2});
        QCOMPARE(linesOf(record),
                 (std::vector<std::string>{"retry 0.000", "stop notRetryable", "stop notRetryable"}));
    }

    void cancellingBeginsNoFurtherCall()
    {
        const ResolvedPolicy policy = resolved(plainPolicy());
        const RequestSpec spec;
        VirtualScheduler scheduler;
        ListTransport transport({{.facts = response(200)}}, scheduler);
        const FixedDice dice;
        RunRecord record;
        ClientLoop loop(policy, spec, {&transport, &scheduler, &dice}, {},
                        [&record](RunEvent event) { record.append(std::move(event)); });
        int finished = 0;
        loop.start(1, 10, {}, [&finished](const ClientState&) { ++finished; });
        QVERIFY(scheduler.runNext());
        QVERIFY(loop.isRunning());

        loop.cancel();

        QVERIFY(!loop.isRunning());
        QVERIFY(!scheduler.runNext());
        QCOMPARE(finished, 1);
        QCOMPARE(record.calls().size(), std::size_t{2});
        QCOMPARE(named(record.calls().back().verdict), std::string("cancelled"));
    }

    void manyCallsDoNotDeepenTheStack()
    {
        const RunRecord record =
            runOf(plainPolicy(), std::vector<AttemptFacts>{response(200)}, RunOptions{.calls = 100'000});
        QCOMPARE(record.attemptCount(), 100'000);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstClientLoop)

#include "tst_client_loop.moc"
