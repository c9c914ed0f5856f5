// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/check_request.h"
#include "core/io/wire/wire_transport.h"
#include "tests/core/io/wire/misbehaving_server.h"
#include "tests/core/io/wire/test_certificates.h"
#include "tests/core/io/wire/wire_lab.h"
#include "tests/support/strict_main.h"

#include <QFile>
#include <QTemporaryFile>

using namespace retryscope;
using namespace retryscope::test;
using io::WireTransport;

/// Whom the transport trusts, and what it says when it does not.
class TstTls : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void trustsThePrivateAuthorityItWasGiven();
    void refusesAnAuthorityItDoesNotKnow();
    void refusesWhenAnotherAuthorityWasGiven();
    void refusesAnotherHostName();
    void acceptsTheNameOfTheCertificate();
    void theCommonNameDoesNotCountBesideAlternativeNames_data();
    void theCommonNameDoesNotCountBesideAlternativeNames();
    void aBodyThatEndsWithoutWordIsNoted_data();
    void aBodyThatEndsWithoutWordIsNoted();
    void marksAnUnverifiedConnection();
    void showsItsCertificateWhenAsked();
    void showsItsCertificateToServersOfItsListAfterARedirect();
    void refusesACertificateWithTheKeyOfAnother();
    void refusesACertificateWhosePublicKeyCannotBeRead();
    void reportsAServerThatSpeaksNoTls();
    void saysThatAServerRespondsWithoutTls();
    void reportsAServerThatHangsUpInTheHandshake();
    void doesNotMixConnectionsOfDifferentTrust();
    void measuresTheHandshake();
    void letsGoOfAServerThatItDoesNotTrust();

private:
    RequestSpec secureSpec(const char* host = "127.0.0.1") const;

    TestCertificates m_certificates;
    std::unique_ptr<MisbehavingServer> m_server;
    std::unique_ptr<WireTransport> m_transport;
};

void TstTls::initTestCase()
{
    if (const QString problem = m_certificates.make(); !problem.isEmpty()) {
        QSKIP(qPrintable(problem));
    }
}

void TstTls::init()
{
    m_transport = std::make_unique<WireTransport>();
    m_server = std::make_unique<MisbehavingServer>();
    QVERIFY(m_server->listenTls(m_certificates.serverConfiguration()));
    m_server->setScript({{response(200, "ok")}});
}

RequestSpec TstTls::secureSpec(const char* host) const
{
    RequestSpec spec = requestTo(m_server->port(), "GET", true);
    spec.url = std::string("https://") + host + ':' + std::to_string(m_server->port()) + '/';
    spec.wire.caFile = m_certificates.authority();
    return spec;
}

void TstTls::trustsThePrivateAuthorityItWasGiven()
{
    const auto facts = sendAndWait(*m_transport, secureSpec());
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->status, 200);
    QVERIFY(facts->wire->tlsVerified);
}

void TstTls::refusesAnAuthorityItDoesNotKnow()
{
    RequestSpec spec = secureSpec();
    spec.wire.caFile.clear();
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("tlsFailed"));
    QVERIFY2(detailOf(*facts).contains(QStringLiteral("self-signed, and untrusted")),
             qPrintable(detailOf(*facts)));
    QVERIFY2(detailOf(*facts).contains(QStringLiteral("issued by \"Retryscope test authority\"")),
             qPrintable(detailOf(*facts)));
    QCOMPARE(m_server->requests(), 0);
}

void TstTls::refusesWhenAnotherAuthorityWasGiven()
{
    RequestSpec spec = secureSpec();
    spec.wire.caFile = m_certificates.otherAuthority();
    QCOMPARE(faultOf(*sendAndWait(*m_transport, spec)), QStringLiteral("tlsFailed"));
    QCOMPARE(m_server->requests(), 0);
}

void TstTls::refusesAnotherHostName()
{
    MisbehavingServer misnamed;
    QVERIFY(misnamed.listenTls(m_certificates.misnamedServerConfiguration()));
    RequestSpec spec = requestTo(misnamed.port(), "GET", true);
    spec.wire.caFile = m_certificates.authority();
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("tlsFailed"));
    QVERIFY2(detailOf(*facts).contains(QStringLiteral("host name")), qPrintable(detailOf(*facts)));
    QCOMPARE(misnamed.requests(), 0);
}

void TstTls::acceptsTheNameOfTheCertificate()
{
    const auto facts = sendAndWait(*m_transport, secureSpec("localhost"));
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->status, 200);
}

void TstTls::theCommonNameDoesNotCountBesideAlternativeNames_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("host");
    QTest::newRow("beside a name") << QStringLiteral("elsewhere") << QStringLiteral("localhost");
    QTest::newRow("beside a URI") << QStringLiteral("located") << QStringLiteral("localhost");
    QTest::newRow("an address beside a name") << QStringLiteral("numbered") << QStringLiteral("127.0.0.1");
}

void TstTls::theCommonNameDoesNotCountBesideAlternativeNames()
{
    QFETCH(QString, certificate);
    QFETCH(QString, host);
    MisbehavingServer outdated;
    QVERIFY(outdated.listenTls(m_certificates.outdatedServerConfiguration(certificate.toStdString())));
    outdated.setScript({{response(200, "ok")}});
    RequestSpec spec = secureSpec();
    spec.url = "https://" + host.toStdString() + ':' + std::to_string(outdated.port()) + '/';
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("tlsFailed"));
    QVERIFY2(detailOf(*facts).contains(QStringLiteral("alternative names")), qPrintable(detailOf(*facts)));
    QCOMPARE(outdated.requests(), 0);
    spec.wire.verifyPeer = false;
    QCOMPARE(sendAndWait(*m_transport, spec)->response->status, 200);
}

void TstTls::aBodyThatEndsWithoutWordIsNoted_data()
{
    QTest::addColumn<int>("ending");
    QTest::addColumn<bool>("isNoted");
    QTest::newRow("with close_notify") << static_cast<int>(Behaviour::Ending::Fin) << false;
    QTest::newRow("without") << static_cast<int>(Behaviour::Ending::BareFin) << true;
}

void TstTls::aBodyThatEndsWithoutWordIsNoted()
{
    QFETCH(int, ending);
    QFETCH(bool, isNoted);
    m_server->setScript({{.bytes = "HTTP/1.1 200 OK\r\n\r\nbody that ends with the connection",
                          .ending = static_cast<Behaviour::Ending>(ending)}});
    const auto facts = sendAndWait(*m_transport, secureSpec());
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->status, 200);
    const bool isSaid = std::ranges::any_of(facts->wire->notes, [](const std::string& note) {
        return note.find("close_notify") != std::string::npos;
    });
    QCOMPARE(isSaid, isNoted);
}

void TstTls::marksAnUnverifiedConnection()
{
    RequestSpec spec = secureSpec();
    spec.wire.caFile.clear();
    spec.wire.verifyPeer = false;
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->status, 200);
    QVERIFY(!facts->wire->tlsVerified);
}

void TstTls::showsItsCertificateWhenAsked()
{
    MisbehavingServer strict;
    QVERIFY(strict.listenTls(m_certificates.serverConfiguration(true)));
    strict.setScript({{response(200, "welcome")}});
    RequestSpec spec = requestTo(strict.port(), "GET", true);
    spec.wire.caFile = m_certificates.authority();
    spec.wire.certificateFile = m_certificates.clientCertificate();
    spec.wire.keyFile = m_certificates.clientKey();
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->body, std::string("welcome"));
    QCOMPARE(strict.lastClient(), QStringLiteral("test client"));
}

void TstTls::showsItsCertificateToServersOfItsListAfterARedirect()
{
    MisbehavingServer other;
    QVERIFY(other.listenTls(m_certificates.serverConfiguration(true)));
    Behaviour moved;
    moved.bytes = "HTTP/1.1 302 Found\r\nLocation: https://localhost:" + QByteArray::number(other.port()) +
                  "/\r\nContent-Length: 0\r\n\r\n";
    m_server->setScript(QList<Behaviour>{moved});
    other.setScript({{response(200, "welcome")}});
    RequestSpec spec = secureSpec();
    spec.follow = 1;
    spec.wire.certificateFile = m_certificates.clientCertificate();
    spec.wire.keyFile = m_certificates.clientKey();
    const auto without = sendAndWait(*m_transport, spec);
    QCOMPARE(without->wire->hops.at(0).note,
             std::string("the client certificate was not shown to another server"));
    QVERIFY(without->fault);
    QCOMPARE(other.requests(), 0); // it demands a certificate
    spec.wire.certificateHosts = {"localhost"};
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(facts->response->body, std::string("welcome"));
    QCOMPARE(other.requests(), 1);
    QCOMPARE(other.lastClient(), QStringLiteral("test client"));
}

void TstTls::refusesACertificateWithTheKeyOfAnother()
{
    RequestSpec spec = secureSpec();
    spec.wire.certificateFile = m_certificates.clientCertificate();
    spec.wire.keyFile = m_certificates.clientKey();
    QVERIFY(io::checkRequest(spec).ok());
    spec.wire.keyFile = m_certificates.serverKey();
    const io::Result<io::Done> refused = io::checkRequest(spec);
    QVERIFY(!refused);
    QVERIFY(refused.error().kind == io::Error::Kind::BadInput);
    QCOMPARE(refused.error().place,
             QString::fromStdString(spec.wire.certificateFile + " and " + spec.wire.keyFile));
    QVERIFY(refused.error().message.contains(QStringLiteral("does not match the first certificate")));
}

/// QSslCertificate::publicKey() would end the program.
void TstTls::refusesACertificateWhosePublicKeyCannotBeRead()
{
    QFile found(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/fuzz/corpus/fuzz_pem/unreadable-public-key"));
    QVERIFY(found.open(QIODevice::ReadOnly));
    QTemporaryFile pem;
    QVERIFY(pem.open());
    pem.write(found.readAll().mid(1)); // the fuzzer's first byte picks the option
    pem.close();
    RequestSpec spec = secureSpec();
    spec.wire.certificateFile = pem.fileName().toStdString();
    const io::Result<io::Done> refused = io::checkRequest(spec);
    QVERIFY(!refused);
    QVERIFY(refused.error().kind == io::Error::Kind::BadInput);
    QCOMPARE(refused.error().place, pem.fileName());
    QCOMPARE(refused.error().message, QStringLiteral("cannot read the public key of the first certificate"));
}

void TstTls::reportsAServerThatSpeaksNoTls()
{
    MisbehavingServer plain;
    QVERIFY(plain.listenPlain());
    RequestSpec spec = requestTo(plain.port(), "GET", true);
    spec.connectTimeout = std::chrono::milliseconds{300};
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("connectTimeout")); // it waits for a request that never ends
    QVERIFY(detailOf(*facts).contains(QStringLiteral("TLS handshake")));
}

void TstTls::saysThatAServerRespondsWithoutTls()
{
    QTcpServer plain;
    QVERIFY(plain.listen(QHostAddress::LocalHost));
    connect(&plain, &QTcpServer::newConnection, &plain, [&plain] {
        QTcpSocket* socket = plain.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket,
                [socket] { socket->write("HTTP/1.1 400 Bad Request\r\n\r\n"); });
    });
    const auto facts = sendAndWait(*m_transport, requestTo(plain.serverPort(), "GET", true));
    QVERIFY2(faultOf(*facts) == u"tlsFailed", qPrintable(faultOf(*facts) + detailOf(*facts)));
    QCOMPARE(detailOf(*facts),
             QStringLiteral("the server does not speak TLS on this port (for plain HTTP, use http://)"));
}

void TstTls::reportsAServerThatHangsUpInTheHandshake()
{
    QTcpServer rude;
    QVERIFY(rude.listen(QHostAddress::LocalHost));
    connect(&rude, &QTcpServer::newConnection, &rude, [&rude] { rude.nextPendingConnection()->close(); });
    const auto facts = sendAndWait(*m_transport, requestTo(rude.serverPort(), "GET", true));
    QVERIFY2(faultOf(*facts) == u"tlsFailed", qPrintable(faultOf(*facts) + detailOf(*facts)));
    QVERIFY2(detailOf(*facts).contains(QStringLiteral("during the TLS handshake")),
             qPrintable(detailOf(*facts)));
}

void TstTls::doesNotMixConnectionsOfDifferentTrust()
{
    RequestSpec careless = secureSpec();
    careless.wire.verifyPeer = false;
    QVERIFY(sendAndWait(*m_transport, careless)->response);
    const auto careful = sendAndWait(*m_transport, secureSpec());
    QVERIFY(!careful->wire->reused);
    QVERIFY(careful->wire->tlsVerified);
}

void TstTls::measuresTheHandshake()
{
    const auto first = sendAndWait(*m_transport, secureSpec());
    QVERIFY(first->phases.tls && *first->phases.tls > Duration::zero());
    const auto second = sendAndWait(*m_transport, secureSpec());
    QVERIFY(second->wire->reused);
    QVERIFY(!second->phases.tls);
}

/// Shakes hands with one client after the other: as long as a connection is open, it takes no other.
class OneAtATime : public QTcpServer
{
public:
    explicit OneAtATime(QSslConfiguration configuration) : m_configuration(std::move(configuration)) {}

protected:
    void incomingConnection(qintptr descriptor) override
    {
        pauseAccepting();
        auto* socket = new QSslSocket(this);
        socket->setSocketDescriptor(descriptor);
        socket->setSslConfiguration(m_configuration);
        connect(socket, &QAbstractSocket::disconnected, this, [this, socket] {
            socket->deleteLater();
            resumeAccepting();
        });
        socket->startServerEncryption();
    }

private:
    QSslConfiguration m_configuration;
};

void TstTls::letsGoOfAServerThatItDoesNotTrust()
{
    OneAtATime server(m_certificates.serverConfiguration());
    QVERIFY(server.listen(QHostAddress::LocalHost));
    RequestSpec spec = requestTo(server.serverPort(), "GET", true);
    spec.connectTimeout = std::chrono::seconds{1};
    for (int attempt = 1; attempt <= 3; ++attempt) {
        const auto facts = sendAndWait(*m_transport, spec);
        QVERIFY2(faultOf(*facts) == u"tlsFailed",
                 qPrintable(QStringLiteral("attempt %1: %2").arg(attempt).arg(detailOf(*facts))));
    }
}

RETRYSCOPE_TEST(TstTls)
#include "tst_tls.moc"
