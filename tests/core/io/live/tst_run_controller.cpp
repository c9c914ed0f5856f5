// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/wire/wire_transport.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <QSignalSpy>
#include <QTest>
#include <QUrl>

#include <map>

#include <malloc.h>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;
using namespace std::chrono_literals;

namespace {

/// Requests that wait until the test responses them; shared by the transports of one test.
struct Desk
{
    struct Waiting
    {
        int client = 0;
        int call = 0;
        int attempt = 0;
        Transport::Done done;
    };
    std::map<AttemptId, Waiting> waiting;
    AttemptId lastId = 0;
    int transports = 0;

    /// Responds to the request that has waited longest.
    void responseNext(const AttemptFacts& facts)
    {
        const auto first = waiting.begin();
        const Transport::Done done = std::move(first->second.done);
        waiting.erase(first);
        done(facts);
    }
};

class DeskTransport final : public Transport
{
public:
    explicit DeskTransport(Desk& desk) : m_desk(desk) { ++m_desk.transports; }
    AttemptId send(const OutgoingAttempt& attempt, Done done) override
    {
        const AttemptId id = ++m_desk.lastId;
        m_desk.waiting[id] = {attempt.client, attempt.call, attempt.attempt, std::move(done)};
        return id;
    }
    AttemptFacts cancel(AttemptId id) override
    {
        m_desk.waiting.erase(id);
        return {};
    }

private:
    Desk& m_desk;
};

LivePorts portsOf(Desk& desk)
{
    return {.transport = [&desk] { return std::make_unique<DeskTransport>(desk); },
            .scheduler =
                [] {
                    return std::make_unique<EventLoopScheduler>();
                }};
}

LivePorts wirePorts()
{
    return {.transport = [] { return std::make_unique<WireTransport>(); },
            .scheduler =
                [] {
                    return std::make_unique<EventLoopScheduler>();
                }};
}

RunHeader headerOf(const Policy& policy)
{
    RunHeader header;
    header.spec.url = "http://127.0.0.1:9/";
    header.policy = std::make_shared<const ResolvedPolicy>(resolved(policy, header.spec));
    header.seed = 7;
    return header;
}

Policy waitingPolicy(Duration base)
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    policy.backoff.base.byDefault = base;
    return policy;
}

Scenario busyThenFine()
{
    Scenario scenario;
    scenario.id = "busy-then-fine";
    scenario.steps = {EndpointStep{.status = 503}, EndpointStep{.status = 200}};
    return scenario;
}

} // namespace

class TstRunController : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bodiesBeyondTheBudgetAreJudgedAndDropped();
    void aDroppedBodyGivesItsMemoryBack();
    void aDroppedBodyOfWhichAPartIsKeptHasNoHash();
    void headersAndFieldsBeyondTheBudgetAreShortened();
    void recordsARunThatSucceeds();
    void stopsAtOnceInTheMiddleOfALongDelay();
    void stopsAtOnceWhileAnAnswerIsAwaited();
    void stopsOnceWhenAskedFromInsideAStep();
    void runsClientsSideBySideAndCallsOneAfterAnother();
    void dropsLateEventsOfARunThatWasSuperseded();
    void canBeStartedAgainFromInsideAStep();
    void keepsTheQuotaBetweenRunsOfOnePolicy();
    void startsFreshWhenNothingShallBeKept();
    void simulatesInVirtualTime();
    void dropsAVirtualRunThatWasCancelled();
    void aStoppedVirtualRunDoesNotHoldUpTheNext();
    void playsAScenarioOnTheBuiltInEndpoint();
    void givesEachClientAnEndpointOfItsOwn();
    void aLimitOfTheServerHoldsForAllClients();
    void refusesWhatCannotRun_data();
    void refusesWhatCannotRun();
    void showsARecordFromAFile();
};

void TstRunController::bodiesBeyondTheBudgetAreJudgedAndDropped()
{
    Desk desk;
    RunController controller(portsOf(desk));
    controller.setBodyBudget(10);
    RunHeader header = headerOf(waitingPolicy(0ms));
    header.callsPerClient = 3;
    for (int run = 0; run < 2; ++run) { // each has the whole budget
        QVERIFY(controller.start(header, {}).ok());
        for (const char* body : {"sixsix", "fivefive5", "four"}) {
            AttemptFacts facts;
            Response response{.status = 200, .body = body};
            response.bodyBytes = static_cast<std::int64_t>(response.body.size());
            facts.response = std::make_shared<const Response>(response);
            facts.wire = std::make_shared<const WireFacts>(
                WireFacts{.rawReceived = std::string(5000, 'x'), .rawReceivedBytes = 5000});
            QTRY_VERIFY(!desk.waiting.empty());
            desk.responseNext(facts);
        }
        QTRY_VERIFY(!controller.isRunning());
        const auto responseOf = [&controller](int call) {
            return *controller.record().callAt(call).attempts.front().facts.response;
        };
        QCOMPARE(responseOf(0).body, std::string("sixsix"));
        QCOMPARE(responseOf(0).bodySha256, std::string());
        QCOMPARE(responseOf(1).body, std::string());
        QVERIFY(responseOf(1).bodyTruncated);
        QCOMPARE(responseOf(1).bodyBytes, std::int64_t{9});
        QCOMPARE(responseOf(1).bodySha256.size(), std::size_t{64});
        QCOMPARE(controller.record().callAt(0).attempts.front().facts.wire->rawReceived.size(),
                 std::size_t{1024});
        QCOMPARE(responseOf(2).body, std::string("four")); // there was still room for it
        QVERIFY(controller.record().allSucceeded());
    }
}

/// In bytes, by the allocator's own count; 0 where a sanitizer has another one.
std::size_t heldMemory()
{
    const struct mallinfo2 now = ::mallinfo2();
    return now.uordblks + now.hblkhd;
}

void TstRunController::aDroppedBodyGivesItsMemoryBack()
{
    constexpr std::size_t kBody = std::size_t{4} * 1024 * 1024;
    Desk desk;
    RunController controller(portsOf(desk));
    controller.setBodyBudget(0);
    RunHeader header = headerOf(waitingPolicy(0ms));
    header.callsPerClient = 8;
    QVERIFY(controller.start(header, {}).ok());
    const std::size_t before = heldMemory();
    for (int call = 0; call < header.callsPerClient; ++call) {
        QTRY_VERIFY(!desk.waiting.empty());
        AttemptFacts facts;
        facts.response = std::make_shared<const Response>(Response{
            .status = 200, .body = std::string(kBody, 'x'), .bodyBytes = static_cast<std::int64_t>(kBody)});
        desk.responseNext(facts);
    }
    QTRY_VERIFY(!controller.isRunning());
    QVERIFY2(heldMemory() < before + kBody, qPrintable(QString::number(heldMemory() - before)));
}

/// Nobody could compare it with anything.
void TstRunController::aDroppedBodyOfWhichAPartIsKeptHasNoHash()
{
    Desk desk;
    RunController controller(portsOf(desk));
    controller.setBodyBudget(0);
    QVERIFY(controller.start(headerOf(plainPolicy()), {}).ok());
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(
        Response{.status = 200, .body = "part", .bodyBytes = 400, .bodyTruncated = true});
    desk.responseNext(facts);
    const Response kept = *controller.record().callAt(0).attempts.front().facts.response;
    QCOMPARE(kept.body, std::string());
    QCOMPARE(kept.bodyBytes, std::int64_t{400});
    QCOMPARE(kept.bodySha256, std::string());
}

void TstRunController::headersAndFieldsBeyondTheBudgetAreShortened()
{
    constexpr int kCalls = 20;
    constexpr std::size_t kLong = std::size_t{32} * 1024 * 1024;
    AttemptFacts facts;
    Response large{.status = 503};
    large.headers.add("X-Large", std::string(kLong, 'x'));
    large.headers.add("Retry-After", "7");
    large.parsed.fields = {{.place = "xml:Error/Code", .text = "SlowDown"},
                           {.place = "xml:Error/Message", .text = std::string(kLong / 2, 'm')}};
    facts.response = std::make_shared<const Response>(large);
    facts.wire = std::make_shared<const WireFacts>();
    Desk desk;
    RunController controller(portsOf(desk));
    RunHeader header = headerOf(waitingPolicy(0ms));
    header.spec.service = "s3";
    header.callsPerClient = kCalls;
    QVERIFY(controller.start(header, {}).ok());
    while (controller.isRunning()) {
        QTRY_VERIFY(!desk.waiting.empty() || !controller.isRunning());
        if (!desk.waiting.empty()) {
            desk.responseNext(facts);
        }
    }
    const auto& calls = controller.record().calls();
    const AttemptFacts& first = calls.front().attempts.front().facts;
    QCOMPARE(first.response->headers.find("X-Large")->size(), kLong);
    const AttemptFacts& last = calls.back().attempts.back().facts;
    QVERIFY(last.response->headers.find("X-Large")->size() < 300);
    QCOMPARE(*last.response->headers.find("Retry-After"), std::string("7"));
    QCOMPARE(*last.response->parsed.find("xml:Error/Code"), std::string("SlowDown"));
    QVERIFY(last.response->parsed.find("xml:Error/Message")->size() < 300);
    QVERIFY2(last.wire->notes.back().find("the record is full") == 0, last.wire->notes.back().c_str());
}

void TstRunController::recordsARunThatSucceeds()
{
    Desk desk;
    RunController controller(portsOf(desk));
    QSignalSpy started(&controller, &RunController::started);
    QSignalSpy recorded(&controller, &RunController::recorded);
    QSignalSpy finished(&controller, &RunController::finished);
    QVERIFY(controller.start(headerOf(plainPolicy()), std::nullopt).ok());
    QVERIFY(controller.isRunning());
    desk.responseNext(response(503));
    desk.responseNext(response(200));
    QVERIFY(!controller.isRunning());
    QCOMPARE(started.count(), 1);
    QCOMPARE(finished.count(), 1);
    QCOMPARE(recorded.count(), 6); // call, 2 × (began, judged), call
    QVERIFY(controller.record().allSucceeded());
    QCOMPARE(controller.record().attemptCount(), 2);
    QVERIFY(controller.record().header().startedAt > kVirtualStart - std::chrono::hours{24 * 365});
}

void TstRunController::stopsAtOnceInTheMiddleOfALongDelay()
{
    Desk desk;
    RunController controller(portsOf(desk));
    QSignalSpy finished(&controller, &RunController::finished);
    QVERIFY(controller.start(headerOf(waitingPolicy(20s)), std::nullopt).ok());
    desk.responseNext(response(503));
    QVERIFY(controller.isRunning());

    controller.cancel();

    QVERIFY(!controller.isRunning());
    QCOMPARE(finished.count(), 1);
    const CallRecord& call = controller.record().calls().front();
    QVERIFY(call.verdict == CallVerdict::Cancelled);
    QVERIFY(call.stopReason == StopReason::Cancelled);
    QCOMPARE(call.attempts.size(), std::size_t(1));
    QVERIFY(call.attempts.front().actualDelay.has_value());
    QVERIFY(*call.attempts.front().actualDelay < 20s);
}

void TstRunController::stopsAtOnceWhileAnAnswerIsAwaited()
{
    Desk desk;
    RunController controller(portsOf(desk));
    RunHeader header = headerOf(plainPolicy());
    header.callsPerClient = 5;
    header.clients = 3;
    QVERIFY(controller.start(header, std::nullopt).ok());
    QCOMPARE(desk.waiting.size(), std::size_t(3));
    controller.cancel();
    QVERIFY(!controller.isRunning());
    QVERIFY(desk.waiting.empty());
    QCOMPARE(controller.record().calls().size(), std::size_t(3)); // no further call began
    for (const CallRecord& call : controller.record().calls()) {
        QVERIFY(call.verdict == CallVerdict::Cancelled);
        QVERIFY(!call.attempts.front().isRunning);
    }
}

void TstRunController::stopsOnceWhenAskedFromInsideAStep()
{
    Desk desk;
    RunController controller(portsOf(desk));
    QSignalSpy finished(&controller, &RunController::finished);
    connect(&controller, &RunController::recorded, &controller, &RunController::cancel);
    QVERIFY(controller.start(headerOf(waitingPolicy(20s)), std::nullopt).ok());
    desk.responseNext(response(503));
    QTRY_VERIFY(!controller.isRunning());
    QCOMPARE(finished.count(), 1);
    QVERIFY(controller.record().calls().front().verdict == CallVerdict::Cancelled);
}

void TstRunController::runsClientsSideBySideAndCallsOneAfterAnother()
{
    Desk desk;
    RunController controller(portsOf(desk));
    RunHeader header = headerOf(plainPolicy());
    header.clients = 2;
    header.callsPerClient = 2;
    QVERIFY(controller.start(header, std::nullopt).ok());
    QCOMPARE(desk.transports, 2);
    std::vector<std::pair<int, int>> order;
    while (!desk.waiting.empty()) {
        QCOMPARE(desk.waiting.size(), order.size() < 3 ? std::size_t(2) : std::size_t(1));
        const Desk::Waiting& next = desk.waiting.begin()->second;
        order.emplace_back(next.client, next.call);
        desk.responseNext(response(200));
    }
    QCOMPARE(order, (std::vector<std::pair<int, int>>{{1, 1}, {2, 1}, {1, 2}, {2, 2}}));
    QVERIFY(!controller.isRunning());
    QVERIFY(controller.record().allSucceeded());
}

void TstRunController::dropsLateEventsOfARunThatWasSuperseded()
{
    Desk first;
    RunController controller(portsOf(first));
    QSignalSpy finished(&controller, &RunController::finished);
    RunHeader header = headerOf(waitingPolicy(30ms));
    QVERIFY(controller.start(header, std::nullopt).ok());
    first.responseNext(response(503)); // its delay would end during the second run
    header.seed = 8;
    QVERIFY(controller.start(header, std::nullopt).ok());
    QCOMPARE(first.waiting.size(), std::size_t(1));
    first.responseNext(response(503));
    QTRY_COMPARE(first.waiting.size(), std::size_t(1)); // the second attempt of the second run only
    QCOMPARE(first.waiting.begin()->second.attempt, 2);
    first.responseNext(response(200));
    QCOMPARE(finished.count(), 1);
    QCOMPARE(controller.record().header().seed, std::uint64_t(8));
    QCOMPARE(controller.record().calls().size(), std::size_t(1));
    QCOMPARE(controller.record().attemptCount(), 2);
}

void TstRunController::canBeStartedAgainFromInsideAStep()
{
    Desk desk;
    RunController controller(portsOf(desk));
    bool hasRestarted = false;
    connect(&controller, &RunController::recorded, &controller, [&](Place place) {
        if (place.attempt >= 0 && !hasRestarted) {
            hasRestarted = true;
            QVERIFY(controller.start(headerOf(plainPolicy()), std::nullopt).ok());
        }
    });
    QVERIFY(controller.start(headerOf(plainPolicy()), std::nullopt).ok());
    QTRY_COMPARE(desk.waiting.size(), std::size_t(1)); // the first run's request goes with it
    desk.responseNext(response(200));
    QVERIFY(!controller.isRunning());
    QCOMPARE(controller.record().attemptCount(), 1);
}

void TstRunController::keepsTheQuotaBetweenRunsOfOnePolicy()
{
    Desk desk;
    RunController controller(portsOf(desk));
    Policy policy = plainPolicy();
    policy.quota = plainQuota();
    QCOMPARE(controller.quotaLevel(), std::optional<int>());
    for (const int expected : {490, 480}) {
        QVERIFY(controller.start(headerOf(policy), std::nullopt).ok());
        while (!desk.waiting.empty()) {
            desk.responseNext(response(503));
        }
        QCOMPARE(controller.quotaLevel(), std::optional<int>(expected));
    }
    policy.quota->capacity = 100; // another policy
    QVERIFY(controller.start(headerOf(policy), std::nullopt).ok());
    QCOMPARE(controller.quotaLevel(), std::optional<int>(100));
}

void TstRunController::startsFreshWhenNothingShallBeKept()
{
    Desk desk;
    RunController controller(portsOf(desk));
    Policy policy = plainPolicy();
    policy.quota = plainQuota();
    const auto failOnce = [&] {
        QVERIFY(controller.start(headerOf(policy), std::nullopt).ok());
        while (!desk.waiting.empty()) {
            desk.responseNext(response(503));
        }
    };
    controller.setKeepClientState(false);
    failOnce();
    failOnce();
    QCOMPARE(controller.quotaLevel(), std::optional<int>(490));
    controller.setKeepClientState(true);
    controller.resetClientState();
    failOnce();
    QCOMPARE(controller.quotaLevel(), std::optional<int>(490));
}

void TstRunController::simulatesInVirtualTime()
{
    Desk desk;
    RunController controller(portsOf(desk));
    QSignalSpy replaced(&controller, &RunController::replaced);
    QSignalSpy finished(&controller, &RunController::finished);
    RunHeader header = headerOf(waitingPolicy(20s));
    header.isVirtual = true;
    header.clients = 2;
    header.callsPerClient = 3;
    QVERIFY(controller.start(header, busyThenFine()).ok());
    QVERIFY(controller.isRunning());
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(desk.transports, 0);
    const RunRecord expected = simulate(header, busyThenFine());
    QVERIFY(controller.record().calls() == expected.calls());
    QCOMPARE(controller.record().calls().size(), std::size_t(6));
}

void TstRunController::dropsAVirtualRunThatWasCancelled()
{
    Desk desk;
    RunController controller(portsOf(desk));
    QSignalSpy finished(&controller, &RunController::finished);
    QSignalSpy replaced(&controller, &RunController::replaced);
    RunHeader header = headerOf(plainPolicy());
    header.isVirtual = true;
    QVERIFY(controller.start(header, busyThenFine()).ok());
    controller.cancel();
    QVERIFY(!controller.isRunning());
    header.seed = 99;
    QVERIFY(controller.start(header, busyThenFine()).ok());
    QTRY_COMPARE(finished.count(), 2); // the cancelled one, and the other
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(controller.record().header().seed, std::uint64_t(99));
}

/// Minutes of work, and more memory than there is, if it went on behind the scenes.
void TstRunController::aStoppedVirtualRunDoesNotHoldUpTheNext()
{
    Desk desk;
    RunController controller(portsOf(desk));
    QSignalSpy finished(&controller, &RunController::finished);
    RunHeader header = headerOf(plainPolicy());
    header.isVirtual = true;
    header.callsPerClient = 5'000'000;
    QVERIFY(controller.start(header, busyThenFine()).ok());
    controller.cancel();
    QVERIFY(!controller.isRunning());
    header.callsPerClient = 1;
    QVERIFY(controller.start(header, busyThenFine()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 20'000);
    QCOMPARE(controller.record().calls().size(), std::size_t(1));
}

void TstRunController::playsAScenarioOnTheBuiltInEndpoint()
{
    RunController controller(wirePorts());
    QSignalSpy ready(&controller, &RunController::endpointReady);
    QSignalSpy finished(&controller, &RunController::finished);
    RunHeader header = headerOf(plainPolicy());
    header.spec.url = "/bucket?list-type=2";
    header.callsPerClient = 2;
    const Result<Done> started = controller.start(header, busyThenFine());
    QVERIFY2(started.ok(), started.ok() ? "" : qPrintable(started.error().text()));
    QCOMPARE(ready.count(), 1);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(linesOf(controller.record()),
             (std::vector<std::string>{"retry 0.000", "succeed", "retry 0.000", "succeed"}));
    QVERIFY(controller.record().header().spec.url.ends_with("/bucket?list-type=2"));
    const AttemptRecord& last = controller.record().calls().back().attempts.back();
    QVERIFY(last.facts.wire->reused); // calls of one client share its connections
    QCOMPARE(last.facts.wire->connection, 1);
}

void TstRunController::givesEachClientAnEndpointOfItsOwn()
{
    RunController controller(wirePorts());
    QSignalSpy finished(&controller, &RunController::finished);
    RunHeader header = headerOf(plainPolicy());
    header.spec.url = "/";
    header.clients = 3;
    Scenario scenario = busyThenFine();
    scenario.perEndpoint = true;
    QVERIFY(controller.start(header, scenario).ok());
    QTRY_COMPARE(finished.count(), 1);
    for (const CallRecord& call : controller.record().calls()) {
        QCOMPARE(call.attempts.size(), std::size_t(2)); // each one met the 503 of its own endpoint
    }
}

void TstRunController::aLimitOfTheServerHoldsForAllClients()
{
    RunController controller(wirePorts());
    QSignalSpy finished(&controller, &RunController::finished);
    RunHeader header = headerOf(plainPolicy());
    header.spec.url = "/";
    header.clients = 3;
    EndpointStep step{.status = 200};
    step.throttle = ThrottleSpec{.ratePerSecond = 0.001, .burst = 1, .templateName = "any"};
    step.throttled = {EndpointStep{.status = 400}};
    QVERIFY(controller.start(header, Scenario{.id = "limited", .steps = {step}}).ok());
    QTRY_COMPARE(finished.count(), 1);
    int passed = 0;
    for (const CallRecord& call : controller.record().calls()) {
        passed += call.verdict == CallVerdict::Succeeded ? 1 : 0;
    }
    QCOMPARE(passed, 1); // whoever came first; the bucket is as full as that
}

void TstRunController::refusesWhatCannotRun_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no policy") << QStringLiteral("policy") << QStringLiteral("needs a policy");
    QTest::newRow("no client") << QStringLiteral("clients") << QStringLiteral("at least 1 client");
    QTest::newRow("no scenario") << QStringLiteral("virtual") << QStringLiteral("needs a scenario");
    QTest::newRow("no host") << QStringLiteral("url") << QStringLiteral("has no scheme");
}

void TstRunController::refusesWhatCannotRun()
{
    QFETCH(const QString, what);
    QFETCH(const QString, reason);
    Desk desk;
    RunController controller(portsOf(desk));
    RunHeader header = headerOf(plainPolicy());
    if (what == u"policy") {
        header.policy = nullptr;
    } else if (what == u"clients") {
        header.clients = 0;
    } else if (what == u"virtual") {
        header.isVirtual = true;
    } else {
        header.spec.url = "/path/only";
    }
    const Result<Done> started = controller.start(header, std::nullopt);
    QVERIFY(!started.ok());
    QVERIFY2(started.error().text().contains(reason), qPrintable(started.error().text()));
    QVERIFY(!controller.isRunning());
    QCOMPARE(desk.transports, 0);
}

void TstRunController::showsARecordFromAFile()
{
    Desk desk;
    RunController controller(portsOf(desk));
    QSignalSpy replaced(&controller, &RunController::replaced);
    QSignalSpy finished(&controller, &RunController::finished);
    QVERIFY(controller.start(headerOf(plainPolicy()), std::nullopt).ok());
    RunHeader header = headerOf(plainPolicy());
    const RunRecord saved = simulate(header, busyThenFine());
    controller.setRecord(saved);
    QVERIFY(!controller.isRunning());
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(finished.count(), 1);
    QVERIFY(controller.record().calls() == saved.calls());
    QTRY_VERIFY(desk.waiting.empty());
}

RETRYSCOPE_TEST(TstRunController)
#include "tst_run_controller.moc"
