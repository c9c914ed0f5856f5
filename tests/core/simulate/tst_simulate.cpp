// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/simulate.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

Policy quotaPolicy()
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    policy.backoff.jitter = Jitter::Full;
    policy.quota = plainQuota();
    return policy;
}

RunHeader seededHeader(const Policy& policy, std::uint64_t seed = 1)
{
    RunHeader header{.seed = seed};
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    return header;
}

const Scenario kOutage{.id = "outage",
                       .steps = {{.status = 503, .delay = ms(5), .repeat = 2}, {.status = 200}}};

} // namespace

class TstSimulate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHeaderSaysWhatRan()
    {
        const RunRecord record = simulate(seededHeader(quotaPolicy(), 7), kOutage);
        QVERIFY(record.header().isVirtual);
        QCOMPARE(record.header().startedAt, kVirtualStart);
        QCOMPARE(record.header().scenarioId, std::string("outage"));
        QCOMPARE(record.header().seed, std::uint64_t{7});
    }

    void equalSeedsGiveEqualRecords()
    {
        RunHeader header = seededHeader(quotaPolicy(), 42);
        header.clients = 3;
        header.callsPerClient = 20;
        const RunRecord first = simulate(header, kOutage);
        QVERIFY(simulate(header, kOutage).calls() == first.calls());
        header.seed = 43;
        QVERIFY(simulate(header, kOutage).calls() != first.calls());
    }

    void delaysTakeTheirTime()
    {
        Policy policy = quotaPolicy();
        policy.backoff.jitter = Jitter::None;
        const RunRecord record = simulate(seededHeader(policy), kOutage);
        QCOMPARE(record.calls().size(), std::size_t{1});
        const CallRecord& call = record.calls().front();
        QCOMPARE(call.attempts.size(), std::size_t{3});
        QCOMPARE(call.attempts[1].start, Instant{ms(105)});
        QCOMPARE(call.attempts[2].start, Instant{ms(310)});
        QCOMPARE(call.end, Instant{ms(310)});
        QVERIFY(call.attempts[0].actualDelay == ms(100));
        QVERIFY(record.allSucceeded());
    }

    void clientsRunSideBySideEachWithItsOwnQuota()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        policy.quota->capacity = 10;
        RunHeader header = seededHeader(policy);
        header.clients = 2;
        header.callsPerClient = 2;
        const RunRecord record = simulate(header, {.steps = {{.status = 503, .delay = ms(5)}}});
        QCOMPARE(record.calls().size(), std::size_t{4});
        QCOMPARE(record.calls()[0].start, Instant{});
        QCOMPARE(record.calls()[1].start, Instant{});
        for (const CallRecord& call : record.calls()) {
            QCOMPARE(call.attempts.size(), call.call == 1 ? std::size_t{3} : std::size_t{1});
        }
    }

    void clientsDrawDifferentNumbers()
    {
        RunHeader header = seededHeader(quotaPolicy());
        header.clients = 2;
        const RunRecord record = simulate(header, kOutage);
        QVERIFY(record.calls()[0].attempts[0].draw != record.calls()[1].attempts[0].draw);
    }

    void theStatesAtTheEndCanStartTheNextRun()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        const Scenario outage{.steps = {{.status = 503}}};
        RunHeader header = seededHeader(policy);
        const Simulation first = simulateClients(header, outage);
        QCOMPARE(first.endStates.size(), std::size_t{1});
        QCOMPARE(*first.endStates.front().quota, 490);
        header.startStates = first.endStates;
        QCOMPARE(*simulateClients(header, outage).endStates.front().quota, 480);
    }

    void aStopThatIsAskedForLeavesWhatWasRecorded()
    {
        RunHeader header = seededHeader(quotaPolicy());
        header.clients = 2;
        header.callsPerClient = 1000;
        int asked = 0;
        const RunRecord record = simulate(header, kOutage, [&asked](std::int64_t begun) {
            asked += begun > 0 ? 1 : 0;
            return asked > 50;
        });
        QCOMPARE(asked, 51);
        QVERIFY(record.calls().size() > 2);
        QVERIFY(record.calls().size() < 50);
        QVERIFY(record.calls().front().verdict == CallVerdict::Succeeded);
        for (auto call = record.calls().end() - 2; call != record.calls().end(); ++call) {
            QVERIFY(call->verdict == CallVerdict::Cancelled);
            QVERIFY(call->stopReason == StopReason::Cancelled);
        }
        Policy other = quotaPolicy();
        ++other.attempts.max; // under its own policy there is nothing to stop: the record comes back
        const RunRecord replayed = whatIf(record, other, BeyondRecord::Stop, [] { return true; });
        QCOMPARE(replayed.calls().size(), std::size_t{2});
        QVERIFY(replayed.calls().front().verdict == CallVerdict::Cancelled);
    }

    void noClientsMakeNoCalls()
    {
        RunHeader header = seededHeader(plainPolicy());
        header.clients = 0;
        QVERIFY(simulate(header, kOutage).isEmpty());
    }

    void manyCallsOfManyClientsEnd()
    {
        Policy policy = quotaPolicy();
        policy.quota.reset();
        RunHeader header = seededHeader(policy);
        header.clients = 100;
        header.callsPerClient = 200;
        header.spec.deadline = std::chrono::hours{1};
        const RunRecord record = simulate(header, kOutage);
        QCOMPARE(record.calls().size(), std::size_t{20'000});
        QCOMPARE(record.attemptCount(), 60'000);
        QVERIFY(record.allSucceeded());
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstSimulate)

#include "tst_simulate.moc"
