// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <QPointer>
#include <QTcpServer>
#include <QTimer>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace retryscope::io {

/// So long a client may take for the head of a request, or for a TLS handshake, once it has begun.
inline constexpr std::chrono::seconds kHeadTime{60};

/// A connection that was used, or opened, more recently is not idle: its next request may be on its way.
inline constexpr std::chrono::seconds kIdleAfter{1};

/// Closes the one that has been idle longest, of connections with `std::optional<Duration> idleTime() const`
/// and `closeIdle()`. False where each has a request under way.
template <typename Connection>
bool closeIdlest(const std::vector<QPointer<Connection>>& connections)
{
    Connection* idlest = nullptr;
    Duration longest = kIdleAfter;
    for (const QPointer<Connection>& connection : connections) {
        const std::optional<Duration> idle = connection.isNull() ? std::nullopt : connection->idleTime();
        if (idle && *idle >= longest) {
            idlest = connection;
            longest = *idle;
        }
    }
    if (idlest != nullptr) {
        idlest->closeIdle();
    }
    return idlest != nullptr;
}

/// Accepts as many connections at a time as there are descriptors for. One beyond those waits in the queue
/// of the operating system, while the owner may close a connection that is idle to make room.
class ConnectionServer final : public QTcpServer
{
    Q_OBJECT
public:
    struct Handling
    {
        /// A connection of this socket. It is over once the object is destroyed.
        std::function<QObject*(QTcpSocket* socket)> open;
        /// Closes the connection that has been idle longest. False: each has a request under way.
        std::function<bool()> closeIdle;
        /// A connection is over.
        std::function<void()> closed = {};
    };

    /// Each connection takes so many descriptors; some stay for files and the rest of the program.
    ConnectionServer(std::size_t descriptorsEach, Handling handling);
    ~ConnectionServer() override;

    /// Its sockets can become encrypted.
    void setMayEncrypt(bool mayEncrypt) { m_mayEncrypt = mayEncrypt; }
    /// Accepts no more. Those that are open stay.
    void stop();

Q_SIGNALS:
    /// A connection has to wait, since as many are open as can be and none is idle; once until there is room.
    void ranShort();

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    void open(qintptr descriptor);
    void makeRoom();
    void admitWaiting();

    Handling m_handling;
    const std::size_t m_capacity;
    bool m_mayEncrypt = false;
    std::size_t m_open = 0;
    qintptr m_waiting = -1; ///< accepted, while there was no room
    bool m_isShort = false;
    QTimer m_retry; ///< after the system refused to accept
};

} // namespace retryscope::io
