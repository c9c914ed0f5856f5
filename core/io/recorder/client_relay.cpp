// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/explain.h"
#include "core/io/recorder/client_connection.h"
#include "core/io/recorder/recorder_desk.h"

#include <QTimer>

#include <utility>

namespace retryscope::io {

namespace {

using namespace std::chrono_literals;

/// The time that a client gets to read what was sent before a RST throws the rest away (contract, section 3).
constexpr Duration kResetDelay = 50ms;

/// Where a client would meet an end of the connection too: nothing was said of HTTP.
bool isLikeReset(FaultKind kind)
{
    return kind == FaultKind::ConnectionRefused || kind == FaultKind::Unreachable ||
           kind == FaultKind::ConnectTimeout || kind == FaultKind::ConnectionReset;
}

} // namespace

/// What was held goes on, and what comes follows it.
void ClientConnection::relay(PassEffect effect)
{
    m_course = Course::Relayed;
    if (!m_desk.loopWatch().noteRequest(m_held, m_desk.now())) {
        sendOn(effect);
        return;
    }
    m_isHeldBack = true;
    QTimer::singleShot(LoopWatch::kHold, this, [this, effect] {
        m_isHeldBack = false;
        if (m_isOver || !m_sighting) {
            return;
        }
        if (m_desk.loopWatch().isLoop()) {
            m_desk.tellLooped();
            return;
        }
        sendOn(effect);
        read();
    });
}

void ClientConnection::sendOn(PassEffect effect)
{
    if (!openRelay()) {
        return;
    }
    m_relay->expect(*m_sighting, effect);
    m_relay->send(std::exchange(m_held, {}));
}

/// How the request gets to where it goes. False where there is no way, which the client was told.
bool ClientConnection::findRoute()
{
    const std::string origin = m_way.target.origin();
    if (m_routeOrigin != origin || m_isTunnel) {
        Result<Route> route = m_desk.routeTo(m_way.target, m_isTunnel);
        if (!route) {
            failUpstream({FaultKind::Unreachable, route.error().text().toStdString()});
            return false;
        }
        m_route = std::move(route).value();
        m_routeOrigin = origin;
    }
    if (m_route.isAbsolute) {
        m_way.changes.target = "http://" + m_way.target.authority + m_way.changes.target;
        m_way.changes.proxyAuthorization = m_route.dial.proxy->basicAuthorization();
    }
    return true;
}

/// A relay to where the request goes: the one that is open, or a new one. False where there is no way.
bool ClientConnection::openRelay()
{
    const std::string origin = m_way.target.origin();
    if (m_relay && m_relay->isOpen() && m_relayOrigin == origin) {
        return true;
    }
    letGoOfRelay();
    m_relayOrigin = origin;
    m_relay = std::make_unique<Relay>(
        *m_socket, m_route.dial, [this] { return m_desk.now(); },
        Relay::Events{.opened =
                          [this] {
                              m_desk.loopWatch().noteReached();
                              beginTunnel();
                          },
                      .failed = [this](const Fault& fault) { failUpstream(fault); },
                      .ended = [this](RelayEnd end) { takeRelayEnd(std::move(end)); },
                      .idled = [this](TcpEnding ending) { takeRelayIdle(ending); },
                      .hasRoom = [this] { read(); },
                      .carries =
                          [this](std::int64_t bytes) {
                              m_desk.noteInFlight(bytes);
                          }});
    m_relay->open();
    return m_relay != nullptr;
}

/// It may be on the stack.
void ClientConnection::letGoOfRelay()
{
    if (m_relay) {
        m_relay->giveUp();
        m_relay.release()->deleteLater();
    }
}

void ClientConnection::failUpstream(const Fault& fault)
{
    letGoOfRelay();
    const bool isTunnel = std::exchange(m_isTunnel, false);
    // What the system said holds what the kind says.
    const std::string text = fault.detail.empty() ? faultPhrase(fault.kind) : fault.detail;
    end(fault);
    if (isLikeReset(fault.kind) && !m_desk.plan().forwardProxy) {
        mirror(ResponseEnding::Reset);
        return;
    }
    const std::string says = "cannot reach the server: " + text;
    if (isTunnel) {
        turnAway(502, "Bad Gateway", says, "CONNECT " + m_way.target.authority);
    } else {
        refuse(502, "Bad Gateway", says);
    }
}

/// The upstream tires of a connection on which nothing is asked. A client that is being responded to by a
/// step has not noticed.
void ClientConnection::takeRelayIdle(TcpEnding ending)
{
    if (m_sighting || m_player.isPlaying()) {
        letGoOfRelay();
        return;
    }
    countTunnel();
    m_tunnelCount.reset();
    mirror(ending == TcpEnding::Reset ? ResponseEnding::Reset : ResponseEnding::Fin);
}

void ClientConnection::takeRelayEnd(RelayEnd result)
{
    const bool hasReceived = m_sighting && m_sighting->hasReceived();
    const TunnelCount::Kind kind = result.fault ? TunnelCount::Kind::Unread : TunnelCount::Kind::Upgrade;
    end(std::move(result.fault));
    if (m_isOver || !m_relay) { // whoever was told may have ended the recording
        return;
    }
    if (result.isTunnel) {
        m_isTunnel = true;
        m_tunnelCount = m_desk.beginTunnel(kind, m_way.target.authority);
        read();
        return;
    }
    if (result.ending != ResponseEnding::KeepAlive || m_desk.isFull()) {
        m_relay->giveUp();
        if (result.ending == ResponseEnding::Reset) { // what came before is on its way first
            m_player.begin({.ending = ResponseEnding::Reset,
                            .endingDelay = hasReceived ? kResetDelay : Duration::zero()});
        } else {
            mirror(ResponseEnding::Fin);
        }
        return;
    }
    read();
}

} // namespace retryscope::io
