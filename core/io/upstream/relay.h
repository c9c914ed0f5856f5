// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/fault_writer.h"
#include "core/io/upstream/sighting.h"
#include "core/io/upstream/upstream_link.h"
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

/// What a step with `pass` does to the server's response.
struct PassEffect
{
    Duration delay{0};
    Misbehaviour fault = Misbehaviour::None;
    std::int64_t missingBytes = 0;
};
[[nodiscard]] PassEffect effectOf(const EndpointStep& step);

/// How an exchange over a relay ended.
struct RelayEnd
{
    std::optional<Fault> fault; ///< absent: the response is whole
    bool keepsUpstream = false; ///< it takes another request
    bool isTunnel = false;      ///< from now on these are bytes without HTTP: after a 101, or what is none
    /// How to end the client's connection: like the server's.
    ResponseEnding ending = ResponseEnding::KeepAlive;
};

/// The connection to the server for one client connection: forwards requests, and passes responses back
/// unchanged at the speed of the slower side.
class Relay : public QObject
{
    Q_OBJECT
public:
    /// Callbacks to the owner, which may release the relay in them with deleteLater().
    struct Events
    {
        std::function<void()> opened;
        std::function<void(Fault)> failed;    ///< it could not be opened
        std::function<void(RelayEnd)> ended;  ///< the exchange is over
        std::function<void(TcpEnding)> idled; ///< the upstream ended the connection between two exchanges
        std::function<void()> hasRoom;        ///< it takes bytes again
        /// Bytes that wait for the client.
        std::function<void(std::int64_t)> carries;
    };

    /// client: must outlive this object. now: the recording's clock.
    Relay(QTcpSocket& client, DialPlan plan, std::function<Instant()> now, Events events);
    void open() { m_link.open(); }

    /// Begins an exchange; the response to this request comes next. sighting: must outlive the exchange.
    void expect(Sighting& sighting, PassEffect effect);
    void send(std::string_view bytes) { m_link.write(bytes); }
    /// Abandons the exchange; drops further bytes.
    void giveUp();
    /// Passes all bytes from now on, outside any exchange, until the connection ends and idled() is called.
    void becomeTunnel() { m_isTunnel = true; }

    [[nodiscard]] bool isOpen() const { return m_link.isOpen(); }
    [[nodiscard]] bool isCongested() const;
    [[nodiscard]] std::int64_t unwritten() const { return m_link.unwritten(); }
    [[nodiscard]] std::int64_t unread() const { return m_link.unread(); }
    [[nodiscard]] std::int64_t tunnelledBytes() const { return m_tunnelled; } ///< to the client
    /// The client has read bytes.
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
