// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/wire_transport.h"
#include "tests/core/io/wire/foreign_server.h"
#include "tests/core/io/wire/misbehaving_server.h"
#include "tests/core/io/wire/test_certificates.h"
#include "tests/core/io/wire/wire_lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;
using io::WireTransport;

/// The transport against servers that nobody here wrote: nginx, Python's http.server, OpenSSL's s_server.
class TstForeignServers : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void readsWhatNginxSaysByItself_data();
    void readsWhatNginxSaysByItself();
    void passesTheRequestThroughNginxUnchanged();
    void keepsItsConnectionToNginxAlive();
    void noticesThatNginxClosedAnIdleConnection();
    void uploadsToNginx();
    void isRefusedAnUploadThatNginxFindsTooLarge();
    void speaksTlsWithNginx();
    void doesNotTrustNginxWithoutItsAuthority();
    void showsNginxTheCertificateItAsksFor();
    void readsPythonsAnswers();
    void reportsThatOpenSslMissesTheClientCertificate();

private:
    QByteArray nginxConfiguration() const;
    RequestSpec nginxSpec(const char* path, const char* method = "GET") const;
    RequestSpec nginxTlsSpec(quint16 port) const;

    TestCertificates m_certificates;
    QString m_tlsProblem;
    QString m_nginxProblem;
    quint16 m_port = 0;
    quint16 m_tlsPort = 0;
    quint16 m_strictPort = 0;
    MisbehavingServer m_upstream;
    ForeignServer m_nginx;
    std::unique_ptr<WireTransport> m_transport;
};

#define NEEDS(problem)                                                                                       \
    if (!(problem).isEmpty()) {                                                                              \
        QSKIP(qPrintable(problem));                                                                          \
    }

void TstForeignServers::initTestCase()
{
    m_tlsProblem = m_certificates.make();
    QVERIFY(m_upstream.listenPlain());
    if (!ForeignServer::isInstalled(QStringLiteral("nginx"))) {
        m_nginxProblem = QStringLiteral("the program nginx is missing");
        return;
    }
    m_port = ForeignServer::freePort();
    m_tlsPort = ForeignServer::freePort();
    m_strictPort = ForeignServer::freePort();
    QVERIFY(m_nginx.write(QStringLiteral("nginx.conf"), nginxConfiguration()));
    const QString folder = m_nginx.folder() + QLatin1Char('/');
    const QString problem =
        m_nginx.start(QStringLiteral("nginx"),
                      {QStringLiteral("-p"), folder, QStringLiteral("-c"),
                       folder + QStringLiteral("nginx.conf"), QStringLiteral("-e"), QStringLiteral("stderr")},
                      m_port);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

QByteArray TstForeignServers::nginxConfiguration() const
{
    const QByteArray upstream = "http://127.0.0.1:" + QByteArray::number(m_upstream.port());
    QByteArray tls;
    if (m_tlsProblem.isEmpty()) {
        const QByteArray keys =
            "ssl_certificate " + QByteArray::fromStdString(m_certificates.serverCertificate()) +
            "; ssl_certificate_key " + QByteArray::fromStdString(m_certificates.serverKey()) + ";\n";
        tls = "server { listen 127.0.0.1:" + QByteArray::number(m_tlsPort) + " ssl; " + keys +
              "location / { proxy_pass " + upstream + "; } }\n" +
              "server { listen 127.0.0.1:" + QByteArray::number(m_strictPort) + " ssl; " + keys +
              "ssl_verify_client on; ssl_client_certificate " +
              QByteArray::fromStdString(m_certificates.authority()) + "; location / { proxy_pass " +
              upstream + "; } }\n";
    }
    return "daemon off; master_process off; pid nginx.pid;\n"
           "events { worker_connections 64; }\n"
           "http { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path "
           "fastcgi;\n"
           "uwsgi_temp_path uwsgi; scgi_temp_path scgi; client_max_body_size 2m; proxy_http_version 1.1;\n"
           "limit_req_zone $server_addr zone=polite:1m rate=1r/m; limit_req_zone $server_addr zone=rude:1m "
           "rate=1r/m;\n"
           "server { listen 127.0.0.1:" +
           QByteArray::number(m_port) + "; keepalive_timeout 75s;\n" + "location / { proxy_pass " + upstream +
           "; }\n"
           "location /refused { proxy_pass http://127.0.0.1:1; }\n"
           "location /hangs { proxy_read_timeout 200ms; proxy_pass " +
           upstream +
           "; }\n"
           "location /limited429 { limit_req zone=polite; limit_req_status 429; proxy_pass " +
           upstream +
           "; }\n"
           "location /limited503 { limit_req zone=rude; proxy_pass " +
           upstream +
           "; }\n"
           "location /brief { keepalive_timeout 10ms; proxy_pass " +
           upstream + "; } }\n" + tls + "}\n";
}

void TstForeignServers::init()
{
    m_transport = std::make_unique<WireTransport>();
    m_upstream.setScript({{response(200, "from upstream")}});
}

RequestSpec TstForeignServers::nginxSpec(const char* path, const char* method) const
{
    RequestSpec spec = requestTo(m_port, method);
    spec.url = "http://127.0.0.1:" + std::to_string(m_port) + path;
    return spec;
}

RequestSpec TstForeignServers::nginxTlsSpec(quint16 port) const
{
    RequestSpec spec = requestTo(port, "GET", true);
    spec.wire.caFile = m_certificates.authority();
    return spec;
}

void TstForeignServers::readsWhatNginxSaysByItself_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<Behaviour>("upstream");
    QTest::addColumn<int>("requests");
    QTest::addColumn<int>("status");
    const Behaviour fine{response(200, "fine")};
    QTest::newRow("502: nobody listens behind it") << QByteArray("/refused") << fine << 1 << 502;
    QTest::newRow("502: the server behind it closes")
        << QByteArray("/") << Behaviour{{}, Behaviour::Ending::Fin} << 1 << 502;
    QTest::newRow("504: the server behind it hangs") << QByteArray("/hangs") << Behaviour{} << 1 << 504;
    QTest::newRow("429: limit_req") << QByteArray("/limited429") << fine << 2 << 429;
    QTest::newRow("503: limit_req as it comes") << QByteArray("/limited503") << fine << 2 << 503;
}

void TstForeignServers::readsWhatNginxSaysByItself()
{
    NEEDS(m_nginxProblem);
    QFETCH(const QByteArray, path);
    QFETCH(const Behaviour, upstream);
    QFETCH(const int, requests);
    m_upstream.setScript({upstream});
    std::optional<AttemptFacts> facts;
    for (int count = 0; count < requests; ++count) {
        facts = sendAndWait(*m_transport, nginxSpec(path.constData()));
    }
    QVERIFY(facts && facts->response);
    QCOMPARE(detailOf(*facts), QString());
    QTEST(facts->response->status, "status");
    QVERIFY(facts->response->headers.find("Server")->starts_with("nginx"));
    QVERIFY(facts->response->parsed.isHtml); // not an error body of the service behind it
    QVERIFY(facts->response->date.has_value());
}

void TstForeignServers::passesTheRequestThroughNginxUnchanged()
{
    NEEDS(m_nginxProblem);
    RequestSpec spec = nginxSpec("/a%2Fb/c?d=%7E&e", "DELETE");
    spec.headers.add("X-Test", "1");
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(facts->response->body, std::string("from upstream"));
    QVERIFY2(m_upstream.lastHead().startsWith("DELETE /a%2Fb/c?d=%7E&e HTTP/1.1\r\n"), m_upstream.lastHead());
    QVERIFY(m_upstream.lastHead().contains("\r\nX-Test: 1\r\n"));
}

void TstForeignServers::keepsItsConnectionToNginxAlive()
{
    NEEDS(m_nginxProblem);
    QVERIFY(!sendAndWait(*m_transport, nginxSpec("/"))->wire->reused);
    QVERIFY(sendAndWait(*m_transport, nginxSpec("/refused"))->wire->reused);
    QVERIFY(sendAndWait(*m_transport, nginxSpec("/"))->wire->reused);
}

void TstForeignServers::noticesThatNginxClosedAnIdleConnection()
{
    NEEDS(m_nginxProblem);
    QVERIFY(sendAndWait(*m_transport, nginxSpec("/brief"))->response);
    std::optional<AttemptFacts> facts;
    const auto meetsItClosed = [&] {
        facts = sendAndWait(*m_transport, nginxSpec("/brief"));
        return facts && !facts->wire->reused;
    };
    bool hasMetIt = false;
    QTRY_VERIFY(hasMetIt || (hasMetIt = meetsItClosed()));
    QCOMPARE(facts->response->status, 200);
    QVERIFY(isNoted(*facts, "was closed by the server (FIN) while idle"));
}

void TstForeignServers::uploadsToNginx()
{
    NEEDS(m_nginxProblem);
    RequestSpec spec = nginxSpec("/upload", "PUT");
    spec.body.assign(1'500'000, 'x');
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(facts->response->status, 200);
    QCOMPARE(m_upstream.lastBodySize(), 1'500'000);
}

void TstForeignServers::isRefusedAnUploadThatNginxFindsTooLarge()
{
    NEEDS(m_nginxProblem);
    RequestSpec spec = nginxSpec("/upload", "PUT");
    spec.body.assign(30'000'000, 'x');
    const auto facts = sendAndWait(*m_transport, spec);
    QVERIFY(facts && facts->response);
    QCOMPARE(facts->response->status, 413);
}

void TstForeignServers::speaksTlsWithNginx()
{
    NEEDS(m_nginxProblem);
    NEEDS(m_tlsProblem);
    const auto facts = sendAndWait(*m_transport, nginxTlsSpec(m_tlsPort));
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->body, std::string("from upstream"));
    QVERIFY(facts->wire->tlsVerified);
    QVERIFY(sendAndWait(*m_transport, nginxTlsSpec(m_tlsPort))->wire->reused);
}

void TstForeignServers::doesNotTrustNginxWithoutItsAuthority()
{
    NEEDS(m_nginxProblem);
    NEEDS(m_tlsProblem);
    RequestSpec spec = nginxTlsSpec(m_tlsPort);
    spec.wire.caFile.clear();
    QCOMPARE(faultOf(*sendAndWait(*m_transport, spec)), QStringLiteral("tlsFailed"));
}

void TstForeignServers::showsNginxTheCertificateItAsksFor()
{
    NEEDS(m_nginxProblem);
    NEEDS(m_tlsProblem);
    RequestSpec spec = nginxTlsSpec(m_strictPort);
    QCOMPARE(sendAndWait(*m_transport, spec)->response->status, 400); // nginx tells it by HTTP
    spec.wire.certificateFile = m_certificates.clientCertificate();
    spec.wire.keyFile = m_certificates.clientKey();
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(facts->response->status, 200);
    QVERIFY(!facts->wire->reused); // another identity is another connection
}

void TstForeignServers::readsPythonsAnswers()
{
    if (!ForeignServer::isInstalled(QStringLiteral("python3"))) {
        QSKIP("the program python3 is missing");
    }
    ForeignServer python;
    QVERIFY(python.write(QStringLiteral("file.txt"), "content"));
    const quint16 port = ForeignServer::freePort();
    const QString problem =
        python.start(QStringLiteral("python3"),
                     {QStringLiteral("-m"), QStringLiteral("http.server"), QString::number(port),
                      QStringLiteral("--bind"), QStringLiteral("127.0.0.1")},
                     port);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    RequestSpec spec = requestTo(port);
    spec.url = "http://127.0.0.1:" + std::to_string(port) + "/file.txt";
    const auto file = sendAndWait(*m_transport, spec);
    QCOMPARE(file->response->body, std::string("content"));
    spec.method = "HEAD";
    const auto head = sendAndWait(*m_transport, spec);
    QVERIFY(!head->wire->reused); // it speaks HTTP/1.0
    QCOMPARE(*head->response->headers.find("Content-Length"), std::string("7"));
    QCOMPARE(head->response->bodyBytes, 0);
    spec.method = "POST";
    QCOMPARE(sendAndWait(*m_transport, spec)->response->status, 501);
    spec.method = "GET";
    spec.url += ".missing";
    QCOMPARE(sendAndWait(*m_transport, spec)->response->status, 404);
}

void TstForeignServers::reportsThatOpenSslMissesTheClientCertificate()
{
    NEEDS(m_tlsProblem);
    ForeignServer server;
    const quint16 port = ForeignServer::freePort();
    const auto file = [](const std::string& path) {
        return QString::fromStdString(path);
    };
    const QString problem = server.start(
        QStringLiteral("openssl"),
        {QStringLiteral("s_server"), QStringLiteral("-accept"), QStringLiteral("127.0.0.1:%1").arg(port),
         QStringLiteral("-www"), QStringLiteral("-Verify"), QStringLiteral("1"),
         QStringLiteral("-verify_return_error"), QStringLiteral("-cert"),
         file(m_certificates.serverCertificate()), QStringLiteral("-key"), file(m_certificates.serverKey()),
         QStringLiteral("-CAfile"), file(m_certificates.authority())},
        port);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    RequestSpec spec = nginxTlsSpec(port);
    // TLS 1.3 tells the client only after the client's own side of the handshake is over
    const auto refused = sendAndWait(*m_transport, spec);
    QVERIFY2(faultOf(*refused) == u"tlsFailed", qPrintable(faultOf(*refused) + detailOf(*refused)));
    QVERIFY2(detailOf(*refused).contains(QStringLiteral("certificate required")),
             qPrintable(detailOf(*refused)));
    spec.wire.certificateFile = m_certificates.clientCertificate();
    spec.wire.keyFile = m_certificates.clientKey();
    spec.url = "https://127.0.0.1:" + std::to_string(port) + "/";
    const auto accepted = sendAndWait(*m_transport, spec);
    QCOMPARE(detailOf(*accepted), QString());
    QCOMPARE(accepted->response->status, 200);
}

RETRYSCOPE_TEST(TstForeignServers)
#include "tst_foreign_servers.moc"
