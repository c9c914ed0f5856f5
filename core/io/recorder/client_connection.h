// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/connection_end.h"
#include "core/io/endpoint/plan_player.h"
#include "core/io/recorder/recorder_desk.h"
#include "core/io/recorder/request_stream.h"
#include "core/io/recorder/request_way.h"
#include "core/io/upstream/relay.h"
#include "core/io/upstream/sighting.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

class QTcpSocket;

namespace retryscope::io {

/// One connection of a client: reads requests one after the other, forwards each or responds to it, and
/// reports to the desk. Deletes itself when the connection ends.
class ClientConnection : public QObject
{
    Q_OBJECT
public:
    /// Takes ownership of the socket. desk: must outlive this object.
    ClientConnection(QTcpSocket* socket, int number, RecorderDesk& desk, QObject* parent);
    ~ClientConnection() override;

    /// Ends the connection at once, without a report.
    void abandon();
    /// Idle time; absent during a request.
    [[nodiscard]] std::optional<Duration> idleTime() const;
    /// Closes an idle connection, like a server after its keep-alive time.
    void closeIdle();
    /// True if all written bytes have been sent.
    [[nodiscard]] bool isDrained() const;
    /// For a tunnel: counts and reports the bytes since the last call.
    void countTunnel();

private:
    /// What happens to the current request.
    enum class Course {
        None,
        Held,    ///< not decided yet: what came of it waits
        Relayed, ///< sent on
        Played,  ///< responded to by a step once it is whole
        Dropped, ///< was responded to already
    };

    void noticeRoom();
    void read();
    bool readOn();
    bool readSome();
    void takeHead();
    void takeRequest(TakenRequest way);
    void takeBody();
    void takeEnd();
    [[nodiscard]] bool begin(bool isWhole);
    void decide(bool isWhole);
    void play();
    void end(std::optional<Fault> fault);
    void refuse(int status, const std::string& reason, const std::string& text);
    void turnAway(int status, const std::string& reason, const std::string& text, std::string what);
    void takePlayedEnd(ResponseEnding ending);
    void mirror(ResponseEnding ending);
    void noticeEnd();
    [[nodiscard]] std::optional<Fault> faultAfter(ResponseEnding ending) const;
    [[nodiscard]] Fault faultOfLeaving() const;
    void noticeRefusedHandshake();
    void watchHead();
    void giveUpHead();

    // upstreams: client_relay.cpp
    void relay(PassEffect effect);
    void sendOn(PassEffect effect);
    bool findRoute();
    bool openRelay();
    void letGoOfRelay();
    void failUpstream(const Fault& fault);
    void takeRelayEnd(RelayEnd result);
    void takeRelayIdle(TcpEnding ending);

    // tunnels: client_tunnel.cpp
    void openTunnel(const TunnelRequest& way);
    void openIntercepted(const TunnelRequest& way);
    void beginTunnel();
    void pumpTunnel();
    void addToCount();

    QTcpSocket* m_socket;
    const int m_number;
    RecorderDesk& m_desk;
    std::string m_machine; ///< the client's address
    std::string m_peer;    ///< with its port
    RequestStream m_stream;
    PlanPlayer m_player;
    LingeringEnd m_lingering;
    Instant m_readAt{};  ///< when bytes were read last
    Instant m_firstAt{}; ///< of the request being read
    int m_requests = 0;
    Course m_course = Course::None;
    std::unique_ptr<Sighting> m_sighting; ///< not over
    std::unique_ptr<Sighting> m_abandoned;
    TakenRequest m_way;
    std::string m_held;
    const EndpointStep* m_step = nullptr; ///< of a played course
    Route m_route;                        ///< to m_routeOrigin
    std::string m_routeOrigin;
    std::unique_ptr<Relay> m_relay;
    std::string m_relayOrigin;
    std::optional<WireTarget> m_opened; ///< by an intercepted CONNECT
    bool m_isTunnel = false;
    bool m_isEncrypting = false;
    bool m_isHandshakeRefused = false;
    std::optional<Instant> m_encryptedAt;     ///< of an intercepted CONNECT
    std::string m_tunnelAuthority;            ///< of a CONNECT whose tunnel is not open yet
    std::optional<std::size_t> m_tunnelCount; ///< index among the desk's
    std::int64_t m_tunnelSent = 0;            ///< not counted yet
    std::int64_t m_tunnelReceived = 0;        ///< counted
    bool m_isHeldBack = false;                ///< see LoopWatch
    QTimer m_headTimer;                       ///< runs inside a head, and inside a TLS handshake
    bool m_isReading = false;
    bool m_isOver = false;
};

} // namespace retryscope::io
