// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/wire_transport.h"
#include "tests/core/io/wire/misbehaving_server.h"
#include "tests/core/io/wire/wire_lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;
using io::WireTransport;

/// Which connection carries a request, and what is said about it.
class TstKeptConnections : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void reusesAKeptConnectionAndCountsIt();
    void doesNotReuseWhereTheClientWantsANewConnection();
    void endsAnAttemptAtItsLimit();
    void saysHowFarItCameWhenTheLimitPassesBeforeAConnection();
    void measuresNoConnectPhasesOnAReusedConnection();
    void makesANewConnectionWhereTheServerEndedTheKeptOne_data();
    void makesANewConnectionWhereTheServerEndedTheKeptOne();
    void noticesAnEndThatTheEventLoopHasNotSeen();
    void doesNotReuseAConnectionThatBroughtUnaskedBytes();
    void doesNotReuseAfterConnectionClose();
    void doesNotSendAgainWhenAReusedConnectionFails();
    void keepsConnectionsOfDifferentOriginsApart();
    void callsBackOnlyOnceSendHasReturned();
    void reportsNothingAfterACancel();
    void handsOverWhatWasSentWhenItIsCancelled();
    void saysHowFarItCameWhenItIsCancelledBeforeAConnection();
    void findsNobodyListening();
    void numbersOnlyConnectionsThatWereMade();
    void triesAllAddressesOfAName();
    void doesNotFindAHostThatIsNone();
    void givesUpConnectingInTime();
    void saysWhatCouldNotBeSent();
    void keepsRawBytesOfBothDirections();

private:
    std::unique_ptr<MisbehavingServer> m_server;
    std::unique_ptr<WireTransport> m_transport;
};

void TstKeptConnections::init()
{
    m_transport = std::make_unique<WireTransport>();
    m_server = std::make_unique<MisbehavingServer>();
    QVERIFY(m_server->listenPlain());
    m_server->setScript({{response(200, "ok")}});
}

void TstKeptConnections::reusesAKeptConnectionAndCountsIt()
{
    const RequestSpec spec = requestTo(m_server->port());
    const auto first = sendAndWait(*m_transport, spec);
    const auto second = sendAndWait(*m_transport, spec);
    QVERIFY(first && !first->wire->reused);
    QVERIFY(second && second->wire->reused);
    QCOMPARE(second->wire->connection, 1);
    QVERIFY(second->wire->notes.empty()); // all is well
    QCOMPARE(m_server->connections(), 1);
}

void TstKeptConnections::doesNotReuseWhereTheClientWantsANewConnection()
{
    const RequestSpec spec = requestTo(m_server->port());
    QVERIFY(sendAndWait(*m_transport, spec));
    const auto second = sendAndWait(*m_transport, spec, std::chrono::seconds{20}, true);
    QVERIFY(second && !second->wire->reused);
    QCOMPARE(second->wire->connection, 2);
    QVERIFY(isNoted(*second, "does not reuse a connection"));
    const auto third = sendAndWait(*m_transport, spec);
    QCOMPARE(third->wire->connection, 2);
}

void TstKeptConnections::endsAnAttemptAtItsLimit()
{
    m_server->setScript({{"HTTP/1.1 503 Slow Down\r\nContent-Length: 10\r\n\r\n12345"}});
    RequestSpec spec = requestTo(m_server->port());
    spec.attemptTimeout = std::chrono::milliseconds{60};
    const auto facts = sendAndWait(*m_transport, spec);
    QVERIFY(facts);
    QCOMPARE(faultOf(*facts), QStringLiteral("readTimeout"));
    QCOMPARE(detailOf(*facts), QStringLiteral("the attempt limit passed, 60 ms"));
    QCOMPARE(facts->response->status, 503);
    QCOMPARE(facts->response->body, std::string("12345"));
}

void TstKeptConnections::saysHowFarItCameWhenTheLimitPassesBeforeAConnection()
{
    QTcpServer silent; // takes the connection, shakes no hands
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    RequestSpec spec = requestTo(silent.serverPort(), "GET", true);
    spec.attemptTimeout = std::chrono::milliseconds{200};
    const auto facts = sendAndWait(*m_transport, spec);
    QVERIFY(facts);
    QCOMPARE(faultOf(*facts), QStringLiteral("connectTimeout"));
    QCOMPARE(detailOf(*facts), QStringLiteral("the attempt limit passed, 200 ms"));
    QCOMPARE(facts->wire->peer, "127.0.0.1:" + std::to_string(silent.serverPort()));
    QCOMPARE(facts->wire->connection, 0);
}

void TstKeptConnections::measuresNoConnectPhasesOnAReusedConnection()
{
    const RequestSpec spec = requestTo(m_server->port());
    const auto first = sendAndWait(*m_transport, spec);
    QVERIFY(first->phases.lookup && first->phases.connect && !first->phases.tls);
    QVERIFY(first->phases.send && first->phases.wait && first->phases.receive);
    const auto second = sendAndWait(*m_transport, spec);
    QVERIFY(!second->phases.lookup && !second->phases.connect && !second->phases.tls);
    QVERIFY(second->phases.send && second->phases.wait && second->phases.receive);
}

void TstKeptConnections::makesANewConnectionWhereTheServerEndedTheKeptOne_data()
{
    QTest::addColumn<bool>("isReset");
    QTest::addColumn<QString>("note");
    QTest::newRow("closed") << false
                            << QStringLiteral("stale: kept connection 1 was closed by the server (FIN)");
    QTest::newRow("reset") << true
                           << QStringLiteral("stale: kept connection 1 was reset by the server (RST)");
}

void TstKeptConnections::makesANewConnectionWhereTheServerEndedTheKeptOne()
{
    QFETCH(const bool, isReset);
    QFETCH(const QString, note);
    const RequestSpec spec = requestTo(m_server->port());
    QVERIFY(sendAndWait(*m_transport, spec));
    isReset ? m_server->resetAll() : m_server->closeAll();
    QTRY_COMPARE(m_server->openSockets(), 0);

    const auto facts = sendAndWait(*m_transport, spec);

    QCOMPARE(faultOf(*facts), QStringLiteral("none"));
    QVERIFY(!facts->wire->reused);
    QCOMPARE(facts->wire->connection, 2);
    QVERIFY(isNoted(*facts, note.toStdString()));
    QCOMPARE(m_server->requests(), 2);
}

void TstKeptConnections::noticesAnEndThatTheEventLoopHasNotSeen()
{
    const RequestSpec spec = requestTo(m_server->port());
    QVERIFY(sendAndWait(*m_transport, spec));
    m_server->resetAll(); // and not one turn of the event loop until the next request leaves
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("none"));
    QVERIFY(isNoted(*facts, "stale: kept connection 1 was reset"));
}

void TstKeptConnections::doesNotReuseAConnectionThatBroughtUnaskedBytes()
{
    m_server->setScript({{response(200, "ok") + response(408, "too slow")}, {response(200, "ok")}});
    const RequestSpec spec = requestTo(m_server->port());
    const auto first = sendAndWait(*m_transport, spec);
    QCOMPARE(first->response->status, 200);
    QVERIFY(isNoted(*first, "came after the end of the response"));
    const auto second = sendAndWait(*m_transport, spec);
    QCOMPARE(second->response->status, 200);
    QCOMPARE(second->wire->connection, 2);
}

void TstKeptConnections::doesNotReuseAfterConnectionClose()
{
    m_server->setScript({{response(200, "ok", "Connection: close\r\n")}});
    const RequestSpec spec = requestTo(m_server->port());
    QVERIFY(sendAndWait(*m_transport, spec));
    const auto second = sendAndWait(*m_transport, spec);
    QVERIFY(!second->wire->reused);
    QCOMPARE(m_server->connections(), 2);
}

void TstKeptConnections::doesNotSendAgainWhenAReusedConnectionFails()
{
    m_server->setScript({{response(200, "ok")}, {{}, Behaviour::Ending::Reset}});
    const RequestSpec spec = requestTo(m_server->port());
    QVERIFY(sendAndWait(*m_transport, spec));
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("connectionReset"));
    QVERIFY(detailOf(*facts).contains(QStringLiteral("kept-alive")));
    QCOMPARE(m_server->requests(), 2);
    QCOMPARE(m_server->connections(), 1);
}

void TstKeptConnections::keepsConnectionsOfDifferentOriginsApart()
{
    MisbehavingServer other;
    QVERIFY(other.listenPlain());
    other.setScript({{response(200, "other")}});
    QVERIFY(sendAndWait(*m_transport, requestTo(m_server->port())));
    const auto elsewhere = sendAndWait(*m_transport, requestTo(other.port()));
    const auto again = sendAndWait(*m_transport, requestTo(m_server->port()));
    QCOMPARE(elsewhere->wire->connection, 2);
    QCOMPARE(again->wire->connection, 1);
}

void TstKeptConnections::callsBackOnlyOnceSendHasReturned()
{
    const RequestSpec good = requestTo(m_server->port());
    RequestSpec refused = requestTo(1);
    RequestSpec unreadable = good;
    unreadable.url = "nonsense";
    const std::vector<RequestSpec> specs{good, good, refused, unreadable};
    for (const RequestSpec& spec : specs) {
        bool isBack = false;
        bool isReported = false;
        const OutgoingAttempt attempt{.spec = &spec, .body = &spec.body};
        m_transport->send(attempt, [&](const AttemptFacts&) {
            QVERIFY(isBack);
            isReported = true;
        });
        isBack = true;
        QVERIFY(!isReported);
        QTRY_VERIFY(isReported);
    }
}

void TstKeptConnections::reportsNothingAfterACancel()
{
    m_server->setScript({{{}}});
    const RequestSpec spec = requestTo(m_server->port());
    bool isReported = false;
    const OutgoingAttempt attempt{.spec = &spec, .body = &spec.body};
    const AttemptId waiting = m_transport->send(attempt, [&](const AttemptFacts&) { isReported = true; });
    QTRY_COMPARE(m_server->requests(), 1);
    m_transport->cancel(waiting);
    QTRY_COMPARE(m_server->openSockets(), 0); // the connection goes with it
    const RequestSpec nonsense;
    const OutgoingAttempt failing{.spec = &nonsense, .body = &nonsense.body};
    m_transport->cancel(m_transport->send(failing, [&](const AttemptFacts&) { isReported = true; }));
    m_server->setScript({{response(200, "ok")}});
    QVERIFY(sendAndWait(*m_transport, spec));
    QVERIFY(!isReported);
}

void TstKeptConnections::handsOverWhatWasSentWhenItIsCancelled()
{
    const Behaviour begins{.bytes = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"};
    for (const bool hasBegun : {false, true}) {
        m_server->setScript({hasBegun ? begins : Behaviour{}, {response(200, "ok")}});
        const int before = m_server->requests();
        const RequestSpec spec = requestTo(m_server->port());
        const OutgoingAttempt attempt{.spec = &spec, .body = &spec.body};
        const AttemptId id =
            m_transport->send(attempt, [](const AttemptFacts&) { QFAIL("it was cancelled"); });
        QTRY_COMPARE(m_server->requests(), before + 1);
        QVERIFY(sendAndWait(*m_transport, spec)->response); // what came before it was read meanwhile
        const AttemptFacts facts = m_transport->cancel(id);
        QCOMPARE(faultOf(facts), QStringLiteral("none")); // who cancels says why
        QVERIFY(facts.wire);
        QVERIFY(QByteArray::fromStdString(*facts.wire->rawSent).startsWith("GET /path?q=1 HTTP/1.1\r\n"));
        QCOMPARE(facts.wire->rawSentBytes, static_cast<std::int64_t>(facts.wire->rawSent->size()));
        QVERIFY(!facts.wire->sentHeaders->entries.empty());
        QVERIFY(facts.wire->connection > 0 && !facts.wire->peer.empty());
        QVERIFY(facts.phases.send && facts.phases.wait);
        QVERIFY(facts.wire->reused || facts.phases.connect);
        if (hasBegun) {
            QVERIFY(facts.response);
            QCOMPARE(facts.response->status, 200);
            QCOMPARE(facts.response->body, std::string("half"));
        } else {
            QVERIFY(!facts.response && !facts.phases.receive);
        }
    }
    QVERIFY(m_transport->cancel(12345) == AttemptFacts{});
}

void TstKeptConnections::saysHowFarItCameWhenItIsCancelledBeforeAConnection()
{
    QTcpServer silent; // takes the connection, shakes no hands
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    const RequestSpec spec = requestTo(silent.serverPort(), "GET", true);
    const OutgoingAttempt attempt{.spec = &spec, .body = &spec.body};
    const AttemptId id = m_transport->send(attempt, [](const AttemptFacts&) { QFAIL("it was cancelled"); });
    QTRY_VERIFY(silent.hasPendingConnections());
    const AttemptFacts facts = m_transport->cancel(id);
    QCOMPARE(facts.wire->connection, 0);
    QCOMPARE(facts.wire->rawSentBytes, 0);
    QVERIFY(!facts.wire->peer.empty());
    QVERIFY(facts.phases.connect && !facts.phases.send);
}

void TstKeptConnections::findsNobodyListening()
{
    const quint16 port = m_server->port();
    m_server.reset();
    const auto facts = sendAndWait(*m_transport, requestTo(port));
    QCOMPARE(faultOf(*facts), QStringLiteral("connectionRefused"));
    QVERIFY(!facts->response);
    QCOMPARE(facts->wire->connection, 0);
    QVERIFY(facts->phases.connect && !facts->phases.send);
}

void TstKeptConnections::numbersOnlyConnectionsThatWereMade()
{
    QCOMPARE(sendAndWait(*m_transport, requestTo(1))->wire->connection, 0);
    QCOMPARE(sendAndWait(*m_transport, requestTo(m_server->port()))->wire->connection, 1);
}

void TstKeptConnections::triesAllAddressesOfAName()
{
    // the server listens on 127.0.0.1 alone, while localhost may stand for ::1 first
    RequestSpec spec = requestTo(m_server->port());
    spec.url = "http://localhost:" + std::to_string(m_server->port()) + '/';
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("none"));
    QCOMPARE(facts->wire->peer, "127.0.0.1:" + std::to_string(m_server->port()));
    QCOMPARE(m_server->requests(), 1);
}

void TstKeptConnections::doesNotFindAHostThatIsNone()
{
    RequestSpec spec = requestTo(80);
    spec.url = "http://no-such-host.invalid/"; // RFC 6761: never exists
    const auto facts = sendAndWait(*m_transport, spec, std::chrono::seconds{60});
    QCOMPARE(faultOf(*facts), QStringLiteral("hostNotFound"));
    QVERIFY(detailOf(*facts).contains(QStringLiteral("no-such-host.invalid")));
}

void TstKeptConnections::givesUpConnectingInTime()
{
    // a listener whose queue is full responses no further connection
    QTcpServer full;
    full.setListenBacklogSize(0);
    QVERIFY(full.listen(QHostAddress::LocalHost));
    full.pauseAccepting();
    std::vector<std::unique_ptr<QTcpSocket>> fillers;
    for (int count = 0; count < 4; ++count) {
        fillers.push_back(std::make_unique<QTcpSocket>());
        fillers.back()->connectToHost(QHostAddress::LocalHost, full.serverPort());
    }
    QTRY_COMPARE(fillers.front()->state(), QAbstractSocket::ConnectedState);
    RequestSpec spec = requestTo(full.serverPort());
    spec.connectTimeout = std::chrono::milliseconds{200};
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("connectTimeout"));
    QVERIFY(facts->phases.connect && *facts->phases.connect >= std::chrono::milliseconds{200});
}

void TstKeptConnections::saysWhatCouldNotBeSent()
{
    RequestSpec spec = requestTo(m_server->port());
    spec.headers.add("X", "a\r\nInjected: yes");
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(faultOf(*facts), QStringLiteral("unreachable"));
    QVERIFY(detailOf(*facts).startsWith(QStringLiteral("nothing was sent: header \"X\"")));
    QCOMPARE(m_server->connections(), 0);
}

void TstKeptConnections::keepsRawBytesOfBothDirections()
{
    RequestSpec spec = requestTo(m_server->port(), "POST");
    spec.body = "hello";
    const auto facts = sendAndWait(*m_transport, spec);
    QCOMPARE(facts->wire->rawReceived, response(200, "ok").toStdString());
    QVERIFY(facts->wire->rawSent->starts_with("POST /path?q=1 HTTP/1.1\r\n"));
    QVERIFY(facts->wire->rawSent->ends_with("\r\n\r\nhello"));
    QCOMPARE(facts->wire->rawSentBytes, static_cast<std::int64_t>(facts->wire->rawSent->size()));
    QCOMPARE(m_server->lastHead().toStdString() + "hello", *facts->wire->rawSent);
}

RETRYSCOPE_TEST(TstKeptConnections)
#include "tst_kept_connections.moc"
