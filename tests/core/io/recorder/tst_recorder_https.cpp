// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/recorder/recorder_lab.h"
#include "tests/core/io/wire/test_certificates.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;

/// As a reverse proxy before a server that speaks TLS: the client's side is plain, the server is verified.
class TstRecorderHttps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void forwardsToAServerThatIsTrusted();
    void rewritesHostToTheServersName();
    void whoIsNotTrustedGetsNothing_data();
    void whoIsNotTrustedGetsNothing();
    void aCertificateIsNotVerifiedOnRequest();
    void aServerWithoutTlsIsToldInWords();

private:
    [[nodiscard]] RecorderPlan planFor(const RawUpstream& upstream,
                                       const std::string& host = "localhost") const;

    TestCertificates m_certificates;
};

void TstRecorderHttps::initTestCase()
{
    const QString problem = m_certificates.make();
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

RecorderPlan TstRecorderHttps::planFor(const RawUpstream& upstream, const std::string& host) const
{
    RecorderPlan plan;
    plan.upstream = "https://" + host + ':' + std::to_string(upstream.port());
    plan.wire.caFile = m_certificates.authority();
    return plan;
}

void TstRecorderHttps::forwardsToAServerThatIsTrusted()
{
    const QSslConfiguration tls = m_certificates.serverConfiguration();
    RawUpstream upstream(&tls);
    upstream.respond = always(rawResponse(503, "slow down"));
    const auto recorder = recorderWith(planFor(upstream));
    RawClient client(urlOf(*recorder));

    client.send(sdkGet("a", 1, "/x") + sdkGet("a", 2, "/x"));

    QTRY_COMPARE(client.received(), rawResponse(503, "slow down") + rawResponse(503, "slow down"));
    QCOMPARE(upstream.received(), sdkGet("a", 1, "/x") + sdkGet("a", 2, "/x")); // Host as it was signed
    QCOMPARE(upstream.connections(), 1);
    QCOMPARE(recorder->record().calls().size(), std::size_t{1});
    QCOMPARE(attemptOf(*recorder).sentTarget->url,
             "https://localhost:" + std::to_string(upstream.port()) + "/x");
    QCOMPARE(attemptOf(*recorder, 1).facts.response->status, 503);
}

void TstRecorderHttps::rewritesHostToTheServersName()
{
    const QSslConfiguration tls = m_certificates.serverConfiguration();
    RawUpstream upstream(&tls);
    upstream.respond = always(rawResponse(200));
    RecorderPlan plan = planFor(upstream);
    plan.host = HostHeader::Rewrite;
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_COMPARE(client.received(), rawResponse(200));
    QVERIFY2(upstream.received().contains("Host: localhost:" + QByteArray::number(upstream.port()) + "\r\n"),
             upstream.received().constData());
}

void TstRecorderHttps::whoIsNotTrustedGetsNothing_data()
{
    QTest::addColumn<QSslConfiguration>("tls");
    QTest::addColumn<std::string>("authority");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("signed by nobody we trust")
        << m_certificates.serverConfiguration() << m_certificates.otherAuthority() << QByteArray("untrusted");
    QTest::newRow("for another host") << m_certificates.misnamedServerConfiguration()
                                      << m_certificates.authority() << QByteArray("host name");
    QTest::newRow("named by its common name alone") << m_certificates.outdatedServerConfiguration("elsewhere")
                                                    << m_certificates.authority() << QByteArray("name");
}

void TstRecorderHttps::whoIsNotTrustedGetsNothing()
{
    QFETCH(QSslConfiguration, tls);
    QFETCH(std::string, authority);
    QFETCH(QByteArray, says);
    RawUpstream upstream(&tls);
    upstream.respond = always(rawResponse(200));
    RecorderPlan plan = planFor(upstream);
    plan.wire.caFile = authority;
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(
        "POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: canary\r\nContent-Length: 5\r\n\r\nhello");

    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 502 "));
    QTRY_COMPARE(client.ending(), TcpEnding::Fin);
    const QByteArray words = client.received();
    QVERIFY2(words.contains("retryscope recorder: cannot reach the server: "), words.constData());
    QVERIFY2(words.contains(says), words.constData());
    QVERIFY(upstream.received().isEmpty());
    const AttemptFacts& facts = attemptOf(*recorder).facts;
    QCOMPARE(named(facts.fault->kind), named(FaultKind::TlsFailed));
    QVERIFY2(QByteArray::fromStdString(facts.fault->detail).contains(says), facts.fault->detail.c_str());
}

void TstRecorderHttps::aCertificateIsNotVerifiedOnRequest()
{
    const QSslConfiguration tls = m_certificates.misnamedServerConfiguration();
    RawUpstream upstream(&tls);
    upstream.respond = always(rawResponse(200));
    RecorderPlan plan = planFor(upstream);
    plan.wire.verifyPeer = false;
    const auto recorder = recorderWith(plan);
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_COMPARE(client.received(), rawResponse(200));
}

void TstRecorderHttps::aServerWithoutTlsIsToldInWords()
{
    RawUpstream upstream;
    upstream.respond = [](QByteArray& unread) {
        const bool isHello = !std::exchange(unread, {}).isEmpty();
        return isHello ? rawResponse(400) : QByteArray();
    };
    const auto recorder = recorderWith(planFor(upstream));
    RawClient client(urlOf(*recorder));

    client.send(kGet);

    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 502 "));
    QVERIFY(client.received().contains("retryscope recorder: cannot reach the server: "));
    QVERIFY(!client.received().contains("tlsFailed")); // an internal name
    QCOMPARE(named(attemptOf(*recorder).facts.fault->kind), named(FaultKind::TlsFailed));
}

RETRYSCOPE_TEST(TstRecorderHttps)

#include "tst_recorder_https.moc"
