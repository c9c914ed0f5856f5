// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/runner.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <functional>
#include <memory>

namespace retryscope::test {

namespace {

using Names = std::vector<std::string>;

/// One runner over virtual ports, with everything it tells.
class Bench
{
public:
    explicit Bench(const Policy& policy, std::vector<Outcome> outcomes, RequestSpec spec = {},
                   RunLimits limits = {})
        : m_spec(std::move(spec))
        , m_policy(resolved(policy, m_spec))
        , transport(std::move(outcomes), scheduler)
        , m_dice(0.5)
        , runner(std::make_unique<Runner>(
              m_policy, m_spec, RunPorts{.transport = &transport, .scheduler = &scheduler, .dice = &m_dice},
              limits, [this](RunEvent event) {
                  events.push_back(event);
                  if (onEvent) {
                      onEvent(events.back());
                  }
              }))
    {
    }

    void start()
    {
        runner->start(1, 1, {}, [this](const ClientState&) { ++finished; });
    }

    void runOn()
    {
        while (scheduler.runNext()) {
        }
    }

    [[nodiscard]] Names names() const
    {
        Names result;
        for (const RunEvent& event : events) {
            result.push_back(nameOf(event));
        }
        return result;
    }

    [[nodiscard]] CallEnded end() const { return std::get<CallEnded>(events.back()); }

    [[nodiscard]] std::vector<Duration> sendDelays() const
    {
        std::vector<Duration> delays;
        for (const RunEvent& event : events) {
            if (const auto* began = std::get_if<AttemptBegan>(&event)) {
                delays.push_back(began->sendDelay);
            }
        }
        return delays;
    }

private:
    RequestSpec m_spec;
    ResolvedPolicy m_policy;

public:
    VirtualScheduler scheduler;
    ListTransport transport;
    std::vector<RunEvent> events;
    std::function<void(const RunEvent&)> onEvent;
    int finished = 0;

private:
    FixedDice m_dice;

public:
    std::unique_ptr<Runner> runner;
};

Policy delayingPolicy()
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    return policy;
}

Policy pollingPolicy()
{
    Policy policy = delayingPolicy();
    policy.backoff.when = BackoffWhen::BeforeEach;
    return policy;
}

RequestSpec until(Duration deadline)
{
    RequestSpec spec;
    spec.deadline = deadline;
    return spec;
}

const Outcome kBusy{.facts = response(503), .duration = ms(10)};
const Outcome kSuccess{.facts = response(200), .duration = ms(10)};
const Outcome kNever{.facts = response(200), .neverComes = true};

} // namespace

class TstRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsEverythingInOrder()
    {
        Bench bench(delayingPolicy(), {kBusy, kSuccess});
        bench.start();
        QVERIFY(bench.runner->isRunning());
        bench.runOn();
        QCOMPARE(bench.names(), (Names{"CallBegan", "AttemptBegan", "AttemptJudged", "DelayEnded",
                                       "AttemptBegan", "AttemptJudged", "CallEnded"}));
        QCOMPARE(named(bench.end().verdict), std::string("succeeded"));
        QVERIFY(!bench.end().stopReason);
        QCOMPARE(bench.end().at, Instant{ms(120)});
        QCOMPARE(bench.finished, 1);
        QVERIFY(!bench.runner->isRunning());
    }

    void aStopIsTheReasonOfTheCall()
    {
        Bench bench(plainPolicy(), {kBusy});
        bench.start();
        bench.runOn();
        QCOMPARE(named(bench.end().verdict), std::string("failed"));
        QCOMPARE(named(*bench.end().stopReason), std::string("attemptsExhausted"));
    }

    void cancellingEndsEachPhaseAtOnce_data()
    {
        QTest::addColumn<bool>("polls");
        QTest::addColumn<int>("steps"); // timers to run before Stop is pressed
        QTest::addColumn<QStringList>("events");
        const QString begun = QStringLiteral("CallBegan");
        const QString attempt = QStringLiteral("AttemptBegan");
        const QString judged = QStringLiteral("AttemptJudged");
        const QString delayed = QStringLiteral("DelayEnded");
        const QString ended = QStringLiteral("CallEnded");
        QTest::newRow("beforeTheFirstAttempt") << true << 0 << QStringList{begun, ended};
        QTest::newRow("inAnAttempt") << false << 0 << QStringList{begun, attempt, judged, ended};
        QTest::newRow("inADelay") << false << 1 << QStringList{begun, attempt, judged, delayed, ended};
        QTest::newRow("inTheSecondAttempt")
            << false << 2 << QStringList{begun, attempt, judged, delayed, attempt, judged, ended};
    }

    void cancellingEndsEachPhaseAtOnce()
    {
        QFETCH(bool, polls);
        QFETCH(int, steps);
        QFETCH(QStringList, events);
        Bench bench(polls ? pollingPolicy() : delayingPolicy(), {kBusy});
        bench.start();
        for (int i = 0; i < steps; ++i) {
            QVERIFY(bench.scheduler.runNext());
        }
        const Instant pressed = bench.scheduler.now();

        bench.runner->cancel();

        Names expected;
        for (const QString& event : events) {
            expected.push_back(event.toStdString());
        }
        QCOMPARE(bench.names(), expected);
        QCOMPARE(named(bench.end().verdict), std::string("cancelled"));
        QCOMPARE(named(*bench.end().stopReason), std::string("cancelled"));
        QCOMPARE(bench.end().at, pressed);
        QCOMPARE(bench.finished, 1);
        QVERIFY(!bench.scheduler.runNext());
        QCOMPARE(bench.names().size(), expected.size());
    }

    void aCancelledAttemptSaysSo()
    {
        Bench bench(plainPolicy(), {kNever});
        bench.start();
        bench.runner->cancel();
        const auto& judged = std::get<AttemptJudged>(bench.events[2]);
        AttemptFacts expected;
        expected.fault = Fault{.kind = FaultKind::Cancelled, .detail = "the user stopped the call"};
        QVERIFY(judged.facts == expected);
        QCOMPARE(judged.attempt, 1);
        QCOMPARE(named(*judged.decision.stopReason), std::string("cancelled"));
        QVERIFY(judged.decision.kind == ErrorKind::Permanent);
        QCOMPARE(bench.transport.cancelled(), 1);
    }

    void whatWasGivenUpInARecordIsGivenUpInItsReplay()
    {
        Bench bench(plainPolicy(), {{.facts = faulty(FaultKind::Cancelled), .duration = ms(10)}});
        bench.start();
        bench.runOn();
        QCOMPARE(bench.names(), (Names{"CallBegan", "AttemptBegan", "AttemptJudged", "CallEnded"}));
        const Decision& decision = std::get<AttemptJudged>(bench.events[2]).decision;
        QCOMPARE(named(*decision.stopReason), std::string("cancelled"));
        QVERIFY(decision.kind == ErrorKind::Permanent);
        QCOMPARE(named(bench.end().verdict), std::string("cancelled"));
        QCOMPARE(bench.finished, 1);
    }

    void whatWasSentOutlivesTheEndOfTheAttempt_data()
    {
        QTest::addColumn<bool>("byTheDeadline");
        QTest::newRow("stopped by the user") << false;
        QTest::newRow("cut by the deadline") << true;
    }

    void whatWasSentOutlivesTheEndOfTheAttempt()
    {
        QFETCH(bool, byTheDeadline);
        Outcome hangs = kNever;
        hangs.untilCancelled.phases.send = ms(2);
        WireFacts wire;
        wire.rawSent = "GET / HTTP/1.1\r\n\r\n";
        wire.rawSentBytes = 18;
        wire.connection = 1;
        hangs.untilCancelled.wire = std::make_shared<const WireFacts>(wire);
        RequestSpec spec;
        if (byTheDeadline) {
            spec.deadline = ms(1000);
        }
        Bench bench(plainPolicy(), {hangs}, spec);
        bench.start();
        if (byTheDeadline) {
            QVERIFY(bench.scheduler.runNext());
        } else {
            bench.runner->cancel();
        }
        const auto& judged = std::get<AttemptJudged>(bench.events[2]);
        QCOMPARE(named(*judged.decision.stopReason),
                 std::string(byTheDeadline ? "deadlineExceeded" : "cancelled"));
        QVERIFY(judged.facts.fault->kind == FaultKind::Cancelled);
        QVERIFY(judged.facts.wire && *judged.facts.wire == wire);
        QVERIFY(judged.facts.phases.send == OptionalDuration(ms(2)));
    }

    void cancellingTwiceOrWhenIdleDoesNothing()
    {
        Bench bench(plainPolicy(), {kNever});
        QVERIFY(bench.runner->lastVerdict() == CallVerdict::Running);
        bench.runner->cancel();
        QVERIFY(bench.events.empty());
        bench.start();
        bench.runner->cancel();
        const std::size_t told = bench.events.size();
        bench.runner->cancel();
        QCOMPARE(bench.events.size(), told);
        QCOMPARE(bench.finished, 1);
    }

    void cancellingFromInsideAnyEventEndsTheCallOnce_data()
    {
        QTest::addColumn<int>("event");
        for (int i = 0; i < 7; ++i) {
            QTest::addRow("event %d", i) << i;
        }
    }

    void cancellingFromInsideAnyEventEndsTheCallOnce()
    {
        QFETCH(int, event);
        Bench bench(delayingPolicy(), {kBusy, kSuccess});
        int told = 0;
        bench.onEvent = [&](const RunEvent&) {
            if (told++ == event) {
                bench.runner->cancel();
            }
        };
        bench.start();
        bench.runOn();
        QCOMPARE(bench.finished, 1);
        const Names names = bench.names();
        QCOMPARE(std::count(names.begin(), names.end(), "CallEnded"), std::ptrdiff_t{1});
        QCOMPARE(names.back(), std::string("CallEnded"));
        QCOMPARE(std::count(names.begin(), names.end(), "AttemptBegan"),
                 std::count(names.begin(), names.end(), "AttemptJudged"));
        const bool cameTooLate = event == 6; // CallEnded
        QCOMPARE(named(bench.end().verdict), std::string(cameTooLate ? "succeeded" : "cancelled"));
        QCOMPARE(std::count(names.begin(), names.end(), "DelayEnded"), std::ptrdiff_t{event >= 3 ? 1 : 0});
    }

    void cancellingAgainFromInsideWhatCancellingTellsDoesNothing_data()
    {
        QTest::addColumn<int>("steps");
        QTest::newRow("in an attempt") << 0;
        QTest::newRow("in a delay") << 1;
    }

    void cancellingAgainFromInsideWhatCancellingTellsDoesNothing()
    {
        QFETCH(int, steps);
        Bench once(delayingPolicy(), {kBusy});
        Bench again(delayingPolicy(), {kBusy});
        for (Bench* bench : {&once, &again}) {
            bench->start();
            for (int i = 0; i < steps; ++i) {
                QVERIFY(bench->scheduler.runNext());
            }
        }
        again.onEvent = [&again](const RunEvent&) {
            again.runner->cancel();
        };
        once.runner->cancel();
        again.runner->cancel();
        QCOMPARE(again.names(), once.names());
        QCOMPARE(again.finished, 1);
    }

    void aCallThatIsBegunFromInsideTheEndOfAnotherIsReportedAtItsOwnEnd()
    {
        Bench bench(plainPolicy(), {kSuccess});
        int reported = 0;
        bench.onEvent = [&](const RunEvent& event) {
            if (const auto* ended = std::get_if<CallEnded>(&event); ended != nullptr && ended->call == 1) {
                bench.runner->start(1, 2, {}, [&reported](const ClientState&) { ++reported; });
                QVERIFY(bench.runner->isRunning());
            }
        };
        bench.start();
        QVERIFY(bench.scheduler.runNext());
        QCOMPARE(reported, 0);
        bench.runOn();
        QCOMPARE(reported, 1);
        QCOMPARE(bench.end().call, 2);
    }

    void destroyingItFromInsideAnyEventIsTheEndOfIt_data()
    {
        cancellingFromInsideAnyEventEndsTheCallOnce_data();
    }

    void destroyingItFromInsideAnyEventIsTheEndOfIt()
    {
        QFETCH(int, event);
        Bench bench(delayingPolicy(), {kBusy, kSuccess});
        int told = 0;
        bench.onEvent = [&](const RunEvent&) {
            if (told++ == event) {
                bench.runner.reset();
            }
        };
        bench.start();
        bench.runOn();
        QCOMPARE(told, event + 1);
        QCOMPARE(bench.finished, 0);
        QCOMPARE(bench.transport.open(), std::size_t{0});
    }

    void aDestroyedRunnerIsNeverCalledBack_data()
    {
        QTest::addColumn<bool>("polls");
        QTest::addColumn<int>("steps");
        QTest::newRow("inASendDelay") << true << 0;
        QTest::newRow("inAnAttempt") << false << 0;
        QTest::newRow("inADelay") << false << 1;
    }

    void aDestroyedRunnerIsNeverCalledBack()
    {
        QFETCH(bool, polls);
        QFETCH(int, steps);
        Bench bench(polls ? pollingPolicy() : delayingPolicy(), {kBusy}, until(std::chrono::seconds{60}));
        bench.start();
        for (int i = 0; i < steps; ++i) {
            QVERIFY(bench.scheduler.runNext());
        }
        const std::size_t told = bench.events.size();
        bench.runner.reset();
        QVERIFY(!bench.scheduler.runNext());
        QCOMPARE(bench.events.size(), told);
        QCOMPARE(bench.finished, 0);
    }

    void theDeadlineEndsAnAttemptThatTakesTooLong()
    {
        Bench bench(plainPolicy(), {kNever}, until(ms(50)));
        bench.start();
        bench.runOn();
        QCOMPARE(bench.names(), (Names{"CallBegan", "AttemptBegan", "AttemptJudged", "CallEnded"}));
        QCOMPARE(named(*bench.end().stopReason), std::string("deadlineExceeded"));
        QCOMPARE(bench.end().at, Instant{ms(50)});
        const auto& judged = std::get<AttemptJudged>(bench.events[2]);
        QCOMPARE(named(judged.facts.fault->kind), std::string("cancelled"));
        QVERIFY(judged.decision.kind == ErrorKind::Timeout);
        const std::optional<DeadlineChecked> checked = findStep<DeadlineChecked>(judged.decision.trace);
        QVERIFY(checked && !checked->fits);
        QVERIFY(bench.end().verdict == CallVerdict::Failed);
        QCOMPARE(bench.transport.cancelled(), 1);
    }

    void aDeadlineIsNotBlamedOnTheCallBefore()
    {
        const RunRecord record = runOf(plainPolicy(), std::vector<Outcome>{{.facts = response(400)}, kNever},
                                       {.spec = until(ms(50)), .calls = 2});
        QCOMPARE(named(*record.callAt(0).stopReason), std::string("notRetryable"));
        QCOMPARE(named(*record.callAt(1).stopReason), std::string("deadlineExceeded"));
    }

    void withoutWaitingTheDeadlineComesSoonerByWhatWasSkipped()
    {
        Bench bench(delayingPolicy(), {kBusy, kNever}, until(ms(200)), {.noWait = true});
        bench.start();
        bench.runOn();
        QCOMPARE(named(*bench.end().stopReason), std::string("deadlineExceeded"));
        QCOMPARE(bench.end().at, Instant{ms(100)}); // 100 ms of delay were skipped
    }

    void theDeadlineEndsTheWaitBeforeAnAttempt()
    {
        Bench bench(pollingPolicy(), {kBusy}, until(ms(50)));
        bench.start();
        bench.runOn();
        QCOMPARE(bench.names(), (Names{"CallBegan", "CallEnded"}));
        QCOMPARE(named(*bench.end().stopReason), std::string("deadlineExceeded"));
    }

    void aDelayThatDoesNotFitIsNotBegun()
    {
        Bench bench(delayingPolicy(), {kBusy}, until(ms(60)));
        bench.start();
        bench.runOn();
        QCOMPARE(bench.names(), (Names{"CallBegan", "AttemptBegan", "AttemptJudged", "CallEnded"}));
        QCOMPARE(bench.end().at, Instant{ms(10)});
    }

    void waitingOnlyToGiveUpKeepsItsReasonAtTheDeadline_data()
    {
        QTest::addColumn<bool>("noWait");
        QTest::newRow("waiting") << false;
        QTest::newRow("without waiting") << true;
    }
    void waitingOnlyToGiveUpKeepsItsReasonAtTheDeadline()
    {
        QFETCH(bool, noWait);
        Policy policy = delayingPolicy();
        policy.attempts.max = 1;
        policy.backoff.beforeGivingUp = true;
        RunLimits limits;
        limits.noWait = noWait;
        Bench bench(policy, {kBusy}, until(ms(60)), limits);
        bench.start();
        bench.runOn();
        QCOMPARE(bench.names().at(3), std::string(noWait ? "CallEnded" : "DelayEnded"));
        QCOMPARE(named(*bench.end().stopReason), std::string("attemptsExhausted"));
        QCOMPARE(bench.end().at, Instant{ms(noWait ? 10 : 60)});
        QCOMPARE(bench.finished, 1);
    }

    void noTimerIsLeftBehind()
    {
        Bench bench(plainPolicy(), {kSuccess}, until(std::chrono::hours{1}));
        bench.start();
        bench.runOn();
        QCOMPARE(bench.scheduler.now(), Instant{ms(10)});
    }

    void theSafetyLimitEndsWhatWouldGoOnForEver()
    {
        Policy policy = plainPolicy();
        policy.rules.back().countsAsAttempt = false;
        Bench bench(policy, {{.facts = faulty(FaultKind::ConnectionReset)}});
        bench.start();
        bench.runOn();
        QCOMPARE(named(*bench.end().stopReason), std::string("safetyLimit"));
        const auto& last = std::get<AttemptJudged>(bench.events.at(bench.events.size() - 2));
        QCOMPARE(last.attempt, 1000);
        QVERIFY(std::get<SafetyLimitReached>(last.decision.trace.back()) == SafetyLimitReached{1000});
        QVERIFY(!last.decision.window);
    }

    void theSafetyLimitStopsRetriesOnly()
    {
        Bench succeeding(delayingPolicy(), {kSuccess}, {}, {.maxAttemptsPerCall = 1});
        succeeding.start();
        succeeding.runOn();
        QCOMPARE(named(succeeding.end().verdict), std::string("succeeded"));
        Bench failing(delayingPolicy(), {kBusy}, {}, {.maxAttemptsPerCall = 1});
        failing.start();
        failing.runOn();
        QCOMPARE(named(*failing.end().stopReason), std::string("safetyLimit"));
        QCOMPARE(std::get<AttemptJudged>(failing.events[2]).decision.delay, Duration::zero());
        QCOMPARE(failing.end().at, Instant{ms(10)}); // nothing is waited for
    }

    void manyAttemptsDoNotDeepenTheStack()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 1'000'000;
        const RunRecord record = runOf(policy, std::vector<AttemptFacts>{response(503)},
                                       RunOptions{.limits = {.maxAttemptsPerCall = 100'000}});
        QCOMPARE(record.attemptCount(), 100'000);
    }

    void withoutWaitingDelaysArePlannedButNotSlept()
    {
        Bench bench(delayingPolicy(), {kBusy, kBusy, kSuccess}, {}, {.noWait = true});
        bench.start();
        bench.runOn();
        QCOMPARE(bench.end().at, Instant{ms(30)});
        const auto& second = std::get<AttemptJudged>(bench.events.at(4));
        QCOMPARE(second.decision.delay, ms(200));
        const Names names = bench.names();
        QCOMPARE(std::count(names.begin(), names.end(), "DelayEnded"), std::ptrdiff_t{0});

        Bench polling(pollingPolicy(), {kBusy, kBusy, kSuccess}, {}, {.noWait = true});
        polling.start();
        polling.runOn();
        QCOMPARE(polling.end().at, Instant{ms(30)});
        QCOMPARE(polling.sendDelays(), (std::vector{ms(100), ms(200), ms(400)}));
    }

    void withoutWaitingTheDeadlineEndsTheSameAttempts_data()
    {
        QTest::addColumn<bool>("polls");
        QTest::addColumn<double>("deadline");
        for (const double deadline : {5.0, 50.0, 100.0, 110.0, 115.0, 130.0, 200.0, 320.0, 340.0, 1000.0}) {
            QTest::addRow("delays %g", deadline) << false << deadline;
            QTest::addRow("polls %g", deadline) << true << deadline;
        }
    }

    void withoutWaitingTheDeadlineEndsTheSameAttempts()
    {
        QFETCH(bool, polls);
        QFETCH(double, deadline);
        const Policy policy = polls ? pollingPolicy() : delayingPolicy();
        const RunOptions waiting{.spec = until(ms(deadline))};
        RunOptions hurrying = waiting;
        hurrying.limits.noWait = true;
        const RunRecord slow = runOf(policy, std::vector<Outcome>{kBusy}, waiting);
        const RunRecord quick = runOf(policy, std::vector<Outcome>{kBusy}, hurrying);
        QCOMPARE(linesOf(quick), linesOf(slow));
        QVERIFY(quick.calls().front().stopReason == slow.calls().front().stopReason);
    }

    void withoutWaitingTheSendRateIsTheSame()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 5;
        policy.limiter = plainLimiter();
        policy.rules.insert(policy.rules.begin(),
                            ruleFor("slow", {.statusIn = {{429, 429}}}, ErrorKind::Throttling));
        const std::vector<Outcome> outcomes{{.facts = response(429), .duration = ms(10)}};
        Bench slow(policy, outcomes);
        Bench quick(policy, outcomes, {}, {.noWait = true});
        for (Bench* bench : {&slow, &quick}) {
            bench->start();
            bench->runOn();
        }
        QCOMPARE(quick.sendDelays(), slow.sendDelays());
        QVERIFY(quick.sendDelays().back() > Duration::zero());
    }

    void theSendRateIsToldOnceAResponseSlowedTheClientDown()
    {
        Policy policy = plainPolicy();
        policy.limiter = plainLimiter();
        policy.rules.insert(policy.rules.begin(),
                            ruleFor("slow", {.statusIn = {{429, 429}}}, ErrorKind::Throttling));
        const std::vector<AttemptFacts> responses{response(503), response(429), response(200)};
        const RunRecord record = runOf(policy, responses);
        const std::vector<AttemptRecord>& attempts = record.callAt(0).attempts;
        QVERIFY(!attempts[0].sendRatePerSecond);
        QVERIFY(attempts[1].sendRatePerSecond && attempts[2].sendRatePerSecond);
        QVERIFY(findStep<SendDelayed>(attempts[2].admission));
        policy.limiter.reset();
        const RunRecord without = runOf(policy, responses);
        for (const AttemptRecord& attempt : without.callAt(0).attempts) {
            QVERIFY(!attempt.sendRatePerSecond);
        }
    }

    void manyCallsWhoseDeadlineIsSkippedDoNotDeepenTheStack()
    {
        const RunRecord record =
            runOf(pollingPolicy(), std::vector<Outcome>{kBusy},
                  RunOptions{.spec = until(ms(50)), .calls = 100'000, .limits = {.noWait = true}});
        QCOMPARE(record.calls().size(), std::size_t{100'000});
        QCOMPARE(record.attemptCount(), 0);
    }

    void aBatchSendsWhatWasLeft()
    {
        Policy policy = plainPolicy();
        policy.rules.front() = ruleFor("part", {.partDone = true}, ErrorKind::PartDone);
        policy.rules.front().scope = RuleScope::Successes;
        RequestSpec spec;
        spec.body = "all";
        spec.batch = BatchEnvelope{.before = "<", .after = ">", .items = 3};
        Bench bench(policy, {{.facts = partDone("two", 2)}, {.facts = partDone("one", 1)}, kSuccess}, spec);
        bench.start();
        bench.runOn();
        QCOMPARE(bench.transport.bodies(), (Names{"all", "<two>", "<one>"}));
        QCOMPARE(*std::get<AttemptBegan>(bench.events[3]).sentBody, std::string("<two>"));
    }

    void aLimiterPerCallStartsAfresh()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 1;
        policy.limiter = plainLimiter();
        policy.limiter->scope = QuotaScope::Call;
        policy.rules.front() = ruleFor("slow", {.statusIn = {{429, 429}}}, ErrorKind::Throttling);
        const RunRecord record =
            runOf(policy, std::vector<AttemptFacts>{response(429)}, RunOptions{.calls = 3});
        for (const CallRecord& call : record.calls()) {
            QCOMPARE(call.attempts.front().sendDelay, Duration::zero());
        }
    }

    void aClientThatFailsInsteadOfWaitingForASendTokenSendsNothing()
    {
        Policy policy = plainPolicy();
        policy.limiter = plainLimiter();
        policy.limiter->whenEmpty = WhenLimited::Fail;
        policy.rules.front().kind = ErrorKind::Throttling;
        Bench bench(policy, {{.facts = response(503)}});
        bench.start();
        bench.runOn();
        QCOMPARE(bench.names().back(), std::string("CallEnded"));
        QCOMPARE(named(*bench.end().stopReason), std::string("noSendToken"));
        QCOMPARE(static_cast<int>(bench.sendDelays().size()), 1);
        QVERIFY(bench.end().verdict == CallVerdict::Failed);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstRunner)

#include "tst_runner.moc"
