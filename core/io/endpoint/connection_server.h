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

/// Time limit for a request head or a TLS handshake, from its first byte.
inline constexpr std::chrono::seconds kHeadTime{60};

/// A connection used or opened within this time is not idle: its next request might be on its way.
inline constexpr std::chrono::seconds kIdleAfter{1};

/// Closes the longest idle connection; needs `std::optional<Duration> idleTime() const` and `closeIdle()`.
/// Returns false if all are busy.
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

/// Accepts as many connections as there are file descriptors. Further ones wait in the operating system's
/// queue; the owner may close an idle connection to make room.
class ConnectionServer final : public QTcpServer
{
    Q_OBJECT
public:
    struct Handling
    {
        /// Makes a connection of this socket. It ends when the object is destroyed.
        std::function<QObject*(QTcpSocket* socket)> open;
        /// Closes the longest idle connection. Returns false if all are busy.
        std::function<bool()> closeIdle;
        /// A connection has ended.
        std::function<void()> closed = {};
    };

    /// Descriptors per connection; some are reserved for files and the rest of the program.
    ConnectionServer(std::size_t descriptorsEach, Handling handling);
    ~ConnectionServer() override;

    /// Makes its sockets capable of TLS.
    void setMayEncrypt(bool mayEncrypt) { m_mayEncrypt = mayEncrypt; }
    /// Stops accepting; open connections stay.
    void stop();

Q_SIGNALS:
    /// A connection has to wait: the limit is reached and none is idle. Emitted once until there is room
    /// again.
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
