// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/fault_endpoint.h"
#include "tests/core/io/recorder/recorder_lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;
using namespace std::chrono_literals;

/// What goes wrong at an upstream reaches the client as it is, and the record says what it was.
class TstRecorderFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mirrorsWhatTheUpstreamDoes_data();
    void mirrorsWhatTheUpstreamDoes();
    void anUpstreamThatRefusesIsAReset();
    void anUpstreamWithoutANameIsToldInWords();
    void aClientThatStopsWaitingIsAReadTimeout();
    void aClientThatLeavesInsideItsRequestCancels();
    void aClientThatLeavesInsideTheResponse_data();
    void aClientThatLeavesInsideTheResponse();
    void aBodyThatIsNoneIsRefused();
    void stopCancelsWhatIsUnderWay();
    void mayBeStoppedByWhoIsToldOfARequest_data();
    void mayBeStoppedByWhoIsToldOfARequest();
    void leavingWhileTheUpstreamIsDialledIsHarmless();
};

void TstRecorderFaults::mirrorsWhatTheUpstreamDoes_data()
{
    QTest::addColumn<Misbehaviour>("does");
    QTest::addColumn<FaultKind>("fault");
    QTest::addColumn<TcpEnding>("ending");
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, Misbehaviour does, FaultKind fault, TcpEnding ending, int status) {
        QTest::newRow(name) << does << fault << ending << status;
    };
    row("close", Misbehaviour::Close, FaultKind::ClosedBeforeResponse, TcpEnding::Fin, 0);
    row("reset", Misbehaviour::Reset, FaultKind::ConnectionReset, TcpEnding::Reset, 0);
    row("truncate", Misbehaviour::Truncate, FaultKind::ResponseTruncated, TcpEnding::Fin, 500);
    row("truncate-reset", Misbehaviour::TruncateReset, FaultKind::ResponseReset, TcpEnding::Reset, 500);
    row("cut-head", Misbehaviour::CutHead, FaultKind::ResponseTruncated, TcpEnding::Fin, 0);
    row("garbage", Misbehaviour::Garbage, FaultKind::MalformedResponse, TcpEnding::Fin, 0);
}

void TstRecorderFaults::mirrorsWhatTheUpstreamDoes()
{
    QFETCH(Misbehaviour, does);
    QFETCH(FaultKind, fault);
    QFETCH(TcpEnding, ending);
    QFETCH(int, status);
    FaultEndpoint upstream;
    EndpointStep step = recorderStep(500, "abc");
    step.fault = does;
    QVERIFY(upstream.open(recorderScenario({step})));
    RawClient direct(upstream.url());
    direct.send(kGet);
    QTRY_COMPARE(direct.ending(), ending);
    RecorderPlan plan;
    plan.upstream = upstream.url().toString().toStdString();
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_COMPARE(client.ending(), ending);
    QTRY_COMPARE(withoutDate(client.received()), withoutDate(direct.received()));
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    const AttemptFacts& facts = attemptOf(*recorder).facts;
    QVERIFY(facts.fault);
    QCOMPARE(named(facts.fault->kind), named(fault));
    QCOMPARE(facts.response ? facts.response->status : 0, status);
}

void TstRecorderFaults::anUpstreamThatRefusesIsAReset()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    upstream.stopListening();
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_COMPARE(client.ending(), TcpEnding::Reset);
    QCOMPARE(client.received(), QByteArray());
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(FaultKind::ConnectionRefused));
    QVERIFY(!attemptOf(*recorder).facts.response);
}

void TstRecorderFaults::anUpstreamWithoutANameIsToldInWords()
{
    RecorderPlan plan;
    plan.upstream = "http://no-such-host.invalid";
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello");

    QTRY_VERIFY_WITH_TIMEOUT(client.received().startsWith("HTTP/1.1 502 "), 20'000);
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QVERIFY(client.received().contains("retryscope recorder: cannot reach the server: "));
    QVERIFY(!client.received().contains("hostNotFound")); // an internal name
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(FaultKind::HostNotFound));
}

void TstRecorderFaults::aClientThatStopsWaitingIsAReadTimeout()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    {
        RawClient client(urlOf(*recorder));
        client.send(kGet);
        QTRY_VERIFY(!upstream.received().isEmpty());
    }

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(FaultKind::ReadTimeout));
    QTRY_VERIFY(!upstream.isOpen());
}

void TstRecorderFaults::aClientThatLeavesInsideItsRequestCancels()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    {
        RawClient client(urlOf(*recorder));
        client.send("PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc");
        QTRY_VERIFY(upstream.received().endsWith("abc"));
    }

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(FaultKind::Cancelled));
    QTRY_VERIFY(!upstream.isOpen());
}

void TstRecorderFaults::aClientThatLeavesInsideTheResponse_data()
{
    QTest::addColumn<bool>("waits");
    QTest::newRow("after a while without a byte") << true;
    QTest::newRow("at once") << false;
}

void TstRecorderFaults::aClientThatLeavesInsideTheResponse()
{
    QFETCH(bool, waits);
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    {
        RawClient client(urlOf(*recorder));
        client.send(kGet);
        QTRY_VERIFY(!upstream.received().isEmpty());
        upstream.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
        QTRY_VERIFY(client.received().endsWith("abc"));
        if (waits) {
            QElapsedTimer patience;
            patience.start();
            QTRY_VERIFY(patience.hasExpired(150));
        }
    }

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    const AttemptFacts& facts = attemptOf(*recorder).facts;
    QVERIFY(!waits || facts.fault->kind == FaultKind::ReadTimeout);
    QVERIFY(facts.fault->kind == FaultKind::ReadTimeout || facts.fault->kind == FaultKind::Cancelled);
    QCOMPARE(facts.response->status, 200);
    QCOMPARE(facts.response->body, std::string("abc"));
}

void TstRecorderFaults::aBodyThatIsNoneIsRefused()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("PUT / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n\r\n");

    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 400 "));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QTRY_VERIFY(!upstream.isOpen());
    QCOMPARE(endedAttempts(*recorder), 1);
}

void TstRecorderFaults::stopCancelsWhatIsUnderWay()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));
    client.send(kGet);
    QTRY_VERIFY(!upstream.received().isEmpty());

    recorder->stop();

    QCOMPARE(recorder->record().calls().size(), std::size_t{1});
    QVERIFY(recorder->record().calls()[0].verdict == CallVerdict::Cancelled);
    QTRY_VERIFY(!client.isConnected());
    QTRY_VERIFY(!upstream.isOpen());
}

void TstRecorderFaults::mayBeStoppedByWhoIsToldOfARequest_data()
{
    QTest::addColumn<bool>("hasOverlay");
    QTest::newRow("proxy") << false;
    QTest::newRow("overlay") << true;
}

void TstRecorderFaults::mayBeStoppedByWhoIsToldOfARequest()
{
    QFETCH(bool, hasOverlay);
    RawUpstream upstream;
    RecorderPlan plan;
    plan.upstream = upstream.url();
    if (hasOverlay) {
        plan.overlay = recorderScenario({recorderStep(503)});
    }
    const auto recorder = recorderWith(plan);
    connect(recorder.get(), &Recorder::requestSeen, recorder.get(), &Recorder::stop);
    std::string url;
    connect(recorder.get(), &Recorder::requestSeen, this,
            [&](const SeenRequest& request) { url = request.url; });
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_VERIFY(!recorder->isRecording());
    QCOMPARE(url, upstream.url() + "/");
    QTRY_VERIFY(!client.isConnected());
    QVERIFY(recorder->record().calls()[0].verdict == CallVerdict::Cancelled);
}

void TstRecorderFaults::leavingWhileTheUpstreamIsDialledIsHarmless()
{
    RecorderPlan plan;
    plan.upstream = "http://no-such-host.invalid";
    const auto recorder = recorderWith(plan);
    for (int client = 0; client < 10; ++client) {
        RawClient leaving(urlOf(*recorder));
        leaving.send(kGet);
        QTRY_COMPARE(recorder->connectionCount(), client + 1);
    }

    QTRY_COMPARE_WITH_TIMEOUT(endedAttempts(*recorder), static_cast<int>(recorder->record().attemptCount()),
                              20'000);
    recorder->stop();
}

RETRYSCOPE_TEST(TstRecorderFaults)

#include "tst_recorder_faults.moc"
