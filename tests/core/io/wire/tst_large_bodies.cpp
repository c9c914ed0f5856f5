// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/http_message.h"
#include "core/io/wire/exchange.h"
#include "core/io/wire/wire_transport.h"
#include "tests/core/io/wire/misbehaving_server.h"
#include "tests/core/io/wire/test_certificates.h"
#include "tests/core/io/wire/wire_lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;
using io::WireTransport;

class TstLargeBodies : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sendsTheLargestBody_data();
    void sendsTheLargestBody();
    void takesAnAnswerThatComesBeforeTheBodyIsOut_data();
    void takesAnAnswerThatComesBeforeTheBodyIsOut();
    void waitsNoLongerThanTheReadTimeoutForAServerThatStopsReading();
    void keepsTheBeginningOfALargeAnswerAndCountsTheRest();
    void keepsABoundedPartOfTheRawBytes();

private:
    static RequestSpec uploadTo(const MisbehavingServer& server, std::size_t bytes);
};

RequestSpec TstLargeBodies::uploadTo(const MisbehavingServer& server, std::size_t bytes)
{
    RequestSpec spec = requestTo(server.port(), "PUT");
    spec.body.assign(bytes, 'x');
    return spec;
}

void TstLargeBodies::sendsTheLargestBody_data()
{
    QTest::addColumn<bool>("isTls");
    QTest::newRow("plain") << false;
    QTest::newRow("TLS") << true;
}

void TstLargeBodies::sendsTheLargestBody()
{
    QFETCH(const bool, isTls);
    TestCertificates certificates;
    MisbehavingServer server;
    if (isTls) {
        if (const QString problem = certificates.make(); !problem.isEmpty()) {
            QSKIP(qPrintable(problem));
        }
        QVERIFY(server.listenTls(certificates.serverConfiguration()));
    } else {
        QVERIFY(server.listenPlain());
    }
    server.setScript({{response(200, "thanks")}});
    WireTransport transport;
    RequestSpec spec = requestTo(server.port(), "PUT", isTls);
    spec.body.assign(static_cast<std::size_t>(io::kMaxRequestBody), 'x');
    spec.wire.caFile = isTls ? certificates.authority() : std::string();
    const auto facts = sendAndWait(transport, spec, std::chrono::seconds{90});
    QVERIFY(facts);
    QCOMPARE(detailOf(*facts), QString());
    QCOMPARE(server.lastBodySize(), io::kMaxRequestBody);
    QCOMPARE(facts->wire->rawSentBytes, io::kMaxRequestBody + server.lastHead().size());
    QVERIFY(sendAndWait(transport, requestTo(server.port(), "GET", isTls)));
}

void TstLargeBodies::takesAnAnswerThatComesBeforeTheBodyIsOut_data()
{
    QTest::addColumn<Behaviour::Ending>("ending");
    QTest::newRow("and the connection stays") << Behaviour::Ending::KeepOpen;
    QTest::newRow("and the connection is closed") << Behaviour::Ending::Fin;
}

void TstLargeBodies::takesAnAnswerThatComesBeforeTheBodyIsOut()
{
    QFETCH(const Behaviour::Ending, ending);
    MisbehavingServer server;
    QVERIFY(server.listenPlain());
    Behaviour tooLarge{response(413, "too large"), ending};
    tooLarge.beforeBody = true;
    server.setScript({tooLarge, {response(200, "ok")}});
    WireTransport transport;
    const auto facts = sendAndWait(transport, uploadTo(server, 32 * 1024 * 1024));
    QVERIFY(facts && facts->response);
    QCOMPARE(facts->response->status, 413);
    QVERIFY(!facts->fault);
    QVERIFY(facts->wire->rawSentBytes < 32 * 1024 * 1024);
    QVERIFY(isNoted(*facts, "bytes of the request were sent"));
    const auto next = sendAndWait(transport, requestTo(server.port()));
    QVERIFY(!next->wire->reused); // half a request cannot be followed by another
}

void TstLargeBodies::waitsNoLongerThanTheReadTimeoutForAServerThatStopsReading()
{
    QTcpServer deaf;
    QVERIFY(deaf.listen(QHostAddress::LocalHost));
    deaf.pauseAccepting();
    WireTransport transport;
    RequestSpec spec = requestTo(deaf.serverPort(), "PUT");
    spec.body.assign(32 * 1024 * 1024, 'x');
    spec.readTimeout = std::chrono::milliseconds{300};
    const auto facts = sendAndWait(transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("readTimeout"));
    QVERIFY(facts->wire->rawSentBytes < 32 * 1024 * 1024);
}

void TstLargeBodies::keepsTheBeginningOfALargeAnswerAndCountsTheRest()
{
    constexpr qsizetype kSize = 20 * 1024 * 1024;
    MisbehavingServer server;
    QVERIFY(server.listenPlain());
    server.setScript({{response(200, QByteArray(kSize, 'y'))}});
    WireTransport transport;
    const auto facts = sendAndWait(transport, requestTo(server.port()));
    QVERIFY(facts && facts->response && !facts->fault);
    QCOMPARE(facts->response->bodyBytes, kSize);
    QCOMPARE(facts->response->body.size(), std::size_t(16 * 1024 * 1024));
    QVERIFY(facts->response->bodyTruncated);
}

void TstLargeBodies::keepsABoundedPartOfTheRawBytes()
{
    MisbehavingServer server;
    QVERIFY(server.listenPlain());
    server.setScript({{response(200, QByteArray(1'000'000, 'y'))}});
    WireTransport transport;
    const auto facts = sendAndWait(transport, uploadTo(server, 1'000'000));
    QVERIFY(facts && facts->response);
    QCOMPARE(facts->wire->rawSent->size(), io::Exchange::kKeptRaw);
    QCOMPARE(facts->wire->rawReceived.size(), io::Exchange::kKeptRaw);
    QVERIFY(facts->wire->rawSentBytes > 1'000'000);
    QVERIFY(facts->wire->rawReceivedBytes > 1'000'000);
}

RETRYSCOPE_TEST(TstLargeBodies)
#include "tst_large_bodies.moc"
