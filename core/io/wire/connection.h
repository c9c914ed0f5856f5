// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/io/wire/proxy_choice.h"
#include "core/io/wire/tcp_probe.h"

#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace retryscope::io {

/// What two requests must have in common to share a connection.
struct ConnectionKey
{
    bool isTls = false;
    QString host;
    quint16 port = 0;
    std::optional<Proxy> proxy;
    std::string caFile; ///< the TLS settings stay empty for plain HTTP
    std::string certificateFile;
    std::string keyFile;
    bool verifyPeer = true;
    bool operator==(const ConnectionKey&) const = default;
};

/// A socket may be given up inside one of its own signals, so it is silenced, closed and deleted later.
struct RetireSocket
{
    void operator()(QTcpSocket* socket) const
    {
        socket->disconnect();
        socket->abort();
        socket->deleteLater();
    }
};
using SocketPointer = std::unique_ptr<QTcpSocket, RetireSocket>;

/// Time between two readings of the monotonic clock.
using WireClock = std::chrono::steady_clock;

/// Who has a connection for now and hears what happens to it; any of these may destroy the connection.
class ConnectionUser
{
public:
    virtual void onReadyRead(const QTcpSocket& socket) = 0;
    virtual void onWritten() {} ///< the operating system took some of what the socket held
    virtual void onEnded(const QTcpSocket& socket) = 0;
    virtual void onWakeUp() {} ///< as asked of ConnectionWatch::wakeWithin(), or earlier

protected:
    ~ConnectionUser() = default;
};

/// Tells the user of a connection what its socket says. It is connected once and lives as long as the socket:
/// signals connected, and a timer made, for each request would cost as much as the request.
class ConnectionWatch final : public QObject
{
    Q_OBJECT
public:
    explicit ConnectionWatch(QTcpSocket* socket); ///< becomes the socket's child
    /// nullptr: nobody listens.
    void setUser(ConnectionUser* user) { m_user = user; }
    /// The user is woken up once, after this time at the latest. A timer that runs already and ends before is
    /// left as it is, so that whoever is woken up looks at the clock and asks again.
    void wakeWithin(Duration time);

private:
    void onTimer();

    ConnectionUser* m_user = nullptr;
    QTimer m_timer;
    WireClock::time_point m_due; ///< of the timer while it runs
};

/// An open connection, ready for a request. Destroying it closes it.
struct Connection
{
    ConnectionKey key;
    int number = 0;                   ///< from 1, within a transport's life
    SocketPointer socket;             ///< a QSslSocket when key.isTls
    ConnectionWatch* watch = nullptr; ///< the socket's child
    TcpProbe probe;
    std::string peer; ///< address and port spoken to
    int exchanges = 0;
};

[[nodiscard]] inline Duration elapsed(WireClock::time_point from, WireClock::time_point to)
{
    return std::chrono::duration_cast<Duration>(to - from);
}

} // namespace retryscope::io
