// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the connection of a client ends, and what that was.

#include "core/io/recorder/client_connection.h"
#include "core/io/recorder/recorder_desk.h"
#include "core/io/wire/timer_interval.h"

#include <string>
#include <utility>

namespace retryscope::io {

namespace {

using namespace std::chrono_literals;

/// A client that leaves inside a response, and had to wait for so long, has lost its patience.
constexpr Duration kPatience = 100ms;

} // namespace

/// Of a response that was played and whose connection ends so.
std::optional<Fault> ClientConnection::faultAfter(ResponseEnding ending) const
{
    if (!m_sighting) {
        return std::nullopt;
    }
    const ResponseReader& reader = m_sighting->reader();
    const bool isReset = ending == ResponseEnding::Reset;
    const std::string how = isReset ? "reset (RST)" : "closed (FIN)";
    switch (reader.state()) {
    case ResponseReader::State::Complete:
        return std::nullopt;
    case ResponseReader::State::Malformed:
        return Fault{FaultKind::MalformedResponse, reader.problem()};
    case ResponseReader::State::TooLarge:
        return Fault{FaultKind::ResponseTooLarge, reader.problem()};
    default:
        break;
    }
    if (!reader.hasBegun()) {
        return Fault{isReset ? FaultKind::ConnectionReset : FaultKind::ClosedBeforeResponse,
                     how + " by the scenario, before any byte of the response"};
    }
    return Fault{isReset ? FaultKind::ResponseReset : FaultKind::ResponseTruncated,
                 how + " by the scenario, within the response"};
}

void ClientConnection::mirror(ResponseEnding ending)
{
    m_isOver = true;
    m_desk.endConnection(m_number, false);
    letGoOfRelay();
    if (ending == ResponseEnding::Reset) {
        resetConnection(*m_socket);
    } else if (!m_opened &&
               (m_course == Course::Dropped || m_stream.isInside() || m_socket->bytesAvailable() > 0)) {
        m_lingering.begin(); // the client may be sending on
    } else {
        m_socket->disconnectFromHost();
    }
}

/// The client has gone, or we have.
void ClientConnection::noticeEnd()
{
    if (!m_isOver) {
        m_isOver = true;
        m_player.stop();
        if (m_sighting) {
            end(faultOfLeaving());
        }
        noticeRefusedHandshake();
        m_desk.endConnection(m_number, true);
        countTunnel();
        m_tunnelCount.reset();
    }
    letGoOfRelay();
    deleteLater();
}

std::optional<Duration> ClientConnection::idleTime() const
{
    const bool isBusy = m_isOver || m_sighting || m_player.isPlaying() || m_isTunnel || m_isEncrypting ||
                        !m_tunnelAuthority.empty() || m_stream.hasBegun() || m_lingering.hasBegun() ||
                        m_socket->bytesAvailable() > 0 || !isDrained();
    return isBusy ? std::nullopt : std::optional(m_desk.now() - m_readAt);
}

void ClientConnection::closeIdle()
{
    m_desk.noteShortage({.idleClosed = 1});
    mirror(ResponseEnding::Fin);
}

/// Whoever sends a part of a head and no more would keep the connection for ever.
void ClientConnection::watchHead()
{
    const bool isInHead = m_isEncrypting || (m_stream.hasBegun() && !m_stream.isInside() && !m_sighting &&
                                             !m_player.isPlaying() && !m_isTunnel);
    if (!isInHead || m_isOver) {
        m_headTimer.stop();
    } else if (!m_headTimer.isActive()) {
        m_headTimer.start(toTimerInterval(m_desk.plan().headTime));
    }
}

void ClientConnection::giveUpHead()
{
    if (m_isOver) {
        return;
    }
    if (!m_isEncrypting) {
        turnAway(408, "Request Timeout", "the request headers were not complete in time", {});
        return;
    }
    m_isHandshakeRefused = true;
    m_desk.noteRefusedHandshake(m_opened->host.toStdString(), HandshakeEnd::Timeout);
    m_socket->abort();
}

/// A client may leave in the midst of the handshake, or look at the certificate when it is over (wget): then
/// it leaves at once and has asked nothing. One that opens connections in advance leaves later.
void ClientConnection::noticeRefusedHandshake()
{
    constexpr Duration kAtOnce = 2s;
    const bool hasAskedNothing =
        m_encryptedAt && m_requests == 0 && !m_stream.hasBegun() && m_desk.now() - *m_encryptedAt < kAtOnce;
    if ((m_isEncrypting || hasAskedNothing) && !std::exchange(m_isHandshakeRefused, true)) {
        m_desk.noteRefusedHandshake(m_opened->host.toStdString(), HandshakeEnd::ClientClosed);
    }
}

/// Whoever waits for a response and leaves will not wait any longer: that is a read timeout, as the client
/// has it. Why it leaves in the midst of what comes, nobody can tell.
Fault ClientConnection::faultOfLeaving() const
{
    const Duration idle = m_desk.now() - m_sighting->lastAt();
    const std::string waited = " after " + std::to_string(idle.count() / 1000) + " ms without a byte";
    if (!m_sighting->isSent()) {
        return {FaultKind::Cancelled, "the client closed the connection during its request"};
    }
    if (!m_sighting->hasReceived()) {
        return {FaultKind::ReadTimeout, "the client closed the connection" + waited + " of the response"};
    }
    if (idle >= kPatience) {
        return {FaultKind::ReadTimeout, "the client closed the connection during the response" + waited};
    }
    return {FaultKind::Cancelled, "the client closed the connection during the response"};
}

} // namespace retryscope::io
