// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_json.h"
#include "core/io/recorder/certificate_authority.h"
#include "tests/core/io/recorder/recorder_lab.h"
#include "tests/core/io/wire/test_certificates.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslSocket>
#include <QTemporaryDir>
#include <QTest>

#include <optional>
#include <utility>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;

namespace {

RecorderPlan forwardPlan()
{
    RecorderPlan plan;
    plan.forwardProxy = true;
    return plan;
}

QByteArray authorityOf(const RawUpstream& upstream, const QByteArray& host = "127.0.0.1")
{
    return host + ':' + QByteArray::number(upstream.port());
}

/// A client that has asked a proxy for a connection to `authority`, and speaks TLS over it once that is
/// there.
class TunnelClient
{
public:
    TunnelClient(const Recorder& recorder, const QByteArray& authority, const QString& trusted)
    {
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setCaCertificates(QSslCertificate::fromPath(trusted));
        configuration.setAllowedNextProtocols({"h2", "http/1.1"});
        socket.setSslConfiguration(configuration);
        socket.setPeerVerifyName(QStringLiteral("localhost"));
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost),
                             static_cast<quint16>(urlOf(recorder).port()));
        if (!socket.waitForConnected()) {
            qFatal("cannot connect");
        }
        socket.write("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n");
    }

    [[nodiscard]] bool isOpen()
    {
        received += socket.readAll();
        return received.startsWith("HTTP/1.1 200 ") && received.endsWith("\r\n\r\n");
    }

    QSslSocket socket;
    QByteArray received;
};

} // namespace

/// Forward proxy: absolute addresses, tunnels, and tunnels that are opened.
class TstRecorderTunnel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void anAbsoluteAddressSaysWhereARequestGoes();
    void oneConnectionMayAskManyHosts();
    void anUpstreamThatIsNotThereIsABadGateway();
    void aPathAloneGoesNowhere();
    void tunnelsAreCounted();
    void aTunnelToNowhereIsRefused();
    void anOpenTunnelIsCountedAsItGoesOn();
    void connectNeedsAProxy();
    void goesThroughAnotherProxyItself();
    void openedTunnelsAreRecorded();
    void openedTunnelsVerifyTheRealHost();
    void aScenarioRespondsInsideAnOpenedTunnel();
    void onlyTheHostsThatWereNamedAreOpened();
    void aClientThatDoesNotTrustUsIsTold();
    void aHandshakeThatIsLeftIsKept();
    void recordsOfEarlierVersionsKeepWhoEndedAHandshake();

private:
    [[nodiscard]] RecorderPlan interceptPlan() const;

    TestCertificates m_certificates;
    QTemporaryDir m_folder;
};

void TstRecorderTunnel::initTestCase()
{
    const QString problem = m_certificates.make();
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

RecorderPlan TstRecorderTunnel::interceptPlan() const
{
    RecorderPlan plan = forwardPlan();
    plan.intercept = true;
    plan.authorityFolder = m_folder.filePath(QStringLiteral("authority"));
    plan.wire.caFile = m_certificates.authority();
    return plan;
}

void TstRecorderTunnel::anAbsoluteAddressSaysWhereARequestGoes()
{
    RawUpstream upstream;
    upstream.respond = always(rawResponse(200, "x"));
    const auto recorder = recorderWith(forwardPlan());
    RawClient client(urlOf(*recorder));

    client.send("GET " + QByteArray::fromStdString(upstream.url()) +
                "/a?b HTTP/1.1\r\nHost: elsewhere\r\nProxy-Connection: keep-alive\r\nProxy-Authorization: "
                "Basic eDp5\r\nA: "
                "1\r\n\r\n");

    QTRY_COMPARE(client.received(), rawResponse(200, "x"));
    QCOMPARE(upstream.received(), "GET /a?b HTTP/1.1\r\nHost: " + authorityOf(upstream) + "\r\nA: 1\r\n\r\n");
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(attemptOf(*recorder).sentTarget->url, upstream.url() + "/a?b");
}

void TstRecorderTunnel::oneConnectionMayAskManyHosts()
{
    RawUpstream first;
    RawUpstream second;
    first.respond = always(rawResponse(200, "1"));
    second.respond = always(rawResponse(200, "2"));
    const auto recorder = recorderWith(forwardPlan());
    RawClient client(urlOf(*recorder));

    for (const RawUpstream* upstream : {&first, &second, &first}) {
        client.send("GET " + QByteArray::fromStdString(upstream->url()) + "/ HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    QTRY_COMPARE(client.received(), rawResponse(200, "1") + rawResponse(200, "2") + rawResponse(200, "1"));
    QCOMPARE(first.connections(), 2);
    QTRY_VERIFY(!first.isOpen(0));
}

void TstRecorderTunnel::anUpstreamThatIsNotThereIsABadGateway()
{
    RawUpstream upstream;
    const QByteArray url = QByteArray::fromStdString(upstream.url());
    upstream.stopListening();
    const auto recorder = recorderWith(forwardPlan());
    RawClient client(urlOf(*recorder));

    client.send("GET " + url + "/ HTTP/1.1\r\nHost: a\r\n\r\n");

    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 502 "));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(FaultKind::ConnectionRefused));
}

void TstRecorderTunnel::aPathAloneGoesNowhere()
{
    const auto recorder = recorderWith(forwardPlan());
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 400 "));
    QVERIFY(client.received().contains("this is a proxy"));
}

void TstRecorderTunnel::tunnelsAreCounted()
{
    RawUpstream upstream;
    const auto recorder = recorderWith(forwardPlan());
    QSignalSpy tunnelled(recorder.get(), &Recorder::outsideChanged);
    RawClient client(urlOf(*recorder));

    client.send("CONNECT " + authorityOf(upstream) + " HTTP/1.1\r\nHost: a\r\n\r\n\x16hello");
    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 200 "));
    QTRY_COMPARE(upstream.received(), QByteArray("\x16hello"));
    upstream.send("abc");
    QTRY_VERIFY(client.received().endsWith("\r\n\r\nabc"));
    client.send("more");
    QTRY_COMPARE(upstream.received(), QByteArray("\x16hellomore"));
    upstream.close();

    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QCOMPARE(recorder->tunnels().size(), std::size_t{1});
    const TunnelCount expected{
        .authority = authorityOf(upstream).toStdString(), .tunnels = 1, .sentBytes = 10, .receivedBytes = 3};
    QVERIFY(recorder->tunnels()[0] == expected);
    QVERIFY(tunnelled.count() >= 2);
    QCOMPARE(recorder->requestCount(), 0);
}

void TstRecorderTunnel::aTunnelToNowhereIsRefused()
{
    RawUpstream upstream;
    const QByteArray authority = authorityOf(upstream);
    upstream.stopListening();
    const auto recorder = recorderWith(forwardPlan());
    RawClient client(urlOf(*recorder));

    client.send("CONNECT " + authority + " HTTP/1.1\r\nHost: a\r\n\r\n");

    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 502 "));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    QVERIFY(recorder->tunnels().empty());
    QCOMPARE(recorder->outside().size(), std::size_t{1});
    QCOMPARE(recorder->outside()[0].what, "CONNECT " + authority.toStdString());
    QVERIFY(recorder->outside()[0].why.find("refused") != std::string::npos);
}

void TstRecorderTunnel::anOpenTunnelIsCountedAsItGoesOn()
{
    RawUpstream upstream;
    const auto recorder = recorderWith(forwardPlan());
    RawClient client(urlOf(*recorder));
    client.send("CONNECT " + authorityOf(upstream) + " HTTP/1.1\r\nHost: a\r\n\r\nhello");
    QTRY_COMPARE(upstream.received(), QByteArray("hello"));
    QTRY_COMPARE(recorder->tunnels()[0].sentBytes, std::int64_t{5}); // within a second
    upstream.send("abc");
    QTRY_VERIFY(client.received().endsWith("abc"));

    recorder->stop();

    QCOMPARE(recorder->tunnels()[0].sentBytes, std::int64_t{5});
    QCOMPARE(recorder->tunnels()[0].receivedBytes, std::int64_t{3});
}

void TstRecorderTunnel::connectNeedsAProxy()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("CONNECT " + authorityOf(upstream) + " HTTP/1.1\r\nHost: a\r\n\r\n");

    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 405 "));
    QCOMPARE(upstream.connections(), 0);
}

void TstRecorderTunnel::goesThroughAnotherProxyItself()
{
    RawUpstream next;
    next.respond = [](QByteArray& unread) {
        return unread.endsWith("Host: b") ? (unread.clear(), rawResponse(200)) : QByteArray();
    };
    RecorderPlan plan;
    plan.upstream = "http://server.example/base";
    plan.overlay = recorderScenario({recorderStep(200)});
    plan.wire.proxyUrl = "http://user:pw@127.0.0.1:" + std::to_string(next.port());
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));
    // A body that looks like a head stays as it is.
    const QByteArray request = "PUT /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n\r\nHost: b";
    const QByteArray expected =
        "PUT http://server.example/base/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
        "Proxy-Authorization: Basic dXNlcjpwdw==\r\n\r\n\r\nHost: b";

    client.send(request);
    QTRY_COMPARE(endedAttempts(*recorder), 1);
    client.send(request);
    QTRY_COMPARE(endedAttempts(*recorder), 2);

    QCOMPARE(next.received(), expected + expected);
    QCOMPARE(next.connections(), 1);
    QCOMPARE(attemptOf(*recorder).sentTarget->url, std::string("http://server.example/base/a"));
    QCOMPARE(*attemptOf(*recorder).sentBody, std::string("\r\nHost: b"));
}

void TstRecorderTunnel::openedTunnelsAreRecorded()
{
    const QSslConfiguration tls = m_certificates.serverConfiguration();
    RawUpstream upstream(&tls);
    upstream.respond = always(rawResponse(503, "slow down"));
    const auto recorder = recorderWith(interceptPlan());
    TunnelClient client(*recorder, authorityOf(upstream, "localhost"), recorder->authorityFile());
    QTRY_VERIFY(client.isOpen());

    client.socket.startClientEncryption();
    QTRY_VERIFY2(client.socket.isEncrypted(), qPrintable(client.socket.errorString()));
    QCOMPARE(client.socket.sslConfiguration().nextNegotiatedProtocol(), QByteArray("http/1.1"));
    client.socket.write(sdkGet("a", 1, "/x") + sdkGet("a", 2, "/x"));

    QTRY_COMPARE(endedAttempts(*recorder), 2);
    QTRY_COMPARE(client.socket.bytesAvailable(), 2 * rawResponse(503, "slow down").size());
    QCOMPARE(upstream.received(), sdkGet("a", 1, "/x") + sdkGet("a", 2, "/x")); // Host as it was signed
    QCOMPARE(recorder->record().calls().size(), std::size_t{1});
    QCOMPARE(attemptOf(*recorder).sentTarget->url,
             "https://localhost:" + std::to_string(upstream.port()) + "/x");
    QVERIFY(recorder->tunnels().empty());
}

void TstRecorderTunnel::openedTunnelsVerifyTheRealHost()
{
    const QSslConfiguration tls = m_certificates.misnamedServerConfiguration();
    RawUpstream upstream(&tls);
    upstream.respond = always(rawResponse(200));
    const auto recorder = recorderWith(interceptPlan());
    TunnelClient client(*recorder, authorityOf(upstream, "localhost"), recorder->authorityFile());
    QTRY_VERIFY(client.isOpen());
    client.socket.startClientEncryption();
    QTRY_VERIFY(client.socket.isEncrypted());

    client.socket.write(sdkGet("a", 1));

    QTRY_VERIFY(client.socket.peek(100).startsWith("HTTP/1.1 502 "));
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(FaultKind::TlsFailed));
    QVERIFY(upstream.received().isEmpty());
}

void TstRecorderTunnel::aScenarioRespondsInsideAnOpenedTunnel()
{
    RecorderPlan plan = interceptPlan();
    plan.scenario = recorderScenario({recorderStep(503), recorderStep(200, "done")});
    const auto recorder = recorderWith(plan);
    TunnelClient client(*recorder, "localhost:443", recorder->authorityFile());
    QTRY_VERIFY(client.isOpen());
    client.socket.startClientEncryption();
    QTRY_VERIFY(client.socket.isEncrypted());

    client.socket.write(sdkGet("a", 1) + sdkGet("a", 2));

    QTRY_COMPARE(endedAttempts(*recorder), 2);
    QTRY_VERIFY(client.socket.peek(10'000).endsWith("done"));
    QCOMPARE(attemptOf(*recorder).sentTarget->url, std::string("https://localhost/"));
}

void TstRecorderTunnel::onlyTheHostsThatWereNamedAreOpened()
{
    RawUpstream upstream;
    RecorderPlan plan = interceptPlan();
    plan.interceptHosts = {QStringLiteral("example.org")};
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send("CONNECT " + authorityOf(upstream) + " HTTP/1.1\r\nHost: a\r\n\r\nplain");

    QTRY_COMPARE(upstream.received(), QByteArray("plain"));
}

void TstRecorderTunnel::aClientThatDoesNotTrustUsIsTold()
{
    RecorderPlan plan = interceptPlan();
    plan.scenario = recorderScenario({recorderStep(200)});
    const auto recorder = recorderWith(plan);
    QSignalSpy refused(recorder.get(), &Recorder::handshakeRefused);
    TunnelClient client(*recorder, "localhost:443", QString::fromStdString(m_certificates.authority()));
    QTRY_VERIFY(client.isOpen());

    client.socket.startClientEncryption();

    QTRY_COMPARE(refused.count(), 1);
    QVERIFY(!client.socket.isEncrypted());
    recorder->stop();
    const std::vector<RefusedHandshake>& kept = recorder->record().header().refusedHandshakes;
    QCOMPARE(kept.size(), std::size_t{1});
    QCOMPARE(kept[0].host, std::string("localhost"));
    QVERIFY(!kept[0].reason.empty());
    const QByteArray json = recordBytes(recorder->record());
    QVERIFY(json.contains("\"refusedHandshakes\""));
    QCOMPARE(recordFromJson(json, QStringLiteral("r.json")).value().header().refusedHandshakes, kept);
}

/// A client that closes the connection in the midst of the handshake says no more.
void TstRecorderTunnel::aHandshakeThatIsLeftIsKept()
{
    RecorderPlan plan = interceptPlan();
    plan.scenario = recorderScenario({recorderStep(200)});
    const auto recorder = recorderWith(plan);
    QSignalSpy refused(recorder.get(), &Recorder::handshakeRefused);
    std::optional<RawClient> client(std::in_place, urlOf(*recorder));
    client->send("CONNECT localhost:443 HTTP/1.1\r\nHost: a\r\n\r\n");
    QTRY_VERIFY(client->received().startsWith("HTTP/1.1 200 "));

    client.reset();

    QTRY_COMPARE(refused.count(), 1);
    const std::vector<RefusedHandshake>& kept = recorder->record().header().refusedHandshakes;
    QCOMPARE(kept.size(), std::size_t{1});
    QCOMPARE(wordOf(kept[0].end), wordOf(HandshakeEnd::ClientClosed));
    const QByteArray json = recordBytes(recorder->record());
    QCOMPARE(recordFromJson(json, QStringLiteral("r.json")).value().header().refusedHandshakes, kept);
}

/// Such records have no `end`; the reason's text has to say it.
void TstRecorderTunnel::recordsOfEarlierVersionsKeepWhoEndedAHandshake()
{
    const auto recorder = recorderWith(interceptPlan());
    const auto endOf = [&recorder](const char* reason) {
        RunRecord record{recorder->record().header()};
        record.noteRefusedHandshake({.host = "localhost", .reason = reason});
        const QByteArray json = recordBytes(record).replace("\"end\": \"alert\",", "");
        return wordOf(
            recordFromJson(json, QStringLiteral("r.json")).value().header().refusedHandshakes.at(0).end);
    };
    QCOMPARE(endOf("tlsv1 alert unknown ca"), wordOf(HandshakeEnd::Alert));
    QCOMPARE(endOf("The remote host closed the connection"), wordOf(HandshakeEnd::ClientClosed));
    QCOMPARE(endOf("the client closed the connection after the handshake"),
             wordOf(HandshakeEnd::ClientClosed));
    QCOMPARE(endOf("it did not complete it in time"), wordOf(HandshakeEnd::Timeout));
}

RETRYSCOPE_TEST(TstRecorderTunnel)

#include "tst_recorder_tunnel.moc"
