// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/wire_transport.h"
#include "tests/core/io/wire/misbehaving_server.h"
#include "tests/core/io/wire/test_certificates.h"
#include "tests/core/io/wire/test_proxy.h"
#include "tests/core/io/wire/wire_lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;
using io::WireTransport;

namespace {

std::string proxyUrl(const char* scheme, const TestProxy& proxy, const char* user = "")
{
    return std::string(scheme) + "://" + user + "127.0.0.1:" + std::to_string(proxy.port());
}

} // namespace

/// Requests through proxies: what the proxy is told, and what its failures are called.
class TstProxies : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void sendsThePlainUrlToAnHttpProxy();
    void tunnelsTlsThroughAnHttpProxy();
    void givesPlainRequestsTheProxyCredentials();
    void givesTunnelsTheProxyCredentials();
    void tunnelsThroughASocksProxy_data();
    void tunnelsThroughASocksProxy();
    void goesAroundTheProxyForExemptHosts();
    void keepsAProxiedConnectionAlive();
    void namesARefusedTunnel();
    void namesARefusedSocksRequest();
    void takesAProxysOwnAnswerForWhatItIs();
    void reportsAProxyThatIsNotThere();
    void reportsAProxyThatHangsUp();

private:
    TestCertificates m_certificates;
    QString m_tlsProblem;
    std::unique_ptr<MisbehavingServer> m_server;
    std::unique_ptr<WireTransport> m_transport;
};

void TstProxies::initTestCase()
{
    m_tlsProblem = m_certificates.make();
}

void TstProxies::init()
{
    m_transport = std::make_unique<WireTransport>();
    m_server = std::make_unique<MisbehavingServer>();
    QVERIFY(m_server->listenPlain());
    m_server->setScript({{response(200, "ok")}});
}

void TstProxies::sendsThePlainUrlToAnHttpProxy()
{
    TestProxy proxy(TestProxy::Kind::Http);
    RequestSpec spec = requestTo(m_server->port());
    spec.url = "http://far.invalid:" + std::to_string(m_server->port()) + "/a?b";
    spec.wire.proxyUrl = proxyUrl("http", proxy);
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->body, std::string("ok"));
    QVERIFY(proxy.lastHead().startsWith("GET " + QByteArray::fromStdString(spec.url) +
                                        " HTTP/1.1\r\nHost: far.invalid:"));
    QCOMPARE(facts->wire->peer, "127.0.0.1:" + std::to_string(proxy.port()));
}

void TstProxies::tunnelsTlsThroughAnHttpProxy()
{
    if (!m_tlsProblem.isEmpty()) {
        QSKIP(qPrintable(m_tlsProblem));
    }
    MisbehavingServer secure;
    QVERIFY(secure.listenTls(m_certificates.serverConfiguration()));
    secure.setScript({{response(200, "secret")}});
    TestProxy proxy(TestProxy::Kind::Http);
    RequestSpec spec = requestTo(secure.port(), "POST", true);
    spec.body = "hidden";
    spec.wire.caFile = m_certificates.authority();
    spec.wire.proxyUrl = proxyUrl("http", proxy);
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->body, std::string("secret"));
    QVERIFY(facts->wire->tlsVerified);
    QVERIFY(isNoted(*facts, "tunnel through proxy 127.0.0.1:"));
    const QByteArray target = "127.0.0.1:" + QByteArray::number(secure.port());
    QCOMPARE(proxy.lastHead(), "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n");
    QVERIFY(secure.lastHead().startsWith("POST /path?q=1 "));
}

void TstProxies::givesPlainRequestsTheProxyCredentials()
{
    TestProxy proxy(TestProxy::Kind::Http);
    proxy.demandPassword("me:p@ss");
    RequestSpec spec = requestTo(m_server->port());
    spec.wire.proxyUrl = proxyUrl("http", proxy);
    QCOMPARE(sendAndWait(*m_transport, spec)->response->status, 407);
    spec.wire.proxyUrl = proxyUrl("http", proxy, "me:p%40ss@");
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(facts->response->status, 200);
    QVERIFY(facts->wire->sentHeaders->contains("Proxy-Authorization")); // what was added is shown
}

void TstProxies::givesTunnelsTheProxyCredentials()
{
    if (!m_tlsProblem.isEmpty()) {
        QSKIP(qPrintable(m_tlsProblem));
    }
    MisbehavingServer secure;
    QVERIFY(secure.listenTls(m_certificates.serverConfiguration()));
    secure.setScript({{response(200, "ok")}});
    TestProxy proxy(TestProxy::Kind::Http);
    proxy.demandPassword("me:secret");
    RequestSpec spec = requestTo(secure.port(), "GET", true);
    spec.wire.caFile = m_certificates.authority();
    spec.wire.proxyUrl = proxyUrl("http", proxy);
    const auto refused = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*refused), QStringLiteral("unreachable"));
    QVERIFY2(detailOf(*refused).contains(QStringLiteral("407")), qPrintable(detailOf(*refused)));
    spec.wire.proxyUrl = proxyUrl("http", proxy, "me:secret@");
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(detailOf(*facts), QString());
    QVERIFY(!secure.lastHead().contains("Proxy-Authorization")); // the server must not learn it
    QVERIFY(!facts->wire->sentHeaders->contains("Proxy-Authorization"));
}

void TstProxies::tunnelsThroughASocksProxy_data()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<bool>("isLocked");
    QTest::newRow("an address") << QByteArray("socks5") << QByteArray("127.0.0.1")
                                << QByteArray::fromHex("050100017f000001") << false;
    QTest::newRow("with a password") << QByteArray("socks5") << QByteArray("127.0.0.1")
                                     << QByteArray::fromHex("050100017f000001") << true;
    QTest::newRow("a name for the proxy to find")
        << QByteArray("socks5h") << QByteArray("far.invalid")
        << QByteArray::fromHex("050100030b") + "far.invalid" << false;
}

void TstProxies::tunnelsThroughASocksProxy()
{
    QFETCH(const QByteArray, scheme);
    QFETCH(const QByteArray, host);
    QFETCH(const QByteArray, request);
    QFETCH(const bool, isLocked);
    TestProxy proxy(TestProxy::Kind::Socks5);
    proxy.demandPassword(isLocked ? "me:secret" : "");
    RequestSpec spec = requestTo(m_server->port());
    spec.url = "http://" + host.toStdString() + ':' + std::to_string(m_server->port()) + "/x";
    spec.wire.proxyUrl = proxyUrl(scheme.constData(), proxy, isLocked ? "me:secret@" : "");
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->status, 200);
    QVERIFY(proxy.lastRequest().startsWith(request));
    QVERIFY(m_server->lastHead().startsWith("GET /x HTTP/1.1\r\n"));
    QCOMPARE(m_server->requests(), 1);
}

void TstProxies::goesAroundTheProxyForExemptHosts()
{
    TestProxy proxy(TestProxy::Kind::Http);
    RequestSpec spec = requestTo(m_server->port());
    spec.wire.proxyUrl = proxyUrl("http", proxy);
    spec.wire.noProxy = "other.example,127.0.0.1";
    QCOMPARE(sendAndWait(*m_transport, spec)->response->status, 200);
    QCOMPARE(proxy.connections(), 0);
}

void TstProxies::keepsAProxiedConnectionAlive()
{
    TestProxy proxy(TestProxy::Kind::Http);
    RequestSpec spec = requestTo(m_server->port());
    spec.wire.proxyUrl = proxyUrl("http", proxy);
    QVERIFY(sendAndWait(*m_transport, spec)->response);
    QVERIFY(sendAndWait(*m_transport, spec)->wire->reused);
    spec.wire.proxyUrl.clear();
    QVERIFY(!sendAndWait(*m_transport, spec)->wire->reused); // direct is another connection
    QCOMPARE(proxy.connections(), 1);
}

void TstProxies::namesARefusedTunnel()
{
    TestProxy proxy(TestProxy::Kind::Http);
    proxy.refuseWith("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nnope");
    RequestSpec spec = requestTo(m_server->port(), "GET", true);
    spec.wire.proxyUrl = proxyUrl("http", proxy);
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("unreachable"));
    QVERIFY2(detailOf(*facts).endsWith(QStringLiteral(": 502 Bad Gateway")), qPrintable(detailOf(*facts)));
    QVERIFY(!facts->response); // it is the proxy's word about the tunnel, not a response to the request
    QCOMPARE(m_server->connections(), 0);
}

void TstProxies::namesARefusedSocksRequest()
{
    TestProxy proxy(TestProxy::Kind::Socks5);
    proxy.refuseWith(QByteArray::fromHex("05050001000000000000"));
    RequestSpec spec = requestTo(m_server->port());
    spec.wire.proxyUrl = proxyUrl("socks5", proxy);
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("connectionRefused"));
    QVERIFY(detailOf(*facts).startsWith(QStringLiteral("proxy 127.0.0.1:")));
}

void TstProxies::takesAProxysOwnAnswerForWhatItIs()
{
    TestProxy proxy(TestProxy::Kind::Http);
    proxy.refuseWith(response(503, "<html>no upstream</html>", "Via: 1.1 test\r\n"));
    RequestSpec spec = requestTo(m_server->port());
    spec.wire.proxyUrl = proxyUrl("http", proxy);
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(facts->response->status, 503);
    QVERIFY(facts->response->parsed.isHtml);
}

void TstProxies::reportsAProxyThatIsNotThere()
{
    RequestSpec spec = requestTo(m_server->port());
    spec.wire.proxyUrl = "http://127.0.0.1:1";
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("connectionRefused"));
    QVERIFY(detailOf(*facts).startsWith(QStringLiteral("proxy 127.0.0.1:1")));
    QCOMPARE(m_server->connections(), 0);
}

void TstProxies::reportsAProxyThatHangsUp()
{
    QTcpServer rude;
    QVERIFY(rude.listen(QHostAddress::LocalHost));
    connect(&rude, &QTcpServer::newConnection, &rude, [&rude] { rude.nextPendingConnection()->close(); });
    RequestSpec spec = requestTo(m_server->port());
    spec.wire.proxyUrl = "socks5://127.0.0.1:" + std::to_string(rude.serverPort());
    const auto facts = sendAndWait(*m_transport, spec);
    QVERIFY2(faultOf(*facts) == u"closedBeforeResponse" || faultOf(*facts) == u"connectionReset",
             qPrintable(faultOf(*facts)));
    QVERIFY2(detailOf(*facts).contains(QStringLiteral("before the tunnel was open")),
             qPrintable(detailOf(*facts)));
}

RETRYSCOPE_TEST(TstProxies)
#include "tst_proxies.moc"
