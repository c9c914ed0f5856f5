// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/fault_writer.h"
#include "core/io/recorder/sighting.h"
#include "core/io/recorder/upstream_link.h"
#include "core/simulate/scenario.h"

#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

class QTcpSocket;

namespace retryscope::io {

/// What is done to the response of an upstream on its way: of a step that passes.
struct PassEffect
{
    Duration delay{0};
    Misbehaviour fault = Misbehaviour::None;
    std::int64_t missingBytes = 0;
};
[[nodiscard]] PassEffect effectOf(const EndpointStep& step);

/// How an exchange over a relay came to its end.
struct RelayEnd
{
    std::optional<Fault> fault; ///< absent: the response is whole
    bool keepsUpstream = false; ///< it takes another request
    bool isTunnel = false;      ///< from now on these are bytes without HTTP: after a 101, or what is none
    /// What shall become of the client's connection, which is what became of the upstream's.
    ResponseEnding ending = ResponseEnding::KeepAlive;
};

/// One upstream connection of a client's connection: requests go in, and what comes back goes to the client,
/// unchanged and as fast as the slower of the two.
class Relay : public QObject
{
    Q_OBJECT
public:
    /// What the owner is told. It may let go of the relay there, with deleteLater().
    struct Events
    {
        std::function<void()> opened;
        std::function<void(Fault)> failed;    ///< it could not be opened
        std::function<void(RelayEnd)> ended;  ///< the exchange is over
        std::function<void(TcpEnding)> idled; ///< the upstream ended the connection between two exchanges
        std::function<void()> hasRoom;        ///< it takes bytes again
        /// Bytes on their way to the client that wait for it.
        std::function<void(std::int64_t)> carries;
    };

    /// client: outlives this. now: the clock of the recording.
    Relay(QTcpSocket& client, DialPlan plan, std::function<Instant()> now, Events events);
    void open() { m_link.open(); }

    /// The response to this request comes next. sighting: outlives the exchange.
    void expect(Sighting& sighting, PassEffect effect);
    void send(std::string_view bytes) { m_link.write(bytes); }
    /// The exchange is of no interest any more; what comes is dropped.
    void giveUp();
    /// From now on whatever comes goes on, uncounted by any exchange, until the connection ends, which
    /// idled() tells.
    void becomeTunnel() { m_isTunnel = true; }

    [[nodiscard]] bool isOpen() const { return m_link.isOpen(); }
    [[nodiscard]] bool isCongested() const;
    [[nodiscard]] std::int64_t unwritten() const { return m_link.unwritten(); }
    [[nodiscard]] std::int64_t unread() const { return m_link.unread(); }
    [[nodiscard]] std::int64_t tunnelledBytes() const { return m_tunnelled; } ///< to the client
    /// The client has read.
    void pump();

private:
    void takeBytes(std::string_view bytes);
    void takeResponse(std::string_view bytes);
    void becomeTunnel(std::optional<Fault> fault, std::string_view rest);
    void takeCut(std::string_view bytes);
    [[nodiscard]] bool toClient(std::string_view bytes);
    void endWith(RelayEnd end);
    void noticeEnd();
    [[nodiscard]] bool isHeldUp();
    [[nodiscard]] Fault faultAtEnd() const;

    QTcpSocket& m_client;
    std::function<Instant()> m_now;
    Events m_events;
    UpstreamLink m_link;
    Sighting* m_sighting = nullptr; ///< of the exchange under way
    PassEffect m_effect;
    std::unique_ptr<ResponseReader> m_uncut; ///< of a response whose end the client does not get
    std::string m_tail;                      ///< of that: held back
    QTimer m_delay;
    bool m_isTunnel = false;
    bool m_isPumping = false;
    bool m_hasEnded = false;
    std::int64_t m_tunnelled = 0;
};

} // namespace retryscope::io
