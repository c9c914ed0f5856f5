// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/situation.h"

#include "core/facts/request_spec.h"
#include "core/io/documents/default_request.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <functional>
#include <limits>

namespace retryscope::test {

namespace {

RunRecord recordOf(const Policy& policy, const Scenario& scenario, bool noWait)
{
    const RequestSpec spec =
        scenario.request ? *scenario.request : io::defaultRequestFor(scenario.service, scenario.operation);
    RunHeader header{.spec = spec, .seed = 11, .noWait = noWait, .startedAt = kVirtualStart};
    header.clients = 2;
    header.callsPerClient = 3;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, spec));
    return simulate(header, scenario);
}

/// Names the first attempt whose decision is not found again; empty when all are.
QString firstNotFoundAgain(const RunRecord& record)
{
    SituationFinder finder(record);
    for (int call = 0; call < static_cast<int>(record.calls().size()); ++call) {
        const CallRecord& made = record.calls()[static_cast<std::size_t>(call)];
        for (int attempt = 0; attempt < std::min(static_cast<int>(made.attempts.size()), 8); ++attempt) {
            const Decision& decision = made.attempts[static_cast<std::size_t>(attempt)].decision;
            const std::optional<Situation> situation = finder.at({.call = call, .attempt = attempt});
            if (!situation || decisionIn(*situation) != decision) {
                return QStringLiteral("call %1, attempt %2").arg(made.call).arg(attempt + 1);
            }
        }
    }
    return {};
}

} // namespace

class TstSituation : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            m_presets.push_back(library.policy(entry.id).value());
        }
        QVERIFY(!m_presets.empty());
    }

    void findsEveryRecordedDecisionAgain_data()
    {
        QTest::addColumn<QString>("scenario");
        const io::Library library;
        for (const io::Library::Entry& entry : library.scenarioEntries()) {
            QTest::newRow(qPrintable(entry.id)) << entry.id;
        }
    }

    void findsEveryRecordedDecisionAgain()
    {
        QFETCH(QString, scenario);
        const Scenario script = io::Library().scenario(scenario).value();
        for (const Policy& policy : m_presets) {
            for (const bool noWait : {false, true}) {
                const QString notFound = firstNotFoundAgain(recordOf(policy, script, noWait));
                QVERIFY2(notFound.isEmpty(),
                         qPrintable(toQString(policy.id) + QStringLiteral(": ") + notFound));
            }
        }
    }

    void walkingThroughALongRecordJudgesNothingManyTimes()
    {
        Policy policy = io::Library().policy(QStringLiteral("botocore-1.29.27-adaptive")).value();
        const Scenario scenario = io::Library().scenario(QStringLiteral("always-503")).value();
        RunHeader header{.spec = io::defaultRequestFor("s3", {}), .seed = 3, .startedAt = kVirtualStart};
        header.callsPerClient = 700;
        header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
        const RunRecord record = simulate(header, scenario);
        SituationFinder finder(record);
        const int last = static_cast<int>(record.calls().size()) - 1;

        const std::optional<Situation> atTheEnd = finder.at({.call = last, .attempt = 0});

        QVERIFY(atTheEnd && decisionIn(*atTheEnd) == record.calls().back().attempts.front().decision);
        const std::int64_t once = finder.judged();
        for (int call = last; call > last - 100; --call) {
            const std::optional<Situation> situation = finder.at({.call = call, .attempt = 0});
            QVERIFY(decisionIn(*situation) ==
                    record.calls()[static_cast<std::size_t>(call)].attempts.front().decision);
        }
        QVERIFY(finder.judged() - once <= std::int64_t{100} * 257);
        QVERIFY(once <= record.attemptCount());
    }

    void aLongCallHasMilestonesOfItsOwn()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 1000;
        policy.backoff = plainBackoff();
        policy.backoff.cap = std::chrono::seconds(1);
        const RunRecord record = runOf(policy, {response(503)});
        SituationFinder finder(record);
        for (const int attempt : {999, 998, 300, 256, 255, 0}) {
            const std::optional<Situation> situation = finder.at({.call = 0, .attempt = attempt});
            QVERIFY(situation &&
                    decisionIn(*situation) ==
                        record.calls().front().attempts[static_cast<std::size_t>(attempt)].decision);
        }
        QVERIFY(finder.judged() < 999 + 6 * 257);
    }

    void hasNoSituationForAnAttemptThatWasGivenUp()
    {
        RunHeader header;
        header.policy = std::make_shared<const ResolvedPolicy>(resolved(plainPolicy()));
        RunRecord record(std::move(header));
        record.append(CallBegan{});
        record.append(AttemptBegan{});
        QVERIFY(!situationAt(record, {.call = 0, .attempt = 0}));
        record.append(AttemptJudged{.facts = faulty(FaultKind::Cancelled)});
        QVERIFY(!situationAt(record, {.call = 0, .attempt = 0}));
    }

    /// Whatever it is in which a recorded decision differs from what its policy decides.
    void aDecisionThatIsNotThePolicysIsNoticed()
    {
        RunHeader header;
        Policy policy = plainPolicy();
        policy.backoff = plainBackoff();
        header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, {}));
        const RunRecord record = simulate(header, {.steps = {{.status = 503, .repeat = 2}, {.status = 200}}});
        QVERIFY(decidesAsRecorded(record));
        const auto isNoticed = [&](const std::function<void(Decision&)>& change) {
            RunRecord changed(header);
            CallRecord call = record.calls().front();
            change(call.attempts.front().decision);
            changed.adopt(std::move(call));
            return !decidesAsRecorded(changed);
        };
        QVERIFY(!isNoticed([](Decision&) {}));
        QVERIFY(isNoticed([](Decision& decision) { decision.verdict = Verdict::Stop; }));
        QVERIFY(isNoticed([](Decision& decision) { decision.stopReason = StopReason::NotRetryable; }));
        QVERIFY(isNoticed([](Decision& decision) { decision.kind = ErrorKind::Timeout; }));
        QVERIFY(isNoticed([](Decision& decision) { decision.rule = -1; }));
        QVERIFY(isNoticed([](Decision& decision) { decision.delay += std::chrono::seconds{1}; }));
        QVERIFY(isNoticed([](Decision& decision) { decision.window.reset(); }));
        // Retryscope's own limit is not the policy's
        QVERIFY(!isNoticed([](Decision& decision) { decision.stopReason = StopReason::SafetyLimit; }));
    }

    void whatIsNotJudgedHasNoSituation()
    {
        RunHeader header;
        header.policy = std::make_shared<const ResolvedPolicy>(resolve(plainPolicy(), {}));
        const RunRecord record = simulate(header, {.steps = {{.status = 503}}});
        QVERIFY(situationAt(record, {.call = 0, .attempt = 1}));
        CallRecord call = record.calls().front();
        call.attempts.resize(2);
        call.attempts[1].isRunning = true;
        RunRecord running(header);
        running.adopt(CallRecord(call));
        QVERIFY(!situationAt(running, {.call = 0, .attempt = 1}));
        QVERIFY(situationAt(running, {.call = 0, .attempt = 0}));
        QVERIFY(decidesAsRecorded(running)); // as far as it was decided
        RunRecord nameless{RunHeader{}};
        nameless.adopt(std::move(call));
        QVERIFY(!situationAt(nameless, {.call = 0, .attempt = 0}));
    }

    void describesARecordedAttemptForAnyPolicy()
    {
        const Scenario scenario{.steps = {{.status = 503, .repeat = 1}, {.status = 200}}};
        const RunRecord record = recordOf(plainPolicy(), scenario, false);
        const GivenAttempt given = givenAttemptAt(record, {.call = 0, .attempt = 1});
        QCOMPARE(given.attempt, 2);
        QCOMPARE(given.facts.response->status, 200);
        QVERIFY(!given.tokens);
    }

    /// Then it is that of the recording; nothing was decided there that could be found again.
    void aRecordedRequestThatSaysNothingIsTheRecordings()
    {
        RunHeader header =
            recordOf(plainPolicy(), {.service = "s3", .steps = {{.status = 503}}}, false).header();
        header.isRecorded = true;
        RunRecord record(header);
        AttemptRecord attempt;
        attempt.isRunning = false;
        attempt.facts = response(503);
        record.adopt({.attempts = {attempt}});
        const GivenAttempt given = givenAttemptAt(record, {.call = 0, .attempt = 0});
        QCOMPARE(given.spec.service, header.spec.service);
        QCOMPARE(given.spec.operation, header.spec.operation);
        QCOMPARE(given.spec.method, header.spec.method);
        QCOMPARE(given.spec.url, header.spec.url);
        QVERIFY(!situationAt(record, {.call = 0, .attempt = 0}));
        QVERIFY(decidesAsRecorded(record));
        QVERIFY(!decidesAsRecorded(RunRecord()));
    }

    /// The request that starts an operation is no poll; the attempts after it are.
    void anOperationIsStartedByItsFirstAttempt()
    {
        ResolvedPolicy policy = resolved(plainPolicy());
        policy.startsOperation = true;
        GivenAttempt given{.facts = response(200), .attempt = 2};
        QVERIFY(!situationUnder(policy, given).request.isStarted);
        given.spec.poll.emplace();
        given.spec.poll->method = "GET";
        given.spec.poll->url = "/status";
        const Situation polled = situationUnder(policy, given);
        QVERIFY(polled.request.isStarted);
        QCOMPARE(polled.request.nextTarget->method, std::string("GET"));
        QCOMPARE(polled.request.attemptsCounted, 0);
        given.attempt = 1;
        QVERIFY(!situationUnder(policy, given).request.isStarted);
    }

    /// As in a run in which every attempt ends like this one.
    void rulesWithALimitHaveMatchedInTheAttemptsBefore()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 9;
        Rule rule = ruleFor("status", {.statusIn = {{503, 503}}}, ErrorKind::Transient);
        rule.atMost = 4;
        policy.rules = {rule};
        const ResolvedPolicy ready = resolved(policy);
        GivenAttempt given{.spec = {}, .facts = response(503), .attempt = 4};
        QVERIFY(decisionIn(situationUnder(ready, given)).verdict == Verdict::Retry);
        given.attempt = 5;
        QVERIFY(decisionIn(situationUnder(ready, given)).verdict == Verdict::Stop);
        given.attempt = std::numeric_limits<int>::max();
        QVERIFY(decisionIn(situationUnder(ready, given)).verdict == Verdict::Stop);

        const std::vector<AttemptFacts> others(4, response(500));
        given.attempt = 5;
        given.before = std::make_shared<const std::vector<AttemptFacts>>(others);
        QVERIFY(decisionIn(situationUnder(ready, given)).verdict == Verdict::Retry);
    }

    void whatAClientDoesNotCountIsNotCountedOfTheAttemptsBefore()
    {
        Policy policy = plainPolicy();
        Rule rule = ruleFor("misdirected", {.statusIn = {{421, 421}}}, ErrorKind::Transient);
        rule.atMost = 1;
        rule.countsAsAttempt = false;
        policy.rules = {rule};
        const GivenAttempt given{.spec = {}, .facts = response(421), .attempt = 2};
        const Situation second = situationUnder(resolved(policy), given);
        QCOMPARE(second.request.attemptsCounted, 0);
        QCOMPARE(second.request.ruleUses, std::vector<int>{1});
    }

    /// Each request of a recording says itself what it is for.
    void aRecordedRequestSaysItsService()
    {
        RunHeader header = recordOf(plainPolicy(), {.steps = {{.status = 503}}}, false).header();
        header.isRecorded = true;
        RunRecord record(header);
        AttemptRecord attempt;
        attempt.isRunning = false;
        attempt.sentTarget = RequestTarget{.method = "POST", .url = "http://127.0.0.1:8000/"};
        attempt.facts = response(503);
        auto wire = std::make_shared<WireFacts>();
        Headers sent;
        sent.add("X-Amz-Target", "DynamoDB_20120810.GetItem");
        wire->sentHeaders = std::move(sent);
        attempt.facts.wire = std::move(wire);
        record.adopt({.attempts = {attempt}});
        const GivenAttempt given = givenAttemptAt(record, {.call = 0, .attempt = 0});
        QCOMPARE(given.spec.service, std::string("dynamodb"));
        QCOMPARE(given.spec.operation, std::string("GetItem"));
        QCOMPARE(given.spec.method, std::string("POST"));
    }

private:
    std::vector<Policy> m_presets;
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstSituation)
#include "tst_situation.moc"
