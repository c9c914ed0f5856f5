// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/recorder/recorder_lab.h"
#include "tests/support/strict_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;
using namespace std::chrono_literals;

/// As a reverse proxy: what passes, and what of it is recorded.
class TstRecorderProxy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passesBytesUnchangedAndRecordsThem();
    void keepsOrRewritesHost_data();
    void keepsOrRewritesHost();
    void putsTheUpstreamsPathBefore();
    void reusesTheConnectionsOfBothSides();
    void respondsToPipelinedRequestsInOrder();
    void passesAChunkedBodyAndItsTrailers();
    void passesInterimResponsesAndContinue();
    void aResponseToHeadHasNoBody();
    void streamsLargeBodiesUpWithinBounds();
    void streamsLargeBodiesDownWithinBounds();
    void anEarlyResponseEndsTheAttempt();
    void anUpgradeBecomesATunnel();
    void anotherHostIsNotServed();
    void whatIsNoRequestIsToldAndNotRecorded();
    void oldClientsAreServed();
    void groupsAttemptsToCalls();
    void stopsAfterSoManyRequests();
    void stopsOnceTheLastResponseHasLeft();
    void refusesPlansThatMakeNoSense_data();
    void refusesPlansThatMakeNoSense();
};

void TstRecorderProxy::passesBytesUnchangedAndRecordsThem()
{
    RawUpstream upstream;
    const QByteArray response = "HTTP/1.1 503  Slow\r\nx-Odd:   a \r\nContent-Length: 4\r\n\r\nbusy";
    upstream.respond = [&](QByteArray& unread) {
        return unread.endsWith("abc") ? (unread.clear(), response) : QByteArray();
    };
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));
    const QByteArray request =
        "POST /a?b=%2F HTTP/1.1\r\nhOST:  localhost \r\nX-a: 1\r\nx-A: 2\r\nContent-Length: 3\r\n\r\nabc";

    client.send(request);
    QTRY_COMPARE(client.received(), response);

    QCOMPARE(upstream.received(), request);
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    const AttemptRecord& attempt = attemptOf(*recorder);
    QCOMPARE(attempt.facts.response->status, 503);
    QCOMPARE(attempt.facts.response->body, std::string("busy"));
    QVERIFY(!attempt.facts.fault);
    QCOMPARE(*attempt.sentBody, std::string("abc"));
    QCOMPARE(attempt.sentTarget->url, upstream.url() + "/a?b=%2F");
    QCOMPARE(QByteArray::fromStdString(attempt.facts.wire->rawSent), request);
    QCOMPARE(QByteArray::fromStdString(attempt.facts.wire->rawReceived), response);
    QCOMPARE(attempt.facts.wire->sentHeaders->entries.size(), std::size_t{4});
    QCOMPARE(attempt.facts.wire->connection, 1);
    QVERIFY(!attempt.facts.wire->reused);
    QVERIFY(attempt.facts.phases.wait && attempt.facts.phases.receive);
    QVERIFY(attempt.end >= attempt.start);
}

void TstRecorderProxy::keepsOrRewritesHost_data()
{
    QTest::addColumn<bool>("rewrites");
    QTest::newRow("keep") << false;
    QTest::newRow("rewrite") << true;
}

void TstRecorderProxy::keepsOrRewritesHost()
{
    QFETCH(bool, rewrites);
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200));
    RecorderPlan plan;
    plan.upstream = upstream.url();
    plan.host = rewrites ? HostHeader::Rewrite : HostHeader::Keep;
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send("GET / HTTP/1.1\r\nHost: bucket.localhost:99\r\nA: 1\r\n\r\n");

    QTRY_VERIFY(client.received().endsWith("\r\n\r\n"));
    const QByteArray host = rewrites ? QByteArray("127.0.0.1:") + QByteArray::number(upstream.port())
                                     : QByteArray("bucket.localhost:99");
    QCOMPARE(upstream.received(), "GET / HTTP/1.1\r\nHost: " + host + "\r\nA: 1\r\n\r\n");
}

void TstRecorderProxy::putsTheUpstreamsPathBefore()
{
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200));
    RecorderPlan plan;
    plan.upstream = upstream.url() + "/base/";
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send("GET /a//b HTTP/1.1\r\nHost: localhost\r\n\r\n");

    QTRY_VERIFY(upstream.received().startsWith("GET /base/a//b HTTP/1.1\r\n"));
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(attemptOf(*recorder).sentTarget->url, upstream.url() + "/base/a//b");
}

void TstRecorderProxy::reusesTheConnectionsOfBothSides()
{
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200, "x"));
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    for (int request = 1; request <= 3; ++request) {
        client.send(kGet);
        QTRY_COMPARE(client.received().count("HTTP/1.1 200"), request);
    }

    QCOMPARE(upstream.connections(), 1);
    QTRY_COMPARE(endedAttempts(*recorder), 3);
    QVERIFY(!attemptOf(*recorder, 0).facts.wire->reused);
    QVERIFY(attemptOf(*recorder, 2).facts.wire->reused);
    upstream.close();
    QTRY_COMPARE(client.ending(), TcpEnding::Fin); // kept connections end together
}

void TstRecorderProxy::respondsToPipelinedRequestsInOrder()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("GET /1 HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /2 HTTP/1.1\r\nHost: "
                "localhost\r\nContent-Length: 2\r\n\r\nab"
                "GET /3 HTTP/1.1\r\nHost: localhost\r\n\r\n");

    QTRY_VERIFY(upstream.received().contains("/1"));
    QVERIFY(!upstream.received().contains("/2"));
    upstream.send(rawResponse(200, "1"));
    QTRY_VERIFY(upstream.received().endsWith("ab"));
    upstream.send(rawResponse(201, "2"));
    QTRY_VERIFY(upstream.received().contains("/3"));
    upstream.send(rawResponse(202, "3"));
    QTRY_COMPARE(client.received(), rawResponse(200, "1") + rawResponse(201, "2") + rawResponse(202, "3"));
    QTRY_COMPARE(endedAttempts(*recorder), 3);
}

void TstRecorderProxy::passesAChunkedBodyAndItsTrailers()
{
    RawUpstream upstream;
    const QByteArray chunks = "3;x=1\r\nabc\r\n2\r\nde\r\n0\r\nT: 1\r\n\r\n";
    const QByteArray response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks;
    upstream.respond = [&](QByteArray& unread) {
        return unread.endsWith("T: 1\r\n\r\n") ? (unread.clear(), response) : QByteArray();
    };
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));
    const QByteArray request =
        "PUT / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks;

    for (const char byte : request) {
        client.send(QByteArray(1, byte));
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE(client.received(), response);

    QCOMPARE(upstream.received(), request);
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(*attemptOf(*recorder).sentBody, std::string("abcde"));
    QCOMPARE(attemptOf(*recorder).facts.response->body, std::string("abcde"));
}

void TstRecorderProxy::passesInterimResponsesAndContinue()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("PUT / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
    QTRY_VERIFY(upstream.received().endsWith("\r\n\r\n"));
    QVERIFY(upstream.received().contains("Expect: 100-continue"));
    QCOMPARE(client.received(), QByteArray());
    upstream.send("HTTP/1.1 100 Continue\r\n\r\n");
    QTRY_COMPARE(client.received(), QByteArray("HTTP/1.1 100 Continue\r\n\r\n"));
    client.send("abc");
    QTRY_VERIFY(upstream.received().endsWith("abc"));
    upstream.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + rawResponse(204));

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(attemptOf(*recorder).facts.response->status, 204);
    QCOMPARE(*attemptOf(*recorder).sentBody, std::string("abc"));
    QTRY_VERIFY(client.received().contains("103 Early Hints"));
}

void TstRecorderProxy::aResponseToHeadHasNoBody()
{
    RawUpstream upstream;
    upstream.respond = always("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");

    QTRY_COMPARE(endedAttempts(*recorder), 2);
    QTRY_COMPARE(client.received().count("HTTP/1.1 200"), 2);
}

void TstRecorderProxy::streamsLargeBodiesUpWithinBounds()
{
    constexpr qint64 kSize = 64LL * 1024 * 1024;
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, static_cast<quint16>(urlOf(*recorder).port()));
    QVERIFY(client.waitForConnected());
    const QByteArray head =
        "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + QByteArray::number(kSize) + "\r\n\r\n";
    client.write(head);
    const QByteArray piece(1024 * 1024, 'x');
    qint64 written = 0;
    const auto refill = [&] {
        while (written < kSize && client.bytesToWrite() < piece.size()) {
            written += client.write(piece);
        }
    };
    connect(&client, &QTcpSocket::bytesWritten, &client, refill);
    refill();

    QTRY_COMPARE(upstream.connections(), 1);
    upstream.pause(true);
    QTRY_VERIFY(recorder->mostInFlight() > 32 * 1024); // the upstream is the slower side
    upstream.pause(false);
    QTRY_COMPARE_WITH_TIMEOUT(upstream.receivedBytes(), kSize + head.size(), 60'000);
    upstream.send(rawResponse(200));

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QVERIFY2(recorder->mostInFlight() <= Recorder::kMostInFlight,
             qPrintable(QString::number(recorder->mostInFlight())));
    QCOMPARE(attemptOf(*recorder).facts.wire->rawSentBytes, kSize + head.size());
    QCOMPARE(attemptOf(*recorder).sentBody->size(), static_cast<std::size_t>(Recorder::kKeptBody));
}

void TstRecorderProxy::streamsLargeBodiesDownWithinBounds()
{
    constexpr qint64 kSize = 64LL * 1024 * 1024;
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    QTcpSocket client;
    client.setReadBufferSize(16 * 1024);
    client.connectToHost(QHostAddress::LocalHost, static_cast<quint16>(urlOf(*recorder).port()));
    QVERIFY(client.waitForConnected());
    client.write(kGet);
    QTRY_VERIFY(!upstream.received().isEmpty());

    upstream.send("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(kSize) + "\r\n\r\n");
    upstream.send(QByteArray(kSize, 'y'));
    // The client reads nothing: soon the upstream cannot send.
    QTRY_VERIFY(recorder->mostInFlight() > 32 * 1024);
    QVERIFY(upstream.unsent() > 0);
    qint64 received = 0;
    const auto read = [&] {
        received += client.readAll().size();
    };
    connect(&client, &QTcpSocket::readyRead, &client, read);
    read();

    QTRY_VERIFY_WITH_TIMEOUT(received > kSize, 60'000);
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QVERIFY2(recorder->mostInFlight() <= Recorder::kMostInFlight,
             qPrintable(QString::number(recorder->mostInFlight())));
    const Response& response = *attemptOf(*recorder).facts.response;
    QCOMPARE(response.bodyBytes, kSize);
    QVERIFY(response.bodyTruncated);
    QCOMPARE(response.body.size(), static_cast<std::size_t>(Recorder::kKeptBody));
}

void TstRecorderProxy::anEarlyResponseEndsTheAttempt()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc");
    QTRY_VERIFY(upstream.received().endsWith("abc"));
    upstream.send(rawResponse(413, "large", "Connection: close\r\n"));
    upstream.close();

    QTRY_COMPARE(client.received(), rawResponse(413, "large", "Connection: close\r\n"));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QCOMPARE(attemptOf(*recorder).facts.response->status, 413);
    QVERIFY(!attemptOf(*recorder).facts.fault);
}

void TstRecorderProxy::anUpgradeBecomesATunnel()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    QTRY_VERIFY(upstream.received().endsWith("\r\n\r\n"));
    upstream.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n\x01hello");
    QTRY_VERIFY(client.received().endsWith("\x01hello"));
    client.send("\x02GET / HTTP/1.1\r\n\r\n");
    QTRY_VERIFY(upstream.received().endsWith("\x02GET / HTTP/1.1\r\n\r\n"));
    upstream.send("\x03");
    QTRY_VERIFY(client.received().endsWith("\x03"));
    upstream.close();

    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QCOMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(attemptOf(*recorder).facts.response->status, 101);
    QCOMPARE(recorder->tunnels().size(), std::size_t{1});
    QVERIFY(recorder->tunnels()[0].kind == TunnelCount::Kind::Upgrade); // there was no CONNECT
}

void TstRecorderProxy::anotherHostIsNotServed()
{
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200));
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("GET / HTTP/1.1\r\nHost: page.example\r\n\r\n");

    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 421 "));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QCOMPARE(upstream.connections(), 0);
    QCOMPARE(recorder->requestCount(), 0);
    QCOMPARE(recorder->outsideCount(), 1);
    QCOMPARE(recorder->outside()[0].what, std::string("GET / (Host: page.example)"));
}

void TstRecorderProxy::whatIsNoRequestIsToldAndNotRecorded()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("\x16\x03\x01 no request\r\n\r\n");

    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 400 "));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QVERIFY(client.received().contains("retryscope recorder: not an HTTP/1 request"));
    QCOMPARE(recorder->requestCount(), 0);
}

void TstRecorderProxy::oldClientsAreServed()
{
    RawUpstream upstream;
    upstream.respond = [](QByteArray& unread) {
        return takeRequest(unread) ? QByteArray("HTTP/1.0 200 OK\r\n\r\nuntil the end") : QByteArray();
    };
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("GET / HTTP/1.0\r\n\r\n");
    QTRY_VERIFY(client.received().endsWith("until the end"));
    QCOMPARE(endedAttempts(*recorder), 0);
    upstream.close();

    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QCOMPARE(attemptOf(*recorder).facts.response->body, std::string("until the end"));
    QVERIFY(!attemptOf(*recorder).facts.fault);
}

void TstRecorderProxy::groupsAttemptsToCalls()
{
    RawUpstream upstream;
    upstream.respond = always(rawResponse(503));
    const auto recorder = recorderFor(upstream);
    QSignalSpy seen(recorder.get(), &Recorder::requestSeen);
    QSignalSpy changed(recorder.get(), &Recorder::changed);
    RawClient first(urlOf(*recorder));
    RawClient second(urlOf(*recorder));

    first.send(sdkGet("call-1", 1));
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    second.send(sdkGet("call-2", 1));
    QTRY_COMPARE(endedAttempts(*recorder), 2);
    second.send(sdkGet("call-1", 2));
    QTRY_COMPARE(endedAttempts(*recorder), 3);

    const std::vector<CallRecord>& calls = recorder->record().calls();
    QCOMPARE(calls.size(), std::size_t{2});
    QCOMPARE(calls[0].attempts.size(), std::size_t{2});
    QVERIFY(calls[0].source->groupedBy == GroupedBy::InvocationId);
    QVERIFY(*calls[0].attempts[0].actualDelay > Duration::zero());
    QCOMPARE(seen.count(), 3);
    QVERIFY(changed.count() >= 6);
}

void TstRecorderProxy::stopsAfterSoManyRequests()
{
    RawUpstream upstream;
    RecorderPlan plan;
    plan.upstream = upstream.url();
    plan.stopAfter = 2;
    const auto recorder = recorderWith(plan);
    QSignalSpy stopped(recorder.get(), &Recorder::stopped);
    RawClient client(urlOf(*recorder));

    client.send(kGet + kGet + kGet);
    QTRY_COMPARE(upstream.connections(), 1);
    QTRY_VERIFY(upstream.received().count("GET") == 1);
    upstream.send(rawResponse(200));
    QTRY_VERIFY(upstream.received().count("GET") == 2);
    QCOMPARE(stopped.count(), 0);
    upstream.send(rawResponse(200));

    QTRY_COMPARE(stopped.count(), 1);
    QVERIFY(!recorder->isRecording());
    QCOMPARE(upstream.received().count("GET"), 2);
    QTRY_COMPARE(client.received().count("HTTP/1.1 200"), 2); // what was sent is not taken back
    QCOMPARE(recorder->requestCount(), 2);
    QVERIFY(recorder->record().allSucceeded());
}

void TstRecorderProxy::stopsOnceTheLastResponseHasLeft()
{
    constexpr qsizetype kSize = 20 * 1024 * 1024;
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200, QByteArray(kSize, 'x')));
    RecorderPlan plan;
    plan.upstream = upstream.url();
    plan.stopAfter = 1;
    const auto recorder = recorderWith(plan);
    QSignalSpy stopped(recorder.get(), &Recorder::stopped);
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, 20'000);
    QTRY_COMPARE(client.received().size(), rawResponse(200, QByteArray(kSize, 'x')).size());
}

void TstRecorderProxy::refusesPlansThatMakeNoSense_data()
{
    QTest::addColumn<RecorderPlan>("plan");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QString& says, const auto& change) {
        RecorderPlan plan;
        plan.upstream = "http://127.0.0.1:9";
        change(plan);
        QTest::newRow(name) << plan << says;
    };
    row("nobody responds", QStringLiteral("choose an upstream server"),
        [](RecorderPlan& plan) { plan.upstream.clear(); });
    row("two respond", QStringLiteral("--overlay"),
        [](RecorderPlan& plan) { plan.scenario = recorderScenario({recorderStep(200)}); });
    row("an overlay over nothing", QStringLiteral("nothing would respond"), [](RecorderPlan& plan) {
        plan.upstream.clear();
        plan.overlay = recorderScenario({recorderStep(503)});
    });
    row("intercept without a proxy", QStringLiteral("--forward-proxy"),
        [](RecorderPlan& plan) { plan.intercept = true; });
    row("no URL", QStringLiteral("scheme"), [](RecorderPlan& plan) { plan.upstream = "example.org"; });
    row("a query", QStringLiteral("query"), [](RecorderPlan& plan) { plan.upstream += "/?a"; });
    row("all the world", QStringLiteral("--allow-remote"),
        [](RecorderPlan& plan) { plan.listen.host = QStringLiteral("0.0.0.0"); });
    row("a name", QStringLiteral("not an IP address"),
        [](RecorderPlan& plan) { plan.listen.host = QStringLiteral("example.org"); });
    row("another machine's address", QStringLiteral("cannot listen"), [](RecorderPlan& plan) {
        plan.listen.host = QStringLiteral("192.0.2.1");
        plan.allowRemote = true;
    });
    row("refuse", QStringLiteral("step 1"),
        [](RecorderPlan& plan) { plan.overlay = recorderScenario({{.fault = Misbehaviour::Refuse}}); });
    row("pass to nobody", QStringLiteral("\"pass\""), [](RecorderPlan& plan) {
        plan.upstream.clear();
        plan.scenario = recorderScenario({{.pass = true}});
    });
    row("drip what passes", QStringLiteral("truncate"), [](RecorderPlan& plan) {
        plan.overlay = recorderScenario({{.fault = Misbehaviour::Drip, .pass = true}});
    });
    row("no requests", QStringLiteral("--stop-after"), [](RecorderPlan& plan) { plan.stopAfter = 0; });
    row("no time", QStringLiteral("--duration"), [](RecorderPlan& plan) { plan.duration = 0us; });
}

void TstRecorderProxy::refusesPlansThatMakeNoSense()
{
    QFETCH(RecorderPlan, plan);
    QFETCH(QString, says);
    Recorder recorder(plan);

    const Result<Done> started = recorder.start();

    QVERIFY(!started);
    QVERIFY2(started.error().text().contains(says), qPrintable(started.error().text()));
    QVERIFY(!recorder.isRecording());
}

RETRYSCOPE_TEST(TstRecorderProxy)

#include "tst_recorder_proxy.moc"
