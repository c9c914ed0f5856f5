// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/client_loop.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

RunRecord looped(Transport& transport, VirtualScheduler& scheduler, const OuterLoop& around, int calls,
                 const Policy& given = plainPolicy())
{
    const ResolvedPolicy policy = resolved(given);
    const RequestSpec spec;
    const FixedDice dice;
    RunHeader header;
    header.loop = around;
    RunRecord record(header);
    ClientLoop loop(
        policy, spec, {&transport, &scheduler, &dice}, {},
        [&record](RunEvent event) { record.append(std::move(event)); }, around);
    loop.start(1, calls, {}, [](const ClientState&) {});
    while (scheduler.runNext()) {
    }
    if (loop.isRunning()) {
        qFatal("the run is over, and its loop says that it goes on");
    }
    return record;
}

RunRecord looped(const std::vector<AttemptFacts>& responses, const OuterLoop& around, int calls,
                 const Policy& policy = plainPolicy())
{
    VirtualScheduler scheduler;
    std::vector<Outcome> outcomes;
    for (const AttemptFacts& facts : responses) {
        outcomes.push_back({.facts = facts});
    }
    ListTransport transport(outcomes, scheduler);
    return looped(transport, scheduler, around, calls, policy);
}

std::vector<int> roundsOf(const RunRecord& record)
{
    std::vector<int> rounds;
    for (const CallRecord& call : record.calls()) {
        rounds.push_back(call.round);
    }
    return rounds;
}

} // namespace

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

    void theQuotaPassesFromRoundToRound()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        policy.quota->capacity = 12;
        // As above, with a delay between the rounds.
        const RunRecord record = looped({response(503)}, {.rounds = 2, .delay = ms(50)}, 1, policy);
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

    void aLoopAroundTheClientMakesAFailedCallAgain()
    {
        const RunRecord record = looped({response(503)}, {.rounds = 3, .delay = ms(50)}, 2);
        QCOMPARE(roundsOf(record), (std::vector<int>{1, 2, 3, 1, 2, 3}));
        QCOMPARE(record.calls()[1].start - record.calls()[0].end, ms(50));
        QCOMPARE(record.calls()[3].start, record.calls()[2].end);
        QVERIFY(!record.allSucceeded());
        QVERIFY(record.isMadeAgain(0) && record.isMadeAgain(1) && !record.isMadeAgain(2));
    }

    void aRoundThatSucceedsEndsTheLoop()
    {
        const RunRecord record = looped(
            {response(503), response(503), response(503), response(503), response(200)}, {.rounds = 3}, 1);
        QCOMPARE(roundsOf(record), (std::vector<int>{1, 2}));
        QVERIFY(record.allSucceeded());
    }

    void aScriptedServerGoesOnWhereTheRoundBeforeLeftIt()
    {
        std::vector<int> requests;
        class Counting final : public Transport
        {
        public:
            Counting(ListTransport& inner, std::vector<int>& requests_)
                : m_inner(inner), m_requests(requests_)
            {
            }
            AttemptId send(const OutgoingAttempt& attempt, Done done) override
            {
                m_requests.push_back(attempt.callOfScript() * 100 + attempt.requestOfScript());
                return m_inner.send(attempt, std::move(done));
            }
            AttemptFacts cancel(AttemptId id) override { return m_inner.cancel(id); }

        private:
            ListTransport& m_inner;
            std::vector<int>& m_requests;
        };
        VirtualScheduler scheduler;
        ListTransport inner({{.facts = response(503)}}, scheduler);
        Counting transport(inner, requests);
        (void)looped(transport, scheduler, {.rounds = 2}, 2);
        QCOMPARE(requests, (std::vector<int>{101, 102, 103, 104, 105, 106, 201, 202, 203, 204, 205, 206}));
    }

    void cancellingBetweenTwoRoundsEndsTheRun()
    {
        const ResolvedPolicy policy = resolved(plainPolicy());
        const RequestSpec spec;
        VirtualScheduler scheduler;
        ListTransport transport({{.facts = response(400)}}, scheduler);
        const FixedDice dice;
        ClientLoop loop(policy, spec, {&transport, &scheduler, &dice}, {}, [](const RunEvent&) {},
                        {.rounds = 5, .delay = ms(1000)});
        int finished = 0;
        loop.start(1, 10, {}, [&finished](const ClientState&) { ++finished; });
        QVERIFY(scheduler.runNext());
        QVERIFY(loop.isRunning());
        loop.cancel();
        QVERIFY(!loop.isRunning() && !scheduler.runNext());
        QCOMPARE(finished, 1);
    }

    void cancellingAsAFailedCallEndsMakesNoFurtherRound()
    {
        const ResolvedPolicy policy = resolved(plainPolicy());
        const RequestSpec spec;
        VirtualScheduler scheduler;
        ListTransport transport({{.facts = response(400)}}, scheduler);
        const FixedDice dice;
        ClientLoop* running = nullptr;
        ClientLoop loop(policy, spec, {&transport, &scheduler, &dice}, {},
                        [&running](const RunEvent& event) {
                            if (std::holds_alternative<CallEnded>(event)) {
                                running->cancel();
                            }
                        },
                        {.rounds = 5});
        running = &loop;
        int finished = 0;
        loop.start(1, 10, {}, [&finished](const ClientState&) { ++finished; });
        QVERIFY(scheduler.runNext());
        QVERIFY(!loop.isRunning() && !scheduler.runNext());
        QCOMPARE(finished, 1);
    }

    void aLoopThatIsDestroyedBetweenTwoRoundsIsNeverCalledBack()
    {
        const ResolvedPolicy policy = resolved(plainPolicy());
        const RequestSpec spec;
        VirtualScheduler scheduler;
        ListTransport transport({{.facts = response(400)}}, scheduler);
        const FixedDice dice;
        int finished = 0;
        {
            ClientLoop loop(policy, spec, {&transport, &scheduler, &dice}, {}, [](const RunEvent&) {},
                            {.rounds = 5, .delay = ms(1000)});
            loop.start(1, 10, {}, [&finished](const ClientState&) { ++finished; });
            QVERIFY(scheduler.runNext());
        }
        QVERIFY(!scheduler.runNext());
        QCOMPARE(finished, 0);
    }

    void whatWasCancelledCanBeStartedAgain()
    {
        const ResolvedPolicy policy = resolved(plainPolicy());
        const RequestSpec spec;
        VirtualScheduler scheduler;
        ListTransport transport({{.facts = response(400)}}, scheduler);
        const FixedDice dice;
        std::vector<std::string> events;
        ClientLoop loop(policy, spec, {&transport, &scheduler, &dice}, {}, [&events](const RunEvent& event) {
            if (const auto* began = std::get_if<CallBegan>(&event)) {
                events.push_back("call " + std::to_string(began->call) + " at " +
                                 std::to_string(began->at.time_since_epoch().count()));
            }
        });
        loop.start(1, 10, {}, [](const ClientState&) {});
        loop.cancel();
        loop.start(1, 2, {}, [](const ClientState&) {});
        while (scheduler.runNext()) {
        }
        QCOMPARE(events, (std::vector<std::string>{"call 1 at 0", "call 1 at 0", "call 2 at 1000"}));
    }

    void withoutWaitingRoundsFollowAtOnce()
    {
        const ResolvedPolicy policy = resolved(plainPolicy());
        const RequestSpec spec;
        VirtualScheduler scheduler;
        ListTransport transport({{.facts = response(400)}}, scheduler);
        const FixedDice dice;
        RunLimits limits;
        limits.noWait = true;
        ClientLoop loop(policy, spec, {&transport, &scheduler, &dice}, limits, [](const RunEvent&) {},
                        {.rounds = 3, .delay = ms(1000)});
        loop.start(1, 1, {}, [](const ClientState&) {});
        while (scheduler.runNext()) {
        }
        QCOMPARE(scheduler.now(), Instant{ms(3)});
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
