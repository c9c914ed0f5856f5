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

/// Disconnects, closes and later deletes a socket, since the caller may be inside one of its signals.
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

/// The current user of a connection, with callbacks for its events; each callback may destroy the connection.
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

/// Passes a socket's signals to the connection's current user. Connected once for the lifetime of the socket:
/// connecting signals and creating a timer for each request would cost as much as the request.
class ConnectionWatch final : public QObject
{
    Q_OBJECT
public:
    explicit ConnectionWatch(QTcpSocket* socket); ///< becomes the socket's child
    /// user: nullptr for none.
    void setUser(ConnectionUser* user) { m_user = user; }
    /// Wakes the user up once, after this time at the latest. Keeps a timer that ends earlier, so the user
    /// must check the clock and ask again.
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
