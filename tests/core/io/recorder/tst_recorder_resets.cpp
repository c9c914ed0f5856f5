// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/recorder/recorder_lab.h"
#include "tests/support/strict_main.h"

#include <QEventLoop>
#include <QTest>
#include <QThread>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;

namespace {

int connectedTo(quint16 port)
{
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    (void)::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    return descriptor;
}

/// A connection of the system's own, which waits: for threads beside the recorder's.
class Plain
{
public:
    explicit Plain(int descriptor) : m_descriptor(descriptor) {}
    ~Plain() { ::close(m_descriptor); }
    Plain(const Plain&) = delete;
    Plain& operator=(const Plain&) = delete;

    bool send(std::string_view bytes) const
    {
        return ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0;
    }
    bool read() const
    {
        std::array<char, std::size_t{64} * 1024> bytes;
        return ::recv(m_descriptor, bytes.data(), bytes.size(), 0) > 0;
    }
    /// Closing it sends a RST.
    void resetAtEnd() const
    {
        const linger reset{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    }

private:
    int m_descriptor;
};

/// Serves one connection after the other in a thread of its own.
class PlainServer
{
public:
    explicit PlainServer(std::function<void(const Plain&, int number)> serve)
        : m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        (void)::bind(m_listener, reinterpret_cast<const sockaddr*>(&address), size);
        (void)::listen(m_listener, 64);
        (void)::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
        m_port = ntohs(address.sin_port);
        m_thread = std::thread([this, serve = std::move(serve)] {
            int number = 0;
            for (int peer = ::accept(m_listener, nullptr, nullptr); peer >= 0;
                 peer = ::accept(m_listener, nullptr, nullptr)) {
                m_peer = peer;
                serve(Plain(peer), number++);
            }
        });
    }
    ~PlainServer()
    {
        ::shutdown(m_listener, SHUT_RDWR);
        ::shutdown(m_peer,
                   SHUT_RDWR); // what it serves may wait for a deleteLater() that nobody looks at any more
        m_thread.join();
        ::close(m_listener);
    }
    PlainServer(const PlainServer&) = delete;
    PlainServer& operator=(const PlainServer&) = delete;

    [[nodiscard]] std::string authority() const { return "127.0.0.1:" + std::to_string(m_port); }

private:
    int m_listener;
    quint16 m_port = 0;
    std::atomic<int> m_peer = -1;
    std::thread m_thread;
};

constexpr int kConnections = 300;
const std::string kPiece(std::size_t{64} * 1024, 'a');

/// Sends for ever.
void serveEndlessly(const Plain& peer, int /*number*/)
{
    (void)peer.read();
    (void)peer.send("HTTP/1.1 200 OK\r\n\r\n");
    while (peer.send(kPiece)) {
    }
}

} // namespace

/// A write finds out that the other side is gone in the midst of what is done with its bytes.
class TstRecorderResets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clientsThatResetInTheMidstOfAResponse_data();
    void clientsThatResetInTheMidstOfAResponse();
    void upstreamsThatResetInTheMidstOfATunnel();

private:
    /// What happens in a thread of its own while the recorder records.
    static void beside(const std::function<void()>& work)
    {
        const std::unique_ptr<QThread> thread(QThread::create(work));
        QEventLoop loop; // which a wait of QTest's would look at every 10 ms only
        connect(thread.get(), &QThread::finished, &loop, &QEventLoop::quit);
        thread->start();
        loop.exec();
        QVERIFY(thread->wait());
    }
};

void TstRecorderResets::clientsThatResetInTheMidstOfAResponse_data()
{
    QTest::addColumn<Misbehaviour>("overlay");
    QTest::newRow("passed on") << Misbehaviour::None;
    QTest::newRow("cut on its way") << Misbehaviour::Truncate;
}

void TstRecorderResets::clientsThatResetInTheMidstOfAResponse()
{
    QFETCH(Misbehaviour, overlay);
    const PlainServer upstream(serveEndlessly);
    RecorderPlan plan;
    plan.upstream = "http://" + upstream.authority();
    if (overlay != Misbehaviour::None) {
        EndpointStep step = recorderStep(0);
        step.pass = true;
        step.fault = overlay;
        step.missingBytes = 10;
        plan.overlay = recorderScenario({step});
    }
    const auto recorder = recorderWith(plan);
    const auto port = static_cast<quint16>(urlOf(*recorder).port());

    beside([port] {
        for (int number = 0; number < kConnections; ++number) {
            const Plain client(connectedTo(port));
            (void)client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            for (int piece = 0; piece < number % 7; ++piece) {
                (void)client.read();
            }
            client.resetAtEnd();
        }
    });

    // Those that left at once may never have been read.
    QTRY_COMPARE_WITH_TIMEOUT(endedAttempts(*recorder), static_cast<int>(recorder->record().attemptCount()),
                              20'000);
    QVERIFY(endedAttempts(*recorder) >= kConnections / 2);
    recorder->stop();
}

void TstRecorderResets::upstreamsThatResetInTheMidstOfATunnel()
{
    const PlainServer upstream([](const Plain& peer, int number) {
        for (int piece = 0; piece < number % 5; ++piece) {
            (void)peer.read();
        }
        peer.resetAtEnd();
    });
    RecorderPlan plan;
    plan.forwardProxy = true;
    const auto recorder = recorderWith(plan);
    const auto port = static_cast<quint16>(urlOf(*recorder).port());

    beside([port, authority = upstream.authority()] {
        for (int number = 0; number < kConnections; ++number) {
            const Plain client(connectedTo(port));
            (void)client.send("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n");
            (void)client.read();
            for (int piece = 0; piece < 64 && client.send(kPiece); ++piece) {
            }
        }
    });

    QTRY_COMPARE_WITH_TIMEOUT(recorder->connectionCount(), kConnections, 20'000);
    recorder->stop();
}

RETRYSCOPE_TEST(TstRecorderResets)
#include "tst_recorder_resets.moc"
