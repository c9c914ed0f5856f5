// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/endpoint/open_play.h"
#include "tests/core/io/endpoint/raw_client.h"
#include "tests/support/strict_main.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <deque>
#include <memory>
#include <string>
#include <vector>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;
using namespace std::chrono_literals;

namespace {

/// Of this process, in MiB.
double residentMemory()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf("VmRSS:") + 6;
    return text.mid(at, text.indexOf("kB", at) - at).trimmed().toDouble() / 1024;
}

EndpointStep stepWith(int status, const std::string& body = {})
{
    EndpointStep step;
    step.status = status;
    step.reason = "R";
    step.body = body;
    return step;
}

EndpointStep fault(Misbehaviour kind, const std::string& body = {})
{
    EndpointStep step = stepWith(200, body);
    step.fault = kind;
    step.drip = 1ms;
    step.missingBytes = 5;
    return step;
}

Scenario scenarioOf(std::vector<EndpointStep> steps)
{
    Scenario scenario;
    scenario.id = "test";
    scenario.steps = std::move(steps);
    return scenario;
}

QByteArray plainResponse(int status, const QByteArray& body, qsizetype length)
{
    return "HTTP/1.1 " + QByteArray::number(status) + " R\r\nContent-Length: " + QByteArray::number(length) +
           "\r\n\r\n" + body;
}

QByteArray plainResponse(int status, const QByteArray& body = {})
{
    return plainResponse(status, body, body.size());
}

} // namespace

class TstFaultEndpoint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersAndKeepsTheConnection();
    void endsEachFaultItsOwnWay_data();
    void endsEachFaultItsOwnWay();
    void givesTimeToReadBeforeItResets();
    void staysSilentWhenItHangs();
    void aLongResponseToManyStandsInMemoryOnce();
    void aHeadThatIsNeverWholeEnds();
    void delaysTheFirstByte();
    void dripsOneByteAtATime_data();
    void dripsOneByteAtATime();
    void answersPipelinedRequestsInOrder();
    void throttlesWhatComesTooFast();
    void answersHeadWithoutABody();
    void letsAHeldBackBodyCome();
    void respondsBeforeTheBodyWhereTheStepSaysSo();
    void closesAKeptConnectionUnderTheNextRequest();
    void takesALargeBody();
    void sendsALargeBody();
    void explainsWhatItCannotRead();
    void closesWhenTheStepSaysSo();
    void fillsInPlaceholders();
    void repeatsTheLastStepForForeignClients();
    void letsForeignClientsPassThroughCalls_data();
    void letsForeignClientsPassThroughCalls();
    void servesManyConnectionsAtOnce();
    void keepsSeveralEndpointsApart();
    void answersTheExpectedAttemptHoweverOftenItIsSent();
    void countsAttemptsOverAllCallsOnDemand();
    void refusesWhileARefuseStepIsNext();
    void failsTls();
    void namesAHostThatDoesNotExist();
    void neverConnectsOnAFullPort();
    void refusesUnheardFaultsAmongOthersForForeignClients_data();
    void refusesUnheardFaultsAmongOthersForForeignClients();
    void playsAnUnheardFaultAsTheOnlyStepForForeignClients();
    void saysThatAPortIsTaken();
    void logsEveryRequest();
    void canBeClosedFromItsOwnSignal();
    void startsAnewWhenItIsOpenedAgain();
};

void TstFaultEndpoint::answersAndKeepsTheConnection()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({stepWith(503, "no"), stepWith(200, "yes")})).ok());
    RawClient client(endpoint.url());

    client.send(kGet);
    QTRY_COMPARE(withoutDate(client.received()), plainResponse(503, "no"));
    client.send(kGet);
    QTRY_VERIFY(client.received().endsWith("yes"));

    QCOMPARE(client.ending(), TcpEnding::Open);
    QCOMPARE(endpoint.requestCount(), 2);
    QCOMPARE(endpoint.connectionCount(), 1);
    QVERIFY(client.received().contains("Date: "));
}

void TstFaultEndpoint::endsEachFaultItsOwnWay_data()
{
    QTest::addColumn<Misbehaviour>("kind");
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<TcpEnding>("ending");

    QTest::newRow("close") << Misbehaviour::Close << QByteArray() << TcpEnding::Fin;
    QTest::newRow("reset") << Misbehaviour::Reset << QByteArray() << TcpEnding::Reset;
    QTest::newRow("truncate") << Misbehaviour::Truncate << plainResponse(200, "body", 9) << TcpEnding::Fin;
    QTest::newRow("truncate-reset") << Misbehaviour::TruncateReset << plainResponse(200, "body", 9)
                                    << TcpEnding::Reset;
    QTest::newRow("garbage") << Misbehaviour::Garbage
                             << QByteArray("\x01\x02 this is not HTTP \xFF\xFE\r\n\r\n") << TcpEnding::Fin;
}

void TstFaultEndpoint::endsEachFaultItsOwnWay()
{
    QFETCH(const Misbehaviour, kind);
    QFETCH(const QByteArray, start);
    QFETCH(const TcpEnding, ending);
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({fault(kind, "body")})).ok());
    RawClient client(endpoint.url());

    client.send(kGet);

    QTRY_COMPARE(client.ending(), ending);
    QTRY_COMPARE(withoutDate(client.received()), start);
    QCOMPARE(endpoint.requestCount(), 1);
}

void TstFaultEndpoint::givesTimeToReadBeforeItResets()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({fault(Misbehaviour::TruncateReset, "body")})).ok());
    RawClient client(endpoint.url());
    client.send(kGet);

    QTRY_VERIFY(client.received().endsWith("body"));
    const TcpEnding atLastByte = client.ending();

    QTRY_COMPARE(client.ending(), TcpEnding::Reset);
    QCOMPARE(atLastByte, TcpEnding::Open);
}

/// Clients that do not read had two or three copies of it kept for them, each.
void TstFaultEndpoint::aLongResponseToManyStandsInMemoryOnce()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("memory is counted otherwise here");
#endif
    constexpr std::size_t kMiB = std::size_t{1} << 20U;
    constexpr int kClients = 40;
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({stepWith(200, std::string(16 * kMiB, 'x'))})).ok());
    const double before = residentMemory();
    std::vector<std::unique_ptr<QTcpSocket>> clients;
    for (int number = 0; number < kClients; ++number) {
        clients.push_back(std::make_unique<QTcpSocket>());
        clients.back()->setReadBufferSize(1024);
        clients.back()->connectToHost(QStringLiteral("127.0.0.1"),
                                      static_cast<quint16>(endpoint.url().port()));
        clients.back()->write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    for (const auto& client : clients) {
        QTRY_VERIFY(client->bytesAvailable() > 0);
    }
    const double taken = residentMemory() - before;
    QVERIFY2(taken < 200, qPrintable(QString::number(taken)));
    // One that reads gets all of it.
    QTcpSocket& reader = *clients.back();
    reader.setReadBufferSize(0);
    std::size_t received = 0;
    QTRY_VERIFY((received += static_cast<std::size_t>(reader.readAll().size())) > 16 * kMiB);
}

void TstFaultEndpoint::aHeadThatIsNeverWholeEnds()
{
    FaultEndpoint endpoint;
    endpoint.setHeadTime(200ms);
    QVERIFY(endpoint.open(scenarioOf({stepWith(200)})).ok());
    RawClient half(endpoint.url());
    RawClient silent(endpoint.url());
    RawClient slowBody(endpoint.url());
    slowBody.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab");
    half.send("GET / HTTP/1.1\r\nHos");

    QTRY_COMPARE(half.ending(), TcpEnding::Fin);
    QVERIFY(half.received().startsWith("HTTP/1.1 408 "));
    QCOMPARE(endpoint.requestCount(), 0);
    QVERIFY(silent.isConnected());
    slowBody.send("cde");
    QTRY_VERIFY(slowBody.received().startsWith("HTTP/1.1 200 "));
}

void TstFaultEndpoint::staysSilentWhenItHangs()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({fault(Misbehaviour::Hang), stepWith(200)})).ok());
    RawClient hanging(endpoint.url());
    hanging.send(kGet + kGet);
    QTRY_COMPARE(endpoint.requestCount(), 1);
    RawClient other(endpoint.url());

    other.send(kGet);

    QTRY_COMPARE(withoutDate(other.received()), plainResponse(200));
    QCOMPARE(hanging.received(), QByteArray());
    QCOMPARE(hanging.ending(), TcpEnding::Open);
    QCOMPARE(endpoint.requestCount(), 2);
}

void TstFaultEndpoint::delaysTheFirstByte()
{
    EndpointStep late = stepWith(200, "late");
    late.delay = 40ms;
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({late})).ok());
    RawClient client(endpoint.url());
    QElapsedTimer timer;
    timer.start();

    client.send(kGet);
    QTRY_VERIFY(!client.received().isEmpty());

    QVERIFY(timer.elapsed() >= 40);
    QCOMPARE(withoutDate(client.received()), plainResponse(200, "late"));
}

void TstFaultEndpoint::dripsOneByteAtATime_data()
{
    QTest::addColumn<Misbehaviour>("kind");
    QTest::addColumn<bool>("headComesAtOnce");

    QTest::newRow("drip") << Misbehaviour::Drip << true;
    QTest::newRow("drip-head") << Misbehaviour::DripHead << false;
}

void TstFaultEndpoint::dripsOneByteAtATime()
{
    QFETCH(const Misbehaviour, kind);
    QFETCH(const bool, headComesAtOnce);
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({fault(kind, QByteArray(40, 'x').toStdString()), stepWith(200)})).ok());
    RawClient client(endpoint.url());
    QElapsedTimer timer;
    timer.start();

    client.send(kGet);
    QTRY_VERIFY(!client.received().isEmpty());
    const bool hadHeadAtOnce = client.received().contains("\r\n\r\n");
    QTRY_VERIFY(client.received().endsWith("xxx"));
    QTRY_COMPARE(withoutDate(client.received()), plainResponse(200, QByteArray(40, 'x')));

    QVERIFY(timer.elapsed() >= 39);
    QCOMPARE(hadHeadAtOnce, headComesAtOnce);
    client.send(kGet);
    QTRY_COMPARE(endpoint.requestCount(), 2);
}

void TstFaultEndpoint::answersPipelinedRequestsInOrder()
{
    EndpointStep late = stepWith(200, "first");
    late.delay = 5ms;
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({late, stepWith(200, "second"), stepWith(200, "third")})).ok());
    RawClient client(endpoint.url());

    client.send(kGet + kGet + kGet);

    QTRY_VERIFY(client.received().endsWith("third"));
    QVERIFY(client.received().indexOf("first") < client.received().indexOf("second"));
    QCOMPARE(client.received().count("HTTP/1.1 200 R"), 3);
}

void TstFaultEndpoint::throttlesWhatComesTooFast()
{
    EndpointStep step = stepWith(200, "passed");
    step.throttle =
        ThrottleSpec{.ratePerSecond = 0.001, .burst = 2, .templateName = "any"}; // no third in time
    step.throttled = {stepWith(503, "slower")};
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({step})).ok());
    RawClient client(endpoint.url());

    client.send(kGet + kGet + kGet + kGet);

    QTRY_COMPARE(client.received().count("slower"), 2);
    QCOMPARE(client.received().count("passed"), 2);
    QVERIFY(client.received().lastIndexOf("passed") < client.received().indexOf("slower"));

    QVERIFY(endpoint.open(scenarioOf({step})).ok()); // opened anew, it has its burst again
    RawClient another(endpoint.url());
    another.send(kGet);
    QTRY_VERIFY(another.received().endsWith("passed"));
}

void TstFaultEndpoint::answersHeadWithoutABody()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({stepWith(404, "four")})).ok());
    RawClient client(endpoint.url());

    client.send("HEAD / HTTP/1.1\r\n\r\n");

    QTRY_COMPARE(withoutDate(client.received()), plainResponse(404, {}, 4));
}

void TstFaultEndpoint::letsAHeldBackBodyCome()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({stepWith(200)})).ok());
    RawClient client(endpoint.url());

    client.send("PUT / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    QTRY_COMPARE(client.received(), QByteArray("HTTP/1.1 100 Continue\r\n\r\n"));
    QCOMPARE(endpoint.requestCount(), 0);
    client.send("hi");

    QTRY_VERIFY(withoutDate(client.received()).endsWith(plainResponse(200)));
}

void TstFaultEndpoint::respondsBeforeTheBodyWhereTheStepSaysSo()
{
    EndpointStep tooLarge = stepWith(413, "no");
    tooLarge.beforeBody = true;
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({tooLarge, stepWith(200)})).ok());
    RawClient client(endpoint.url());

    client.send("PUT / HTTP/1.1\r\nHost: a.localhost\r\nContent-Length: 100000\r\n"
                "Expect: 100-continue\r\n\r\n");
    QTRY_VERIFY(client.received().endsWith("no"));
    client.send(QByteArray(100'000, 'x'));

    QVERIFY(client.received().startsWith("HTTP/1.1 413 ")); // without 100 before it
    QVERIFY(client.received().contains("Connection: close"));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QCOMPARE(endpoint.requestCount(), 1);
}

void TstFaultEndpoint::closesAKeptConnectionUnderTheNextRequest()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({fault(Misbehaviour::CloseKept, "yes")})).ok());
    RawClient client(endpoint.url());
    client.send(kGet);
    QTRY_VERIFY(client.received().endsWith("yes"));

    client.send(kGet);

    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QCOMPARE(client.received().count("HTTP/1.1"), 1);
    QCOMPARE(endpoint.requestCount(), 2);
}

void TstFaultEndpoint::takesALargeBody()
{
    constexpr qsizetype kSize = 8 * 1024 * 1024;
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({stepWith(200)})).ok());
    qint64 bodyBytes = 0;
    connect(&endpoint, &FaultEndpoint::requestReceived, this,
            [&bodyBytes](const ReceivedRequest& request) { bodyBytes = request.bodyBytes; });
    RawClient client(endpoint.url());

    client.send("PUT / HTTP/1.1\r\nContent-Length: " + QByteArray::number(kSize) + "\r\n\r\n" +
                QByteArray(kSize, 'x'));

    QTRY_COMPARE(withoutDate(client.received()), plainResponse(200));
    QCOMPARE(bodyBytes, kSize);
}

void TstFaultEndpoint::sendsALargeBody()
{
    const QByteArray body(8 * 1024 * 1024, 'x');
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({fault(Misbehaviour::TruncateReset, body.toStdString())})).ok());
    RawClient client(endpoint.url());

    client.send(kGet);

    QTRY_VERIFY(client.received().size() > body.size());
    QVERIFY(withoutDate(client.received()) == plainResponse(200, body, body.size() + 5));
    QTRY_COMPARE(client.ending(), TcpEnding::Reset);
}

void TstFaultEndpoint::explainsWhatItCannotRead()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({stepWith(200)})).ok());
    RawClient client(endpoint.url());

    client.send("\x16\x03\x01 hello\r\n\r\n");

    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QVERIFY(client.received().startsWith("HTTP/1.1 400 "));
    QVERIFY(client.received().contains("not an HTTP/1 request"));
    QCOMPARE(endpoint.requestCount(), 0);
}

void TstFaultEndpoint::closesWhenTheStepSaysSo()
{
    EndpointStep closing = stepWith(200, "bye");
    closing.close = true;
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({closing})).ok());
    RawClient client(endpoint.url());

    client.send(kGet);

    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QVERIFY(client.received().endsWith("Connection: close\r\n\r\nbye"));
}

void TstFaultEndpoint::fillsInPlaceholders()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.openForRun(scenarioOf({stepWith(200, "id {requestId}")}), 7).ok());
    RawClient client(endpoint.expect(2, 3, 4));

    client.send(kGet);

    QTRY_VERIFY(client.received().endsWith("id " + QByteArray::fromStdString(requestIdFor(7, 2, 3, 4))));
}

void TstFaultEndpoint::repeatsTheLastStepForForeignClients()
{
    EndpointStep twice = stepWith(503);
    twice.repeat = 2;
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({twice, stepWith(200)})).ok());
    RawClient first(endpoint.url());
    RawClient second(endpoint.url());

    first.send(kGet);
    QTRY_COMPARE(withoutDate(first.received()), plainResponse(503));
    second.send(kGet);
    QTRY_COMPARE(withoutDate(second.received()), plainResponse(503));
    second.send(kGet + kGet);

    QTRY_COMPARE(withoutDate(withoutDate(withoutDate(second.received()))),
                 plainResponse(503) + plainResponse(200) + plainResponse(200));
}

void TstFaultEndpoint::letsForeignClientsPassThroughCalls_data()
{
    QTest::addColumn<qint64>("number");
    QTest::addColumn<StepPosition>("position");

    QTest::newRow("first pass") << qint64{1} << StepPosition{1, 1};
    QTest::newRow("last request of the first pass") << qint64{3} << StepPosition{1, 3};
    QTest::newRow("second pass") << qint64{4} << StepPosition{2, 1};
    QTest::newRow("next entry") << qint64{7} << StepPosition{3, 1};
    QTest::newRow("second pass of the last entry") << qint64{8} << StepPosition{4, 1};
    QTest::newRow("beyond the last entry") << qint64{100} << StepPosition{4, 93};
}

void TstFaultEndpoint::letsForeignClientsPassThroughCalls()
{
    QFETCH(const qint64, number);
    QFETCH(const StepPosition, position);
    EndpointStep twice = stepWith(503);
    twice.repeat = 2;
    Scenario scenario;
    scenario.calls = {{.times = 2, .steps = {twice, stepWith(500)}}, {.times = 2, .steps = {stepWith(200)}}};

    const StepPosition found = positionOfRequest(scenario, number);

    QCOMPARE(found.call, position.call);
    QCOMPARE(found.request, position.request);
}

void TstFaultEndpoint::servesManyConnectionsAtOnce()
{
    constexpr int kClients = 200;
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({stepWith(200, "x")})).ok());
    std::deque<RawClient> clients;
    for (int i = 0; i < kClients; ++i) {
        clients.emplace_back(endpoint.url());
        clients.back().send(kGet + kGet);
    }

    QTRY_COMPARE(endpoint.requestCount(), 2 * kClients);
    QCOMPARE(endpoint.connectionCount(), kClients);
    for (RawClient& client : clients) {
        QTRY_COMPARE(withoutDate(withoutDate(client.received())),
                     plainResponse(200, "x") + plainResponse(200, "x"));
    }
}

void TstFaultEndpoint::keepsSeveralEndpointsApart()
{
    FaultEndpoint good;
    FaultEndpoint bad;
    QVERIFY(good.open(scenarioOf({stepWith(200)})).ok());
    QVERIFY(bad.open(scenarioOf({stepWith(500)})).ok());
    RawClient ofGood(good.url());
    RawClient ofBad(bad.url());

    ofGood.send(kGet);
    ofBad.send(kGet);

    QTRY_COMPARE(withoutDate(ofGood.received()), plainResponse(200));
    QTRY_COMPARE(withoutDate(ofBad.received()), plainResponse(500));
    QCOMPARE(good.requestCount(), 1);
    QCOMPARE(bad.requestCount(), 1);
}

void TstFaultEndpoint::answersTheExpectedAttemptHoweverOftenItIsSent()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.openForRun(scenarioOf({stepWith(503), stepWith(200)})).ok());
    RawClient client(endpoint.expect(1, 1, 1));

    client.send(kGet + kGet);
    QTRY_COMPARE(withoutDate(withoutDate(client.received())), plainResponse(503) + plainResponse(503));
    endpoint.expect(1, 1, 2);
    client.send(kGet);
    QTRY_COMPARE(client.received().count("200 R"), 1);
    endpoint.expect(1, 2, 1);
    client.send(kGet);
    QTRY_COMPARE(client.received().count("503 R"), 3);
}

void TstFaultEndpoint::countsAttemptsOverAllCallsOnDemand()
{
    Scenario scenario = scenarioOf({stepWith(503), stepWith(502), stepWith(200)});
    scenario.perEndpoint = true;
    FaultEndpoint endpoint;
    QVERIFY(endpoint.openForRun(scenario).ok());
    RawClient client(endpoint.expect(1, 1, 1));

    client.send(kGet);
    QTRY_COMPARE(client.received().count("503 R"), 1);
    endpoint.expect(1, 2, 1);
    client.send(kGet);
    QTRY_COMPARE(client.received().count("502 R"), 1);
    endpoint.expect(1, 3, 1);
    client.send(kGet);
    QTRY_COMPARE(client.received().count("200 R"), 1);
}

void TstFaultEndpoint::refusesWhileARefuseStepIsNext()
{
    FaultEndpoint endpoint;
    QVERIFY(
        endpoint.openForRun(scenarioOf({stepWith(503), fault(Misbehaviour::Refuse), stepWith(200)})).ok());
    const QUrl url = endpoint.expect(1, 1, 1);
    RawClient kept(url);
    kept.send(kGet);
    QTRY_COMPARE(withoutDate(kept.received()), plainResponse(503));

    QCOMPARE(endpoint.expect(1, 1, 2), url);
    QCOMPARE(kept.ending(), TcpEnding::Fin);
    QCOMPARE(RawClient(url).error(), QAbstractSocket::ConnectionRefusedError);

    QCOMPARE(endpoint.expect(1, 1, 3), url);
    RawClient again(url);
    again.send(kGet);
    QTRY_COMPARE(withoutDate(again.received()), plainResponse(200));
    QCOMPARE(endpoint.requestCount(), 2);
}

void TstFaultEndpoint::failsTls()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.openForRun(scenarioOf({fault(Misbehaviour::TlsFail), stepWith(200)})).ok());
    const QUrl url = endpoint.expect(1, 1, 1);
    RawClient client(url);

    client.send("\x16\x03\x01");

    QCOMPARE(url.scheme(), QStringLiteral("https"));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QVERIFY(!client.received().isEmpty());
    QVERIFY(!client.received().startsWith('\x16'));
    QCOMPARE(endpoint.requestCount(), 0);
    QCOMPARE(endpoint.expect(1, 1, 2), endpoint.url());
}

void TstFaultEndpoint::namesAHostThatDoesNotExist()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.openForRun(scenarioOf({fault(Misbehaviour::NoHost), stepWith(200)})).ok());

    QCOMPARE(endpoint.expect(1, 1, 1), QUrl(QStringLiteral("http://no-such-host.invalid")));
    QCOMPARE(endpoint.expect(1, 1, 2), endpoint.url());
}

void TstFaultEndpoint::neverConnectsOnAFullPort()
{
    FaultEndpoint endpoint;
    const auto opened = endpoint.openForRun(scenarioOf({fault(Misbehaviour::NoConnect), stepWith(200)}));
    if (!opened) {
        QVERIFY(opened.error().message.contains(QStringLiteral("virtual time")));
        QSKIP("this machine cannot leave a connection unanswered, and says so");
    }
    const QUrl url = endpoint.expect(1, 1, 1);
    QTcpSocket client;

    client.connectToHost(QHostAddress(url.host()), static_cast<quint16>(url.port()));

    QVERIFY(!client.waitForConnected(100));
    QCOMPARE(client.error(), QAbstractSocket::SocketTimeoutError);
    QCOMPARE(endpoint.expect(1, 1, 2), endpoint.url());
}

void TstFaultEndpoint::refusesUnheardFaultsAmongOthersForForeignClients_data()
{
    QTest::addColumn<Misbehaviour>("kind");

    QTest::newRow("refuse") << Misbehaviour::Refuse;
    QTest::newRow("tls-fail") << Misbehaviour::TlsFail;
    QTest::newRow("no-host") << Misbehaviour::NoHost;
    QTest::newRow("no-connect") << Misbehaviour::NoConnect;
}

void TstFaultEndpoint::refusesUnheardFaultsAmongOthersForForeignClients()
{
    QFETCH(const Misbehaviour, kind);
    FaultEndpoint endpoint;

    const auto opened = endpoint.open(scenarioOf({stepWith(503), fault(kind)}));

    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().place, QStringLiteral("test: steps[1].fault"));
    QVERIFY(opened.error().message.startsWith(
        QStringLiteral("step 2 is \"%1\"").arg(QLatin1String(QTest::currentDataTag()))));
    QVERIFY(!endpoint.isOpen());
}

void TstFaultEndpoint::playsAnUnheardFaultAsTheOnlyStepForForeignClients()
{
    FaultEndpoint refusing;
    FaultEndpoint failing;

    QVERIFY(refusing.open(scenarioOf({fault(Misbehaviour::Refuse)})).ok());
    QVERIFY(failing.open(scenarioOf({fault(Misbehaviour::TlsFail)})).ok());

    QVERIFY(refusing.isOpen());
    QCOMPARE(RawClient(refusing.url()).error(), QAbstractSocket::ConnectionRefusedError);
    QCOMPARE(failing.url().scheme(), QStringLiteral("https"));
}

void TstFaultEndpoint::saysThatAPortIsTaken()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    FaultEndpoint endpoint;

    const auto opened = endpoint.open(scenarioOf({stepWith(200)}), other.serverPort());

    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().kind, Error::Kind::Environment);
    QVERIFY(opened.error().message.contains(QString::number(other.serverPort())));
    QVERIFY(!endpoint.isOpen());
}

void TstFaultEndpoint::logsEveryRequest()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({stepWith(503), fault(Misbehaviour::Close)})).ok());
    std::vector<ReceivedRequest> log;
    connect(&endpoint, &FaultEndpoint::requestReceived, this,
            [&log](const ReceivedRequest& request) { log.push_back(request); });
    RawClient client(endpoint.url());

    client.send("PUT /a?b HTTP/1.1\r\nHost: h.localhost\r\nContent-Length: 2\r\n\r\nhi" + kGet);
    QTRY_COMPARE(log.size(), std::size_t{2});

    QCOMPARE(log[0].number, 1);
    QCOMPARE(log[0].connection, 1);
    QCOMPARE(log[0].method, std::string("PUT"));
    QCOMPARE(log[0].target, std::string("/a?b"));
    QVERIFY((log[0].headers == Headers{{{"Host", "h.localhost"}, {"Content-Length", "2"}}}));
    QCOMPARE(log[0].body, std::string("hi"));
    QCOMPARE(log[0].bodyBytes, std::int64_t{2});
    QCOMPARE(log[0].step, std::string("503"));
    QCOMPARE(log[1].number, 2);
    QCOMPARE(log[1].step, std::string("close"));
    QVERIFY(log[1].at >= log[0].at && log[0].at > WallTime{0});
}

void TstFaultEndpoint::canBeClosedFromItsOwnSignal()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenarioOf({stepWith(200)})).ok());
    connect(&endpoint, &FaultEndpoint::requestReceived, &endpoint, &FaultEndpoint::close);
    RawClient client(endpoint.url());

    client.send(kGet + kGet);

    QTRY_VERIFY(client.ending() != TcpEnding::Open);
    QCOMPARE(client.received(), QByteArray());
    QVERIFY(!endpoint.isOpen());
}

void TstFaultEndpoint::startsAnewWhenItIsOpenedAgain()
{
    const Scenario scenario = scenarioOf({stepWith(503), stepWith(200)});
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(scenario).ok());
    RawClient first(endpoint.url());
    first.send(kGet);
    QTRY_COMPARE(endpoint.requestCount(), 1);

    QVERIFY(endpoint.open(scenario).ok());
    RawClient second(endpoint.url());
    second.send(kGet);

    QTRY_COMPARE(withoutDate(second.received()), plainResponse(503));
    QCOMPARE(endpoint.requestCount(), 1);
    QCOMPARE(endpoint.connectionCount(), 1);
    QVERIFY(first.ending() != TcpEnding::Open);
}

RETRYSCOPE_TEST(TstFaultEndpoint)
#include "tst_fault_endpoint.moc"
