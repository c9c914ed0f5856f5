// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/upstream/upstream_link.h"

#include "core/io/upstream/flow.h"

#include <algorithm>
#include <utility>

namespace retryscope::io {

UpstreamLink::UpstreamLink(DialPlan plan, Events events)
    : m_plan(std::move(plan)), m_events(std::move(events))
{
}

UpstreamLink::~UpstreamLink()
{
    if (m_connection) {
        m_connection->socket->disconnect(this);
    }
}

void UpstreamLink::open()
{
    m_dialer =
        std::make_unique<Dialer>(nullptr, m_plan, [this](Dialled dialled) { onDialled(std::move(dialled)); });
    m_dialer->start();
}

void UpstreamLink::onDialled(Dialled dialled)
{
    m_spentDialer = std::move(m_dialer);
    if (dialled.fault) {
        m_ending = TcpEnding::Unknown;
        m_events.failed(std::move(*dialled.fault));
        return;
    }
    m_connection = std::move(dialled.connection);
    QTcpSocket* socket = m_connection->socket.get();
    socket->setReadBufferSize(flow::kReadBuffer);
    connect(socket, &QTcpSocket::readyRead, this, [this] { m_events.readable(); });
    connect(socket, &QTcpSocket::bytesWritten, this, [this] { m_events.written(); });
    if (auto* secure = qobject_cast<QSslSocket*>(socket)) {
        connect(secure, &QSslSocket::encryptedBytesWritten, this, [this] { m_events.written(); });
    }
    // Queued: a write that fails ends the connection in the midst of what is done with its bytes.
    connect(socket, &QTcpSocket::disconnected, this, &UpstreamLink::onEnded, Qt::QueuedConnection);
    if (!m_pending.empty()) {
        flow::write(*socket, std::exchange(m_pending, {}));
    }
    m_events.opened();
    if (socket->state() != QAbstractSocket::ConnectedState) {
        onEnded();
    } else if (socket->bytesAvailable() > 0) {
        m_events.readable();
    }
}

/// What arrived before still counts, also what the socket did not fetch any more.
void UpstreamLink::onEnded()
{
    if (m_ending != TcpEnding::Open) {
        return;
    }
    m_ending = m_connection->probe.ending();
    if (m_ending == TcpEnding::Open) { // by our own socket, after an error
        m_ending = TcpEnding::Unknown;
    }
    if (!m_connection->key.isTls) {
        m_rest = m_connection->probe.drain();
    }
    m_events.readable();
}

void UpstreamLink::write(std::string_view bytes)
{
    if (isOpen()) {
        flow::write(*m_connection->socket, bytes);
    } else if (m_ending == TcpEnding::Open) {
        m_pending += bytes;
    }
}

std::int64_t UpstreamLink::unwritten() const
{
    return static_cast<std::int64_t>(m_pending.size()) +
           (isOpen() ? flow::unwritten(*m_connection->socket) : 0);
}

std::size_t UpstreamLink::read(char* bytes, std::size_t size)
{
    if (m_connection && m_connection->socket->bytesAvailable() > 0) {
        const qint64 count = m_connection->socket->read(bytes, static_cast<qint64>(size));
        return static_cast<std::size_t>(std::max<qint64>(count, 0));
    }
    const std::size_t count = m_rest.copy(bytes, size, m_restRead);
    m_restRead += count;
    return count;
}

std::int64_t UpstreamLink::unread() const
{
    return (m_connection ? m_connection->socket->bytesAvailable() : 0) +
           static_cast<std::int64_t>(m_rest.size() - m_restRead);
}

} // namespace retryscope::io
