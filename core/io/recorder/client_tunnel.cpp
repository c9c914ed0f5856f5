// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/client_connection.h"
#include "core/io/recorder/recorder_desk.h"
#include "core/io/upstream/flow.h"

#include <QSslSocket>

#include <array>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::string_view kEstablished = "HTTP/1.1 200 Connection established\r\n\r\n";

} // namespace

/// CONNECT whose bytes nobody reads.
void ClientConnection::openTunnel(const TunnelRequest& way)
{
    m_isTunnel = true;
    m_way = {.target = way.target, .url = {}, .changes = {}};
    m_relayOrigin.clear();
    m_tunnelAuthority = way.authority;
    if (findRoute() && openRelay()) {
        m_relay->becomeTunnel();
    }
}

/// The relay is open: a client that waits for its tunnel has it.
void ClientConnection::beginTunnel()
{
    if (!m_isTunnel || m_tunnelAuthority.empty()) {
        return;
    }
    m_tunnelCount = m_desk.beginTunnel(TunnelCount::Kind::Connect, std::exchange(m_tunnelAuthority, {}));
    flow::write(*m_socket, kEstablished);
    pumpTunnel();
}

void ClientConnection::pumpTunnel()
{
    if (!m_relay || !m_relay->isOpen()) {
        return;
    }
    // What is sent on may let others act before it returns, who let go of the relay.
    const auto send = [this](std::string_view bytes) {
        m_tunnelSent += static_cast<std::int64_t>(bytes.size());
        m_relay->send(bytes);
    };
    if (const std::string early = m_stream.takeUnread(); !early.empty()) {
        send(early);
    }
    std::array<char, flow::kPiece> piece; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    while (m_relay && !m_relay->isCongested()) {
        const qint64 size = m_socket->read(piece.data(), piece.size());
        if (size <= 0) {
            break;
        }
        send({piece.data(), static_cast<std::size_t>(size)});
        m_desk.noteInFlight(m_socket->bytesAvailable() + (m_relay ? m_relay->unwritten() : 0));
    }
}

/// What has passed since it was counted last.
void ClientConnection::addToCount()
{
    if (m_tunnelCount && m_relay) {
        const std::int64_t received = m_relay->tunnelledBytes();
        m_desk.countTunnel(*m_tunnelCount, std::exchange(m_tunnelSent, 0),
                           received - std::exchange(m_tunnelReceived, received));
    }
}

void ClientConnection::countTunnel()
{
    const bool isNews =
        m_tunnelCount && m_relay && (m_tunnelSent > 0 || m_relay->tunnelledBytes() > m_tunnelReceived);
    if (isNews) {
        addToCount();
        m_desk.tellOutside();
    }
}

/// CONNECT that is opened: TLS with a certificate of ours, and then requests for that host.
void ClientConnection::openIntercepted(const TunnelRequest& way)
{
    auto* secure = qobject_cast<QSslSocket*>(m_socket);
    Result<QSslConfiguration> server = m_desk.serverFor(way.target.host);
    if (secure == nullptr || !server) {
        turnAway(502, "Bad Gateway",
                 server ? "cannot encrypt this connection" : server.error().text().toStdString(),
                 "CONNECT " + way.authority);
        return;
    }
    if (m_stream.unreadBytes() > 0) {
        turnAway(400, "Bad Request", "the client sent bytes before the tunnel was open",
                 "CONNECT " + way.authority);
        return;
    }
    m_opened = way.target;
    m_isEncrypting = true;
    flow::write(*m_socket, kEstablished);
    secure->setSslConfiguration(server.value());
    connect(secure, &QSslSocket::encrypted, this, [this] {
        m_isEncrypting = false;
        watchHead();
        m_encryptedAt = m_desk.now();
        read();
    });
    connect(secure, &QSslSocket::errorOccurred, this, [this, secure] {
        if (m_isEncrypting && !std::exchange(m_isHandshakeRefused, true)) {
            const bool isClosed = secure->error() == QAbstractSocket::RemoteHostClosedError;
            m_desk.noteRefusedHandshake(m_opened->host.toStdString(),
                                        isClosed ? HandshakeEnd::ClientClosed : HandshakeEnd::Alert,
                                        secure->errorString().toStdString());
        }
    });
    watchHead();
    secure->startServerEncryption();
}

} // namespace retryscope::io
