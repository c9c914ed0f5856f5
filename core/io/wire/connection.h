// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/wire/proxy_choice.h"
#include "core/io/wire/tcp_probe.h"

#include <QTcpSocket>

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

/// An open connection, ready for a request. Destroying it closes it.
struct Connection
{
    ConnectionKey key;
    int number = 0;       ///< from 1, within a transport's life
    SocketPointer socket; ///< a QSslSocket when key.isTls
    TcpProbe probe;
    std::string peer; ///< address and port spoken to
    int exchanges = 0;
};

/// Time between two readings of the monotonic clock.
using WireClock = std::chrono::steady_clock;

[[nodiscard]] inline Duration elapsed(WireClock::time_point from, WireClock::time_point to)
{
    return std::chrono::duration_cast<Duration>(to - from);
}

} // namespace retryscope::io
