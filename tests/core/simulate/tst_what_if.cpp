// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/seeded_dice.h"
#include "core/simulate/simulate.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <limits>
#include <set>
#include <utility>

namespace retryscope::test {

namespace {

using Lines = std::vector<std::string>;

Policy drawingPolicy(int attempts = 3)
{
    Policy policy = plainPolicy();
    policy.attempts.max = attempts;
    policy.backoff = plainBackoff();
    policy.backoff.jitter = Jitter::Full;
    return policy;
}

RunRecord recordOf(const Policy& policy, const Scenario& scenario, const RequestSpec& spec = {},
                   int calls = 1, int clients = 1)
{
    RunHeader header{.spec = spec, .seed = 3, .clients = clients, .callsPerClient = calls};
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, spec));
    return simulate(header, scenario);
}

Scenario shortOutage(int failures)
{
    return {.steps = {{.status = 503, .delay = ms(5), .repeat = failures}, {.status = 200, .delay = ms(5)}}};
}

std::vector<bool> assumedOf(const RunRecord& record)
{
    std::vector<bool> result;
    for (const AttemptRecord& attempt : record.calls().front().attempts) {
        result.push_back(attempt.assumed);
    }
    return result;
}

Policy withLimiter()
{
    Policy policy = drawingPolicy(5);
    policy.limiter = plainLimiter();
    policy.rules.front().kind = ErrorKind::Throttling;
    policy.quota = plainQuota();
    return policy;
}

Policy polling()
{
    Policy policy = drawingPolicy(5);
    policy.backoff.when = BackoffWhen::BeforeEach;
    return policy;
}

} // namespace

class TstWhatIf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSamePolicyMakesTheSameDecisions_data()
    {
        QTest::addColumn<Policy>("policy");
        QTest::addColumn<RequestSpec>("spec");
        RequestSpec hasty;
        hasty.deadline = ms(120);
        RequestSpec cut;
        cut.deadline = ms(3); // ends inside the first attempt
        QTest::newRow("drawnDelays") << drawingPolicy() << RequestSpec{};
        QTest::newRow("quotaAndSendRate") << withLimiter() << RequestSpec{};
        QTest::newRow("polling") << polling() << RequestSpec{};
        QTest::newRow("deadline") << drawingPolicy(9) << hasty;
        QTest::newRow("deadlineInsideAnAttempt") << drawingPolicy() << cut;
    }

    void theSamePolicyMakesTheSameDecisions()
    {
        QFETCH(Policy, policy);
        QFETCH(RequestSpec, spec);
        const RunRecord record = recordOf(policy, shortOutage(4), spec, 3, 2);
        const RunRecord replay = whatIf(record, policy, BeyondRecord::RepeatLast);
        QVERIFY(replay.calls() == record.calls());
    }

    void aCancelledCallIsCancelledAgain()
    {
        RunRecord record(recordOf(plainPolicy(), shortOutage(1)).header());
        AttemptRecord attempt;
        attempt.isRunning = false;
        attempt.end = Instant{ms(7)};
        attempt.facts.fault = Fault{.kind = FaultKind::Cancelled, .detail = "the user stopped the call"};
        attempt.decision = {
            .verdict = Verdict::Stop, .stopReason = StopReason::Cancelled, .kind = ErrorKind::Permanent};
        record.adopt({.end = Instant{ms(7)},
                      .verdict = CallVerdict::Cancelled,
                      .stopReason = StopReason::Cancelled,
                      .attempts = {attempt}});
        const RunRecord replay = whatIf(record, plainPolicy(), BeyondRecord::RepeatLast);
        QVERIFY(replay.calls().front().attempts.front().decision == attempt.decision);
        QCOMPARE(named(replay.calls().front().verdict), std::string("cancelled"));
    }

    void anotherPolicyJudgesTheSameAnswers()
    {
        const RunRecord record = recordOf(drawingPolicy(), shortOutage(9));
        Policy other = plainPolicy();
        other.rules.clear();
        const RunRecord replay = whatIf(record, other, BeyondRecord::RepeatLast);
        QCOMPARE(linesOf(replay), (Lines{"stop notRetryable"}));
        QVERIFY(replay.calls().front().attempts.front().facts ==
                record.calls().front().attempts.front().facts);
        QCOMPARE(replay.header().policy->policy.rules.size(), std::size_t{0});
    }

    void whereTheScriptIsKnownItGoesOn()
    {
        Scenario script = shortOutage(5); // 5 failures, then a success
        script.id = "outage";
        const RunRecord record = recordOf(plainPolicy(), script);
        QVERIFY(isPlayedBy(record, script));
        const RunRecord replay = whatIf(record, drawingPolicy(9), BeyondRecord::RepeatLast, {}, &script);
        QCOMPARE(named(replay.calls().front().verdict), std::string("succeeded"));
        QCOMPARE(replay.calls().front().attempts.size(), std::size_t{6});
        QVERIFY(std::none_of(replay.calls().front().attempts.begin(), replay.calls().front().attempts.end(),
                             [](const AttemptRecord& attempt) { return attempt.assumed; }));
    }

    void aRecordIsOnlyPlayedByWhatItMet()
    {
        QVERIFY(!isPlayedBy(recordOf(plainPolicy(), shortOutage(5)), shortOutage(5))); // a foreign endpoint
        Scenario script = shortOutage(5);
        script.id = "outage";
        const RunRecord record = recordOf(plainPolicy(), script);
        Scenario other = script;
        other.id = "another";
        QVERIFY(!isPlayedBy(record, other));
        other = script;
        other.steps.front().status = 404; // edited since
        QVERIFY(!isPlayedBy(record, other));
        other = script;
        other.perEndpoint = true;
        QVERIFY(!isPlayedBy(record, other));
    }

    void theDrawsOfTheRecordAreKept()
    {
        const RunRecord record = recordOf(drawingPolicy(), shortOutage(9));
        Policy other = drawingPolicy(5);
        other.backoff.base.byDefault = ms(1000);
        const RunRecord replay = whatIf(record, other, BeyondRecord::RepeatLast);
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(replay.calls().front().attempts[i].draw, record.calls().front().attempts[i].draw);
        }
        // Beyond the record the draws of its seed go on.
        QCOMPARE(replay.calls().front().attempts[3].draw,
                 recordOf(other, shortOutage(9)).calls().front().attempts[3].draw);
    }

    /// What a foreign client drew is not known: nothing was drawn at 0.
    void aRecordingIsDrawnForAnew()
    {
        const RunRecord record = recordOf(drawingPolicy(), shortOutage(9));
        RunHeader header = record.header();
        header.isRecorded = true;
        header.policy.reset();
        header.seed = 42;
        RunRecord recorded(header);
        for (CallRecord call : record.calls()) {
            for (AttemptRecord& attempt : call.attempts) {
                attempt.draw = 0;
            }
            recorded.adopt(std::move(call));
        }
        const RunRecord replay = whatIf(recorded, drawingPolicy(5), BeyondRecord::RepeatLast);
        std::set<double> draws;
        for (const AttemptRecord& attempt : replay.calls().front().attempts) {
            draws.insert(attempt.draw);
        }
        QCOMPARE(draws.size(), std::size_t{5});
        QVERIFY(!draws.contains(0));
        header.seed = 43;
        RunRecord other(header);
        other.adopt(recorded.callAt(0));
        QVERIFY(!draws.contains(
            whatIf(other, drawingPolicy(5), BeyondRecord::RepeatLast).callAt(0).attempts.front().draw));
    }

    void beyondTheRecordTheLastAnswerRepeats()
    {
        const RunRecord record = recordOf(plainPolicy(), shortOutage(9));
        const RunRecord replay = whatIf(record, drawingPolicy(5), BeyondRecord::RepeatLast);
        QCOMPARE(assumedOf(replay), (std::vector<bool>{false, false, false, true, true}));
        QCOMPARE(linesOf(replay).back(), std::string("stop attemptsExhausted"));
        const AttemptRecord& last = replay.calls().front().attempts.back();
        QCOMPARE(last.end - last.start, ms(5));
    }

    void beyondTheRecordASuccessCanBeAssumed()
    {
        const RunRecord record = recordOf(plainPolicy(), shortOutage(9));
        const RunRecord replay = whatIf(record, drawingPolicy(5), BeyondRecord::Succeed);
        QCOMPARE(assumedOf(replay), (std::vector<bool>{false, false, false, true}));
        QCOMPARE(linesOf(replay).back(), std::string("succeed"));
        QVERIFY(replay.allSucceeded());
    }

    /// Also under a policy that would retry anything.
    void beyondTheRecordTheReplayCanStop()
    {
        Policy stubborn = drawingPolicy(9);
        stubborn.otherwise = ErrorKind::Transient;
        const RunRecord record = recordOf(plainPolicy(), shortOutage(9));
        const RunRecord replay = whatIf(record, stubborn, BeyondRecord::Stop);
        QCOMPARE(assumedOf(replay), (std::vector<bool>{false, false, false, true}));
        QCOMPARE(linesOf(replay).back(), std::string("stop cancelled"));
        QCOMPARE(named(replay.calls().front().verdict), std::string("cancelled"));
        QCOMPARE(replay.calls().front().attempts.back().facts.fault->detail,
                 std::string("nothing more was recorded"));
    }

    void onlyCallsThatWereMadeAreMadeAgain()
    {
        RunRecord record(recordOf(plainPolicy(), shortOutage(1)).header());
        const CallRecord call = recordOf(plainPolicy(), shortOutage(1)).calls().front();
        for (const auto& [client, number] : {std::pair(1, 1), std::pair(3, 1), std::pair(3, 2)}) {
            CallRecord copy = call;
            copy.client = client;
            copy.call = number;
            record.adopt(copy);
        }
        const RunRecord replay = whatIf(record, plainPolicy(), BeyondRecord::RepeatLast);
        QCOMPARE(replay.calls().size(), std::size_t{3});
        QCOMPARE(replay.attemptCount(), 6);
        for (const CallRecord& made : replay.calls()) {
            QVERIFY(!made.attempts.back().assumed);
        }
    }

    /// A file may number its calls as it likes.
    void numbersStayAndStandForNoOtherCalls()
    {
        constexpr int kLast = std::numeric_limits<int>::max();
        const RunRecord made = recordOf(drawingPolicy(), shortOutage(9));
        RunHeader header = made.header();
        header.startStates = {{}, {.quota = 4}};
        RunRecord record(header);
        for (const auto& [client, number] : {std::pair(kLast, kLast), std::pair(2, 5), std::pair(2, 3)}) {
            CallRecord copy = made.callAt(0);
            copy.client = client;
            copy.call = number;
            record.adopt(std::move(copy));
        }
        record.adopt(record.callAt(0)); // twice the same number is two calls
        Policy other = drawingPolicy(5);
        other.quota = plainQuota();
        const RunRecord replay = whatIf(record, other, BeyondRecord::RepeatLast);
        QCOMPARE(replay.calls().size(), std::size_t{4});
        std::set<std::pair<int, int>> numbers;
        for (const CallRecord& call : replay.calls()) {
            numbers.emplace(call.client, call.call);
            // Client 2 begins with 4 tokens, and a retry costs 5; under another policy states begin anew.
            QCOMPARE(call.attempts.size(), std::size_t{5});
            QVERIFY(!call.attempts[2].assumed && call.attempts[3].assumed);
            QCOMPARE(call.attempts[1].draw, made.callAt(0).attempts[1].draw);
            QCOMPARE(call.attempts[4].draw, seededDraw(header.seed, call.client, call.call, 5));
        }
        QVERIFY((numbers == std::set<std::pair<int, int>>{{2, 3}, {2, 5}, {kLast, kLast}}));
        QCOMPARE(replay.attemptCount(), 20);
    }

    /// Its own policy, and a record in which somebody changed a decision: it is decided anew from its states.
    void aChangedRecordOfTheSamePolicyIsDecidedAnewFromItsStates()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        RunHeader header = recordOf(policy, shortOutage(9)).header();
        header.startStates = {{.quota = 5}, {.quota = 0}};
        header.clients = 2;
        const RunRecord made = simulate(header, shortOutage(9));
        RunRecord changed(header);
        for (CallRecord call : made.calls()) {
            call.attempts.back().decision.stopReason = StopReason::NotRetryable;
            call.client += 1; // of client 1, nothing is left
            changed.adopt(std::move(call));
        }
        const RunRecord replay = whatIf(changed, policy, BeyondRecord::RepeatLast);
        QCOMPARE(replay.calls().size(), std::size_t{2});
        QCOMPARE(replay.callAt(0).client, 2);
        QCOMPARE(replay.callAt(0).attempts.size(), std::size_t{1}); // its quota is empty
        QVERIFY(replay.callAt(0).stopReason == StopReason::QuotaExhausted);
        QCOMPARE(replay.callAt(1).attempts.size(), std::size_t{3}); // of client 3 nothing is known
    }

    /// It is drawn from the seed and not from the draws of attempts.
    void theIdOfACallIsThatOfASimulation()
    {
        Policy other = drawingPolicy();
        other.attemptHeaders = {{.name = "amz-sdk-invocation-id", .first = "{callId}", .later = "{callId}"}};
        const auto idOf = [](const RunRecord& run, std::size_t attempt) {
            const std::string* id =
                run.callAt(0).attempts.at(attempt).addedHeaders->find("amz-sdk-invocation-id");
            return id ? *id : std::string();
        };
        const RunRecord replay =
            whatIf(recordOf(plainPolicy(), shortOutage(9)), other, BeyondRecord::RepeatLast);
        const std::string id = idOf(recordOf(other, shortOutage(9)), 0);
        QCOMPARE(id.size(), std::size_t{36});
        QCOMPARE(idOf(replay, 0), id);
        QCOMPARE(idOf(replay, 2), id);
    }

    /// Such a call was begun, and its record ends there.
    void aCallWithoutAnAttemptIsTakenToSucceed()
    {
        RunRecord record(recordOf(plainPolicy(), shortOutage(1)).header());
        record.adopt({.verdict = CallVerdict::Running});
        const RunRecord replay = whatIf(record, drawingPolicy(), BeyondRecord::RepeatLast);
        QCOMPARE(linesOf(replay), (Lines{"succeed"}));
        QCOMPARE(assumedOf(replay), (std::vector<bool>{true}));
        QVERIFY(replay.callAt(0).end == replay.callAt(0).start);
    }

    /// Under another policy, too: what would have come after it is not known.
    void aDeadlineThatEndedAnAttemptEndsItUnderAnotherPolicy()
    {
        RequestSpec spec;
        spec.deadline = ms(100);
        const RunRecord record =
            recordOf(drawingPolicy(), {.steps = {{.status = 503}, {.status = 200, .delay = ms(5000)}}}, spec);
        QVERIFY(record.callAt(0).attempts.back().decision.stopReason == StopReason::DeadlineExceeded);
        const RunRecord again = whatIf(record, plainPolicy(), BeyondRecord::RepeatLast);
        QCOMPARE(linesOf(again).back(), std::string("stop deadlineExceeded"));
        QCOMPARE(again.callAt(0).end - again.callAt(0).start, ms(100));
        Policy quitter = plainPolicy();
        quitter.attempts.max = 1;
        QCOMPARE(linesOf(whatIf(record, quitter, BeyondRecord::RepeatLast)).back(),
                 std::string("stop attemptsExhausted"));
    }

    void aDeadlineThatEndedAnAttemptEndsItAgain()
    {
        RequestSpec spec;
        spec.deadline = ms(100);
        const Policy policy = drawingPolicy();
        const RunRecord record =
            recordOf(policy, {.steps = {{.status = 503}, {.status = 200, .delay = ms(5000)}}}, spec);
        const AttemptRecord& cut = record.calls().front().attempts.back();
        QVERIFY(cut.decision.stopReason == StopReason::DeadlineExceeded);
        const RunRecord again = whatIf(record, policy, BeyondRecord::RepeatLast);
        QCOMPARE(linesOf(again), linesOf(record));
        QVERIFY(again.calls().front().end == record.calls().front().end);
    }

    void anEmptyRecordStaysEmpty()
    {
        QVERIFY(whatIf(RunRecord{}, plainPolicy(), BeyondRecord::RepeatLast).isEmpty());
    }

    void overridesOfTheOldPolicyDoNotStickToTheNewOne()
    {
        RunHeader header = recordOf(plainPolicy(), shortOutage(1)).header();
        header.overrides = {{.path = "attempts.max", .value = "3", .origin = "--set"}};
        header.startStates = {{.quota = 1}};
        const RunRecord record = simulate(header, shortOutage(1));
        QVERIFY(whatIf(record, drawingPolicy(), BeyondRecord::Stop).header().overrides.empty());
        QVERIFY(whatIf(record, drawingPolicy(), BeyondRecord::Stop).header().startStates.empty());
        QCOMPARE(whatIf(record, plainPolicy(), BeyondRecord::Stop).header().overrides.size(), std::size_t{1});
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstWhatIf)

#include "tst_what_if.moc"
