// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/connection_end.h"

#include <QTcpSocket>

#ifdef Q_OS_UNIX
#include <sys/socket.h>
#endif

#include <chrono>

namespace retryscope::io {

namespace {

/// What a client may still send after it was told that its request cannot be read, and for how long.
constexpr qint64 kMostDiscarded = qint64{64} * 1024 * 1024;
constexpr std::chrono::seconds kDiscarding{2};

} // namespace

void resetConnection(QTcpSocket& socket)
{
#ifdef Q_OS_UNIX
    const linger none{1, 0};
    ::setsockopt(static_cast<int>(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &none, sizeof none);
#endif
    socket.abort();
}

LingeringEnd::LingeringEnd(QTcpSocket& socket) : m_socket(socket)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] { m_socket.abort(); });
    connect(&m_socket, &QTcpSocket::readyRead, this, &LingeringEnd::discard);
    connect(&m_socket, &QTcpSocket::bytesWritten, this, &LingeringEnd::noticeWritten);
}

void LingeringEnd::begin()
{
    if (m_hasBegun) {
        return;
    }
    m_hasBegun = true;
    m_isDraining = m_socket.bytesToWrite() > 0;
    if (!m_isDraining) {
        endWriting();
    }
    m_timer.start(kDiscarding);
    discard();
}

void LingeringEnd::noticeWritten()
{
    if (m_isDraining && m_socket.bytesToWrite() == 0) {
        m_isDraining = false;
        endWriting();
    }
}

/// No more will be written; reading goes on.
void LingeringEnd::endWriting()
{
#ifdef Q_OS_UNIX
    ::shutdown(static_cast<int>(m_socket.socketDescriptor()), SHUT_WR);
#endif
    m_timer.start(kDiscarding);
}

void LingeringEnd::discard()
{
    if (!m_hasBegun) {
        return;
    }
    m_discarded += m_socket.readAll().size();
    if (m_discarded > kMostDiscarded) {
        m_socket.abort();
    }
}

} // namespace retryscope::io
