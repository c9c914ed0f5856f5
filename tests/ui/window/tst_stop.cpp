// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/odd_ports.h"
#include "core/policy/resolve.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <functional>

using namespace retryscope;
using namespace retryscope::test;
using namespace std::chrono_literals;

namespace {

/// Takes a connection in, and does with it what a test of stopping needs: mostly nothing.
class SilentServer : public QObject
{
public:
    enum class Kind { NeverReads, Silent, HalfABody };
    explicit SilentServer(Kind kind)
    {
        connect(&m_server, &QTcpServer::newConnection, this, [this, kind] {
            QTcpSocket* socket = m_server.nextPendingConnection();
            m_isReached = kind == Kind::NeverReads;
            if (kind == Kind::NeverReads) {
                socket->setReadBufferSize(1);
                return;
            }
            connect(socket, &QTcpSocket::readyRead, this, [this, kind, socket] {
                m_isReached = true;
                if (kind == Kind::HalfABody) {
                    socket->write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
                }
            });
        });
        m_server.listen(QHostAddress::LocalHost);
    }
    [[nodiscard]] bool isReached() const { return m_isReached; }
    void forget() { m_isReached = false; }
    [[nodiscard]] std::string address(const char* scheme = "http") const
    {
        return std::string(scheme) + "://127.0.0.1:" + std::to_string(m_server.serverPort()) + "/";
    }

private:
    QTcpServer m_server;
    bool m_isReached = false;
};

/// Rooms and parts of them; a run goes on whatever is shown.
constexpr const char* kRooms[] = {"send", "runs", "judge", "compare", "bounds", "record", "proxy", "policy"};

Scenario alwaysBusy()
{
    Scenario scenario;
    scenario.id = "busy";
    scenario.steps = {EndpointStep{.status = 503}};
    return scenario;
}

} // namespace

/// Escape ends a run within one turn of the event loop, whatever it is doing and whatever is shown.
class TstStop : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_lab = std::make_unique<WindowLab>();
        m_neverReads = std::make_unique<SilentServer>(SilentServer::Kind::NeverReads);
        m_silent = std::make_unique<SilentServer>(SilentServer::Kind::Silent);
        m_half = std::make_unique<SilentServer>(SilentServer::Kind::HalfABody);
        m_hasFullPort = m_fullPort.open().ok();
    }
    void cleanupTestCase() { m_lab.reset(); }

    void stopsInOneTurn_data();
    void stopsInOneTurn();

private:
    struct State
    {
        RunHeader header;
        std::optional<Scenario> scenario;
        std::function<bool()> isReached; ///< looked at after start() until it is so
    };
    [[nodiscard]] State stateOf(const QString& name);
    [[nodiscard]] bool isOneRunning() const
    {
        const RunRecord& record = m_lab->record();
        return !record.isEmpty() && !record.calls().back().attempts.empty() &&
               record.calls().back().attempts.back().isRunning;
    }
    [[nodiscard]] bool isOneJudged() const
    {
        const RunRecord& record = m_lab->record();
        return !record.isEmpty() && !record.calls().back().attempts.empty() &&
               !record.calls().back().attempts.back().isRunning;
    }

    std::unique_ptr<WindowLab> m_lab;
    std::unique_ptr<SilentServer> m_neverReads;
    std::unique_ptr<SilentServer> m_silent;
    std::unique_ptr<SilentServer> m_half;
    io::FullPort m_fullPort;
    bool m_hasFullPort = false;
};

void TstStop::stopsInOneTurn_data()
{
    QTest::addColumn<QString>("state");
    for (const char* state :
         {"looking up", "connecting", "to a proxy", "TLS", "sending", "waiting", "receiving",
          "delay before a retry", "delay of the limiter", "many clients", "between calls", "virtual time"}) {
        QTest::newRow(state) << QString::fromLatin1(state);
    }
}

TstStop::State TstStop::stateOf(const QString& name)
{
    State state;
    RunHeader& header = state.header;
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    policy.backoff.base.byDefault = 1h;
    state.isReached = [this] {
        return isOneRunning();
    };
    const auto atServer = [&state, &header](SilentServer& server, const char* scheme = "http") {
        server.forget();
        header.spec.url = server.address(scheme);
        state.isReached = [&server] {
            return server.isReached();
        };
    };
    if (name == u"looking up") {
        header.spec.url = "http://nowhere.invalid/";
    } else if (name == u"connecting") {
        header.spec.url = "http://127.0.0.1:" + std::to_string(m_fullPort.port()) + "/";
    } else if (name == u"to a proxy") {
        atServer(*m_silent);
        header.spec.wire.proxyUrl =
            "socks5://" + m_silent->address().substr(7, m_silent->address().size() - 8);
    } else if (name == u"TLS") {
        atServer(*m_silent, "https");
    } else if (name == u"sending") {
        atServer(*m_neverReads);
        header.spec.method = "PUT";
        header.spec.body = std::string(std::size_t{12} * 1024 * 1024, 'b');
    } else if (name == u"waiting" || name == u"many clients") {
        atServer(*m_silent);
        header.clients = name == u"waiting" ? 1 : 50;
    } else if (name == u"receiving") {
        atServer(*m_half);
    } else if (name == u"virtual time") {
        header.isVirtual = true;
        header.callsPerClient = 1'000'000;
        state.isReached = [] {
            return true;
        };
    } else {
        state.scenario = alwaysBusy();
        header.spec.url = "/";
        header.noWait = name == u"between calls";
        header.callsPerClient = header.noWait ? 100'000 : 1;
        state.isReached = [this, isBusy = header.noWait] {
            return isBusy ? m_lab->record().calls().size() > 10 : isOneJudged();
        };
    }
    if (header.isVirtual) {
        state.scenario = alwaysBusy();
    }
    if (name == u"delay of the limiter") {
        policy.limiter = plainLimiter();
        header.startStates = {ClientState{
            .limiter = {
                .enabled = true, .fillRate = 0.0001, .maxCapacity = 1, .capacity = 0, .lastRefill = 0}}};
        state.isReached = [this] {
            return !m_lab->record().isEmpty();
        };
    }
    header.policy = std::make_shared<const ResolvedPolicy>(resolved(policy, header.spec));
    header.seed = 1;
    return state;
}

void TstStop::stopsInOneTurn()
{
    QFETCH(QString, state);
    if (state == u"connecting" && !m_hasFullPort) {
        QSKIP("this machine takes connections in beyond the queue");
    }
    io::RunController& controller = m_lab->controller;
    for (const char* room : kRooms) {
        QVERIFY(m_lab->window->showPanel(QLatin1String(room)));
        const State wanted = stateOf(state);
        const auto started = controller.start(wanted.header, wanted.scenario);
        QVERIFY2(started.ok(), started.ok() ? "" : qPrintable(started.error().text()));
        if (state != u"looking up") {
            QTRY_VERIFY_WITH_TIMEOUT(wanted.isReached(), 20'000);
        }
        QVERIFY2(controller.isRunning(), room);
        QTest::keyClick(m_lab->window.get(), Qt::Key_Escape);
        QCoreApplication::processEvents();
        QVERIFY2(!controller.isRunning(), room);
        for (const CallRecord& call : m_lab->record().calls()) {
            QVERIFY2(call.verdict != CallVerdict::Running, room);
        }
        QVERIFY(m_lab->record().isEmpty() ||
                m_lab->record().calls().back().verdict == CallVerdict::Cancelled);
    }
}

RETRYSCOPE_TEST(TstStop)
#include "tst_stop.moc"
