// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/recorder/recorder_lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;
using namespace std::chrono_literals;

/// Scenarios in place of an upstream, and on the way to one.
class TstRecorderScenario : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachCallStartsAtTheFirstStep();
    void oneCursorWhereTheScenarioWantsIt();
    void aDeclaredAttemptCanChooseTheStep();
    void faultsAreRecordedAsTheClientMeetsThem_data();
    void faultsAreRecordedAsTheClientMeetsThem();
    void aHeldBackBodyIsAskedFor();
    void aStepRespondsBeforeTheBody();
    void aStepWithTooLongABodyLeavesTheClientWaiting();
    void anOverlayFailsTheFirstOfEachCall();
    void anOverlayHoldsForSomeRequestsOnly();
    void anOverlayDelaysWhatPasses();
    void anOverlayDoesHarmToWhatPasses_data();
    void anOverlayDoesHarmToWhatPasses();
    void anOverlayPassesLongBodiesOn();
    void anOverlayAsksForAHeldBackBodyThatItFails();
    void anUpstreamThatTiresDoesNotSpoilAStep();
    void endsAfterItsDuration();
};

void TstRecorderScenario::eachCallStartsAtTheFirstStep()
{
    RecorderPlan plan;
    plan.scenario = recorderScenario({recorderStep(503), recorderStep(200, "{requestId}")});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(sdkGet("a", 1) + sdkGet("b", 1) + sdkGet("b", 2) + sdkGet("a", 2));

    QTRY_COMPARE(endedAttempts(*recorder), 4);
    const std::vector<CallRecord>& calls = recorder->record().calls();
    QCOMPARE(calls.size(), std::size_t{2});
    for (const CallRecord& call : calls) {
        QCOMPARE(call.attempts[0].facts.response->status, 503);
        QCOMPARE(call.attempts[1].facts.response->status, 200);
        QCOMPARE(call.attempts[1].facts.response->body.size(), std::size_t{16});
    }
    QCOMPARE(recorder->record().header().scenarioId, std::string("test"));
    QCOMPARE(calls[0].attempts[0].sentTarget->url, std::string("http://localhost/"));
}

void TstRecorderScenario::oneCursorWhereTheScenarioWantsIt()
{
    RecorderPlan plan;
    plan.scenario = recorderScenario({recorderStep(503), recorderStep(500), recorderStep(200)});
    plan.scenario->perEndpoint = true;
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(sdkGet("a", 1) + sdkGet("b", 1) + sdkGet("a", 2));

    QTRY_COMPARE(endedAttempts(*recorder), 3);
    const std::vector<CallRecord>& calls = recorder->record().calls();
    QCOMPARE(calls[1].attempts[0].facts.response->status, 500);
    QCOMPARE(calls[0].attempts[1].facts.response->status, 200);
}

void TstRecorderScenario::aDeclaredAttemptCanChooseTheStep()
{
    RecorderPlan plan;
    plan.scenario = recorderScenario({recorderStep(503), recorderStep(500), recorderStep(200)});
    plan.stepChoice = StepChoice::Declared;
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(sdkGet("a", 3));

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(attemptOf(*recorder).facts.response->status, 200);
}

void TstRecorderScenario::faultsAreRecordedAsTheClientMeetsThem_data()
{
    QTest::addColumn<Misbehaviour>("does");
    QTest::addColumn<FaultKind>("fault");
    QTest::addColumn<TcpEnding>("ending");
    const auto row = [](Misbehaviour does, FaultKind fault, TcpEnding ending) {
        QTest::newRow(toString(does).data()) << does << fault << ending;
    };
    row(Misbehaviour::Close, FaultKind::ClosedBeforeResponse, TcpEnding::Fin);
    row(Misbehaviour::Reset, FaultKind::ConnectionReset, TcpEnding::Reset);
    row(Misbehaviour::Truncate, FaultKind::ResponseTruncated, TcpEnding::Fin);
    row(Misbehaviour::TruncateReset, FaultKind::ResponseReset, TcpEnding::Reset);
    row(Misbehaviour::CutHead, FaultKind::ResponseTruncated, TcpEnding::Fin);
    row(Misbehaviour::Garbage, FaultKind::MalformedResponse, TcpEnding::Fin);
}

void TstRecorderScenario::faultsAreRecordedAsTheClientMeetsThem()
{
    QFETCH(Misbehaviour, does);
    QFETCH(FaultKind, fault);
    QFETCH(TcpEnding, ending);
    RecorderPlan plan;
    EndpointStep step = recorderStep(500, "abc");
    step.fault = does;
    plan.scenario = recorderScenario({step});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_COMPARE(client.ending(), ending);
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(fault));
}

void TstRecorderScenario::aHeldBackBodyIsAskedFor()
{
    RecorderPlan plan;
    plan.scenario = recorderScenario({recorderStep(503)});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send("PUT / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
    QTRY_COMPARE(client.received(), QByteArray("HTTP/1.1 100 Continue\r\n\r\n"));
    client.send("abc");

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(*attemptOf(*recorder).sentBody, std::string("abc"));
    QCOMPARE(attemptOf(*recorder).facts.response->status, 503);
    QVERIFY(client.isConnected());
}

void TstRecorderScenario::aStepRespondsBeforeTheBody()
{
    RecorderPlan plan;
    EndpointStep early = recorderStep(413, "large");
    early.beforeBody = true;
    plan.scenario = recorderScenario({recorderStep(503, "first"), early});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));
    const QByteArray head =
        "PUT / HTTP/1.1\r\nHost: localhost\r\namz-sdk-invocation-id: a\r\nContent-Length: 3\r\n\r\n";

    client.send(head + "abc" + head);

    QTRY_VERIFY(client.received().endsWith("large"));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QCOMPARE(endedAttempts(*recorder), 2);
    QCOMPARE(attemptOf(*recorder, 0).facts.response->status, 503);
    QCOMPARE(attemptOf(*recorder, 1).facts.response->status, 413);
}

void TstRecorderScenario::aStepWithTooLongABodyLeavesTheClientWaiting()
{
    RecorderPlan plan;
    EndpointStep step = recorderStep(200, "abc");
    step.announcedBytes = 100;
    plan.scenario = recorderScenario({step});
    const auto recorder = recorderWith(plan);
    {
        RawClient client(urlOf(*recorder));
        client.send(kGet);
        QTRY_VERIFY(client.received().endsWith("abc"));
        QElapsedTimer patience;
        patience.start();
        QTRY_VERIFY(patience.hasExpired(150));
        QCOMPARE(endedAttempts(*recorder), 0);
    }

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(FaultKind::ReadTimeout));
}

void TstRecorderScenario::anOverlayFailsTheFirstOfEachCall()
{
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200, "upstream"));
    RecorderPlan plan;
    plan.upstream = upstream.url();
    plan.overlay =
        recorderScenario({recorderStep(429, "<Error><Code>429</Code></Error>"), recorderStep(200)});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(sdkGet("a", 1) + sdkGet("a", 2) + sdkGet("b", 1) + sdkGet("b", 2));

    QTRY_COMPARE(endedAttempts(*recorder), 4);
    QCOMPARE(client.received().count("HTTP/1.1 429"), 2);
    QCOMPARE(client.received().count("upstream"), 2);
    QCOMPARE(upstream.received().count("GET"), 2);
    QCOMPARE(upstream.connections(), 1);
    QVERIFY(upstream.received().contains("attempt=2"));
    QVERIFY(!upstream.received().contains("attempt=1"));
}

void TstRecorderScenario::anOverlayHoldsForSomeRequestsOnly()
{
    RawUpstream upstream;
    upstream.respond = [](QByteArray& unread) {
        return unread.endsWith("\n") || unread.endsWith("abc") ? (unread.clear(), rawResponse(200))
                                                               : QByteArray();
    };
    RecorderPlan plan;
    plan.upstream = upstream.url();
    EndpointStep step = recorderStep(503);
    step.when = StepCondition{.method = "PUT", .path = "/a/*"};
    plan.overlay = recorderScenario({step});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));
    const auto put = [](const QByteArray& path) {
        return "PUT " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc";
    };

    client.send(put("/a/1"));
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    client.send(put("/b/1"));
    QTRY_COMPARE(endedAttempts(*recorder), 2);
    client.send(sdkGet("c", 1, "/a/1"));
    QTRY_COMPARE(endedAttempts(*recorder), 3);

    QCOMPARE(attemptOf(*recorder, 0).facts.response->status, 503);
    QCOMPARE(attemptOf(*recorder, 1).facts.response->status, 200);
    QCOMPARE(attemptOf(*recorder, 2).facts.response->status, 200);
    QCOMPARE(*attemptOf(*recorder, 0).sentBody, std::string("abc"));
    QVERIFY(upstream.received().startsWith(put("/b/1")));
}

void TstRecorderScenario::anOverlayDelaysWhatPasses()
{
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200));
    RecorderPlan plan;
    plan.upstream = upstream.url();
    EndpointStep step = recorderStep(200);
    step.delay = 80ms;
    plan.overlay = recorderScenario({step});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QVERIFY(*attemptOf(*recorder).facts.phases.wait >= 80ms);
    QTRY_COMPARE(client.received(), rawResponse(200));
}

void TstRecorderScenario::anOverlayDoesHarmToWhatPasses_data()
{
    QTest::addColumn<Misbehaviour>("does");
    QTest::addColumn<FaultKind>("fault");
    QTest::addColumn<TcpEnding>("ending");
    QTest::addColumn<QByteArray>("received");
    const QByteArray head = "HTTP/1.1 200 R\r\nContent-Length: 20\r\n\r\n";
    const auto row = [](Misbehaviour does, FaultKind fault, TcpEnding ending, const QByteArray& received) {
        QTest::newRow(toString(does).data()) << does << fault << ending << received;
    };
    row(Misbehaviour::Close, FaultKind::ClosedBeforeResponse, TcpEnding::Fin, {});
    row(Misbehaviour::Reset, FaultKind::ConnectionReset, TcpEnding::Reset, {});
    row(Misbehaviour::Truncate, FaultKind::ResponseTruncated, TcpEnding::Fin, head + "0123456789abcde");
    row(Misbehaviour::TruncateReset, FaultKind::ResponseReset, TcpEnding::Reset, head + "0123456789abcde");
}

void TstRecorderScenario::anOverlayDoesHarmToWhatPasses()
{
    QFETCH(Misbehaviour, does);
    QFETCH(FaultKind, fault);
    QFETCH(TcpEnding, ending);
    QFETCH(QByteArray, received);
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200, "0123456789abcdefghij"));
    RecorderPlan plan;
    plan.upstream = upstream.url();
    EndpointStep step = recorderStep(200);
    step.fault = does;
    step.pass = true;
    step.missingBytes = 5;
    plan.overlay = recorderScenario({step});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_COMPARE(client.ending(), ending);
    QTRY_COMPARE(client.received(), received);
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(fault));
    QCOMPARE(upstream.received().count("GET"), 1); // it was carried out, and nobody knows
}

void TstRecorderScenario::anOverlayPassesLongBodiesOn()
{
    constexpr qsizetype kSize = 3 * 1024 * 1024;
    RawUpstream upstream;
    RecorderPlan plan;
    plan.upstream = upstream.url();
    plan.overlay = recorderScenario({recorderStep(503), recorderStep(200)});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));
    const QByteArray request =
        "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + QByteArray::number(kSize) + "\r\n\r\n" +
        QByteArray(kSize, 'x');

    client.send(request);
    QTRY_COMPARE(client.received().count("HTTP/1.1 503"), 1);
    client.send(request);
    QTRY_COMPARE(upstream.receivedBytes(), request.size());
    upstream.send(rawResponse(200));

    QTRY_COMPARE(endedAttempts(*recorder), 2);
    QCOMPARE(recorder->record().calls().size(), std::size_t{1}); // the same again, so the same call
    QVERIFY(recorder->mostInFlight() <= Recorder::kMostInFlight);
}

void TstRecorderScenario::anOverlayAsksForAHeldBackBodyThatItFails()
{
    RawUpstream upstream;
    RecorderPlan plan;
    plan.upstream = upstream.url();
    plan.overlay = recorderScenario({recorderStep(503), recorderStep(200)});
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));
    const QByteArray head =
        "PUT / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n";

    client.send(head);
    QTRY_COMPARE(client.received(), QByteArray("HTTP/1.1 100 Continue\r\n\r\n"));
    client.send("abc");
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    client.send(head);
    QTRY_COMPARE(upstream.received(), head); // which says itself whether it wants the body
    upstream.send("HTTP/1.1 100 Continue\r\n\r\n");
    QTRY_COMPARE(client.received().count("100 Continue"), 2);
    client.send("abc");
    QTRY_COMPARE(upstream.received(), head + "abc");
    upstream.send(rawResponse(200));

    QTRY_COMPARE(endedAttempts(*recorder), 2);
}

void TstRecorderScenario::anUpstreamThatTiresDoesNotSpoilAStep()
{
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200));
    RecorderPlan plan;
    plan.upstream = upstream.url();
    EndpointStep slow = recorderStep(503);
    slow.delay = 100ms;
    plan.overlay = recorderScenario({recorderStep(200), slow, recorderStep(200)});
    plan.overlay->perEndpoint = true;
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));
    client.send(sdkGet("a", 1));
    QTRY_COMPARE(endedAttempts(*recorder), 1);

    client.send(sdkGet("a", 2));
    QTRY_COMPARE(recorder->requestCount(), 2);
    upstream.close();
    QTRY_COMPARE(endedAttempts(*recorder), 2);
    client.send(sdkGet("a", 3));

    QTRY_COMPARE(endedAttempts(*recorder), 3);
    QVERIFY(client.isConnected());
    QCOMPARE(upstream.connections(), 2);
    QVERIFY(!attemptOf(*recorder, 1).facts.fault);
}

void TstRecorderScenario::endsAfterItsDuration()
{
    RecorderPlan plan;
    plan.scenario = recorderScenario({recorderStep(200)});
    plan.duration = 20ms;
    const auto recorder = recorderWith(plan);
    QSignalSpy stopped(recorder.get(), &Recorder::stopped);

    QTRY_COMPARE(stopped.count(), 1);

    QVERIFY(recorder->record().isEmpty());
    QVERIFY(!recorder->address().isEmpty());
}

RETRYSCOPE_TEST(TstRecorderScenario)

#include "tst_recorder_scenario.moc"
