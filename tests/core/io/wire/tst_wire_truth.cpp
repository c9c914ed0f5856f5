// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/wire_transport.h"
#include "tests/core/io/wire/misbehaving_server.h"
#include "tests/core/io/wire/test_certificates.h"
#include "tests/core/io/wire/wire_lab.h"
#include "tests/support/strict_main.h"

using retryscope::AttemptFacts;
using retryscope::RequestSpec;
using retryscope::io::WireTransport;
using namespace retryscope::test;

namespace {

/// A fault as a server makes it, and what the transport must call it.
struct Case
{
    const char* name;
    Behaviour behaviour;
    const char* fault;
    int status; ///< of the response beside the fault; 0: none
};

QList<Case> cases()
{
    using Ending = Behaviour::Ending;
    const QByteArray cut = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this";
    return {
        {"answers 200", {response(200, "fine")}, "none", 200},
        {"answers 503", {response(503, "busy")}, "none", 503},
        {"answers 401", {response(401, "who?", "WWW-Authenticate: Basic realm=\"x\"\r\n")}, "none", 401},
        {"answers 302", {response(302, "", "Location: /elsewhere\r\n")}, "none", 302},
        {"answers 408 and closes",
         {response(408, "slow", "Connection: close\r\n"), Ending::Fin},
         "none",
         408},
        {"closes", {{}, Ending::Fin}, "closedBeforeResponse", 0},
        {"resets", {{}, Ending::Reset}, "connectionReset", 0},
        {"closes inside the head", {"HTTP/1.1 200 OK\r\nContent-", Ending::Fin}, "responseTruncated", 0},
        {"resets inside the head",
         {"HTTP/1.1 200 OK\r\nContent-", Ending::Reset, false, true},
         "responseReset",
         0},
        {"closes inside the body", {cut, Ending::Fin}, "responseTruncated", 200},
        {"resets inside the body", {cut, Ending::Reset, false, true}, "responseReset", 200},
        {"talks nonsense", {"SSH-2.0-OpenSSH_9.2\r\n"}, "malformedResponse", 0},
        {"talks nonsense and closes", {"220 mail ready\r\n", Ending::Fin}, "malformedResponse", 0},
        {"breaks a chunk",
         {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n"},
         "malformedResponse",
         200},
        {"never answers", {{}}, "readTimeout", 0},
        {"stops inside the body", {cut}, "readTimeout", 200},
    };
}

/// The body of a response to HEAD is not part of it, so cuts inside it cannot happen.
bool appliesTo(const Case& what, const QByteArray& method)
{
    const QByteArray name(what.name);
    return method != "HEAD" || !(name.contains("body") || name.contains("chunk"));
}

} // namespace

/// One attempt is one request on the wire, whatever the server does, and its fault keeps its kind.
class TstWireTruth : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void sendsOneRequestAndNamesTheFault_data();
    void sendsOneRequestAndNamesTheFault();

private:
    TestCertificates m_certificates;
    QString m_tlsProblem;
};

void TstWireTruth::initTestCase()
{
    m_tlsProblem = m_certificates.make();
}

void TstWireTruth::sendsOneRequestAndNamesTheFault_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<bool>("isWarm");
    QTest::addColumn<bool>("isTls");
    const QList<Case> all = cases();
    for (int index = 0; index < all.size(); ++index) {
        for (const char* method : {"GET", "POST", "PUT", "HEAD", "DELETE"}) {
            for (const bool isWarm : {false, true}) {
                for (const bool isTls : {false, true}) {
                    if (appliesTo(all[index], method)) {
                        QTest::addRow("%s, %s, %s, %s", all[index].name, method, isWarm ? "warm" : "cold",
                                      isTls ? "TLS" : "plain")
                            << index << QByteArray(method) << isWarm << isTls;
                    }
                }
            }
        }
    }
}

void TstWireTruth::sendsOneRequestAndNamesTheFault()
{
    QFETCH(const int, index);
    QFETCH(const QByteArray, method);
    QFETCH(const bool, isWarm);
    QFETCH(const bool, isTls);
    if (isTls && !m_tlsProblem.isEmpty()) {
        QSKIP(qPrintable(m_tlsProblem));
    }
    const Case expected = cases().at(index);
    MisbehavingServer server;
    QVERIFY(isTls ? server.listenTls(m_certificates.serverConfiguration()) : server.listenPlain());
    WireTransport transport;
    RequestSpec spec = requestTo(server.port(), method.toStdString(), isTls);
    spec.wire.caFile = isTls ? m_certificates.authority() : std::string();
    spec.body = method == "POST" || method == "PUT" ? "a body" : "";
    if (isWarm) {
        // an empty response fits every method, HEAD too
        server.setScript({{response(200, "")}});
        const auto warmUp = sendAndWait(transport, spec);
        QVERIFY(warmUp && !warmUp->fault);
    }
    server.setScript({expected.behaviour});
    spec.readTimeout =
        QByteArray(expected.fault) == "readTimeout" ? std::chrono::milliseconds(100) : spec.readTimeout;

    const auto facts = sendAndWait(transport, spec);

    QVERIFY(facts);
    QVERIFY2(faultOf(*facts) == QLatin1StringView(expected.fault),
             qPrintable(faultOf(*facts) + detailOf(*facts)));
    QCOMPARE(facts->response ? facts->response->status : 0, expected.status);
    QCOMPARE(facts->wire->reused, isWarm);
    QCOMPARE(facts->wire->connection, 1);
    // whatever a client would send again, or follow, reaches the server before this last request
    const int expectedRequests = isWarm ? 2 : 1;
    QCOMPARE(server.requests(), expectedRequests);
    QCOMPARE(server.connections(), 1);
    server.setScript({{response(200, "")}});
    QVERIFY(sendAndWait(transport, spec));
    QCOMPARE(server.requests(), expectedRequests + 1);
    QVERIFY(server.connections() <= 2);
}

RETRYSCOPE_TEST(TstWireTruth)
#include "tst_wire_truth.moc"
