// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/io/http/http_message.h"
#include "core/io/wire/connection.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// The outgoing request. The texts must outlive the exchange.
struct OutgoingMessage
{
    std::string_view method;
    std::string_view head;
    std::string_view body;
    Duration readTimeout{0}; ///< without a byte in either direction; 0: none
};

struct Exchanged
{
    std::unique_ptr<Connection> connection; ///< set when it can carry another request
    std::optional<Response> response;
    std::optional<Fault> fault;
    Phases phases; ///< send, wait, receive
    std::string rawSent;
    std::string rawReceived;
    std::int64_t rawSentBytes = 0;
    std::int64_t rawReceivedBytes = 0;
    std::vector<std::string> notes;
    bool wroteNothing = false; ///< the connection failed before a byte of the request left
};

/// One request and its response on an open connection. Writes the request exactly once, as fast as the
/// connection accepts it. Reports once; destroying it closes the connection.
class Exchange final : public ConnectionUser
{
public:
    /// Raw bytes kept in each direction.
    static constexpr std::size_t kKeptRaw = std::size_t{64} * 1024;

    using Done = std::function<void(Exchanged&&)>;
    /// done: may be called from inside start().
    Exchange(std::unique_ptr<Connection> connection, OutgoingMessage message, Done done);
    ~Exchange();
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    void start();
    /// True if it has reported or was given up.
    [[nodiscard]] bool isOver() const { return m_isFinished; }
    /// Ends the exchange now with this fault.
    void abort(FaultKind kind, std::string detail) { fail(kind, std::move(detail)); }
    /// Ends without a report, closes the connection and returns what was sent and received.
    [[nodiscard]] Exchanged giveUp();

    void onReadyRead(const QTcpSocket& socket) override;
    void onWritten() override { pump(); }
    void onEnded(const QTcpSocket& socket) override;
    void onWakeUp() override;

private:
    void pump();
    void writeSlice();
    void noteProgress();
    void receive(const char* bytes, std::size_t size);
    void finishIfResponded();
    void fail(FaultKind kind, std::string detail);
    void finish();
    void wrapUp(bool mayKeepConnection);
    void measurePhases();
    void keepRaw();
    [[nodiscard]] Fault faultAtEnd() const;
    [[nodiscard]] std::size_t totalBytes() const { return m_message.head.size() + m_message.body.size(); }
    [[nodiscard]] std::size_t unsentBytes() const;

    std::unique_ptr<Connection> m_connection;
    OutgoingMessage m_message;
    Done m_done;
    ResponseReader m_reader;
    std::size_t m_offered = 0; ///< bytes handed to the socket
    std::size_t m_taken = 0;   ///< bytes that the operating system took from it
    WireClock::time_point m_started;
    WireClock::time_point m_lastActivity;
    std::optional<WireClock::time_point> m_sent;
    std::optional<WireClock::time_point> m_firstByte;
    bool m_isFinished = false;
    Exchanged m_result;
};

} // namespace retryscope::io
