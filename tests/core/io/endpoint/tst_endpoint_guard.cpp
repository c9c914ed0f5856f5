// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/endpoint/host_names.h"
#include "tests/core/io/endpoint/raw_client.h"
#include "tests/support/strict_main.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;

namespace {

Scenario twoSteps()
{
    Scenario scenario;
    scenario.id = "two";
    scenario.steps = {EndpointStep{.status = 503}, EndpointStep{.status = 200}};
    return scenario;
}

} // namespace

/// The endpoint against clients that are none of its own.
class TstEndpointGuard : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void requestsForOtherHostsUseUpNoStep();
    void hostsAreToldApart_data();
    void hostsAreToldApart();
    void namesAreTakenAsTheyAreCompared();
    void anExplanationArrivesAlthoughTheClientSendsOn();
    void oneThatPipelinesLetsOthersHaveTheirTurn();
};

void TstEndpointGuard::requestsForOtherHostsUseUpNoStep()
{
    FaultEndpoint endpoint;
    QSignalSpy misdirected(&endpoint, &FaultEndpoint::requestMisdirected);
    QVERIFY(endpoint.open(twoSteps()).ok());
    RawClient stranger(endpoint.url());
    stranger.send("GET / HTTP/1.1\r\nHost: evil.example:80\r\n\r\n");
    QTRY_VERIFY(stranger.received().startsWith("HTTP/1.1 421 Misdirected Request\r\n"));
    QTRY_VERIFY(!stranger.isConnected());
    QCOMPARE(endpoint.requestCount(), 0);
    QCOMPARE(misdirected.size(), 1);
    QCOMPARE(misdirected[0][0].toString(), QStringLiteral("evil.example"));
    RawClient client(endpoint.url());
    client.send(kGet);
    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 503 "));
}

void TstEndpointGuard::hostsAreToldApart_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<bool>("isForeign");
    const auto row = [](const char* target, const char* host, bool isForeign) {
        QTest::addRow("%s at %s", target, host) << QByteArray(target) << QByteArray(host) << isForeign;
    };
    for (const char* own :
         {"localhost", "LOCALHOST:80", "bucket.localhost", "127.0.0.1", "127.8.9.1:1", "[::1]", "[::1]:8080",
          "s3.test", "S3.Test:443", "localhost.", "s3.test.", "s3.test.:8080"}) {
        row("/", own, false);
    }
    for (const char* other :
         {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "notlocalhost", "10.0.0.1",
          "[2001:db8::1]", "a b", "", "localhost@evil.example", "evil.example:80@localhost", "x.s3.test"}) {
        row("/", other, true);
    }
    row("http://evil.example/a", "localhost", true); // the target outdoes the field
    row("http://localhost/a", "evil.example", false);
    row("/?u=http://evil.example/", "localhost", false);
}

void TstEndpointGuard::namesAreTakenAsTheyAreCompared()
{
    for (const char* given : {"s3.test", "S3.Test", "s3.test.", "s3.test:8080"}) {
        QCOMPARE(hostNameFrom(QString::fromLatin1(given)).value_or(QString()), QStringLiteral("s3.test"));
    }
    for (const char* none :
         {"", "http://s3.test", "*.s3.test", "s3.test/a", "user@s3.test", "a b", ":80", "."}) {
        QVERIFY2(!hostNameFrom(QString::fromLatin1(none)), none);
    }
}

void TstEndpointGuard::hostsAreToldApart()
{
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, host);
    QFETCH(bool, isForeign);
    HttpRequest request;
    request.method = "GET";
    request.target = target.toStdString();
    request.headers.add("Host", host.toStdString());
    QCOMPARE(foreignHost(request, {QStringLiteral("s3.test")}).has_value(), isForeign);
}

/// The rest of a head that is too long is read, else its arrival would make a RST of the end.
void TstEndpointGuard::anExplanationArrivesAlthoughTheClientSendsOn()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(twoSteps()).ok());
    RawClient client(endpoint.url());
    client.send("GET / HTTP/1.1\r\nX: " + QByteArray(4 * 1024 * 1024, 'x') + "\r\n\r\n");
    QTRY_VERIFY(!client.isConnected());
    QVERIFY2(client.received().startsWith("HTTP/1.1 431 "), client.received().left(100));
    QCOMPARE(client.ending(), TcpEnding::Fin);
}

void TstEndpointGuard::oneThatPipelinesLetsOthersHaveTheirTurn()
{
    FaultEndpoint endpoint;
    QVERIFY(endpoint.open(twoSteps()).ok());
    RawClient greedy(endpoint.url());
    RawClient other(endpoint.url());
    int before = -1; // requests of the greedy one that came before the other's
    QObject::connect(&endpoint, &FaultEndpoint::requestReceived, this, [&](const ReceivedRequest& request) {
        before = request.target == "/other" ? request.number - 1 : before;
    });
    greedy.send(kGet.repeated(2000));
    other.send("GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_VERIFY(before >= 0);
    QVERIFY2(before < 200, QByteArray::number(before));
}

RETRYSCOPE_TEST(TstEndpointGuard)
#include "tst_endpoint_guard.moc"
