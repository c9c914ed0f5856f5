// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/connection_server.h"

#include <QSslSocket>

#include <algorithm>
#include <limits>
#include <utility>

#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

namespace retryscope::io {

namespace {

/// Many clients may connect in the same moment; one that finds the queue full waits a second.
constexpr int kBacklog = 1024;
constexpr int kSendBuffer = 128 * 1024;
/// What made the system refuse is often over by then.
constexpr std::chrono::milliseconds kRetryAfter{100};

std::size_t mostConnections(std::size_t descriptorsEach)
{
#ifdef Q_OS_UNIX
    constexpr rlim_t kForOthers = 48;
    constexpr rlim_t kFewest = 8;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        const rlim_t left = std::max(limit.rlim_cur, kForOthers + kFewest) - kForOthers;
        return std::max<std::size_t>(left / descriptorsEach, 1);
    }
#endif
    return std::numeric_limits<std::size_t>::max();
}

void closeDescriptor(qintptr descriptor)
{
    QTcpSocket owner; // which closes it, on every system
    owner.setSocketDescriptor(descriptor);
    owner.abort();
}

} // namespace

ConnectionServer::ConnectionServer(std::size_t descriptorsEach, Handling handling)
    : m_handling(std::move(handling)), m_capacity(mostConnections(descriptorsEach))
{
    setListenBacklogSize(kBacklog);
    setMaxPendingConnections(1); // Qt accepts in a loop, which only a full list ends
    m_retry.setSingleShot(true);
    m_retry.setInterval(kRetryAfter);
    connect(&m_retry, &QTimer::timeout, this, &ConnectionServer::admitWaiting);
    // It passes: others took the last descriptors, or a client left the queue. Qt has stopped accepting.
    connect(this, &QTcpServer::acceptError, this, [this](QAbstractSocket::SocketError error) {
        m_retry.start();
        if (error == QAbstractSocket::SocketResourceError) {
            makeRoom();
        }
    });
}

ConnectionServer::~ConnectionServer()
{
    stop();
}

void ConnectionServer::stop()
{
    close();
    m_retry.stop();
    if (const qintptr waiting = std::exchange(m_waiting, -1); waiting >= 0) {
        closeDescriptor(waiting);
    }
}

void ConnectionServer::incomingConnection(qintptr descriptor)
{
    if (m_open < m_capacity) {
        open(descriptor);
        return;
    }
    m_waiting = descriptor;
    addPendingConnection(new QTcpSocket(this)); // a socket without a connection: it fills the list
    makeRoom();
}

void ConnectionServer::open(qintptr descriptor)
{
    QTcpSocket* const socket = m_mayEncrypt ? new QSslSocket(this) : new QTcpSocket(this);
    if (!socket->setSocketDescriptor(descriptor)) {
        delete socket;
        closeDescriptor(descriptor);
        return;
    }
    // The system would take megabytes for a client that does not read, which then counts as sent.
    socket->setSocketOption(QAbstractSocket::SendBufferSizeSocketOption, kSendBuffer);
    ++m_open;
    // Queued: the connection is being destroyed, and whoever owns it with it, perhaps.
    connect(
        m_handling.open(socket), &QObject::destroyed, this,
        [this] {
            --m_open;
            admitWaiting();
            if (m_handling.closed) {
                m_handling.closed();
            }
        },
        Qt::QueuedConnection);
}

void ConnectionServer::makeRoom()
{
    m_retry.start();
    if (!m_handling.closeIdle() && !std::exchange(m_isShort, true)) {
        Q_EMIT ranShort();
    }
}

void ConnectionServer::admitWaiting()
{
    if (!isListening()) {
        return;
    }
    if (m_open >= m_capacity) {
        if (m_waiting >= 0) {
            makeRoom();
        }
        return;
    }
    m_isShort = false;
    if (const qintptr waiting = std::exchange(m_waiting, -1); waiting >= 0) {
        delete nextPendingConnection(); // and Qt accepts again
        open(waiting);
    }
    resumeAccepting();
}

} // namespace retryscope::io
