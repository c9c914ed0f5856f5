// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/fault_writer.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

class QTcpSocket;

namespace retryscope::io {

/// Plays response plans on a connection, one after another: bytes, delays and drips. The owner carries out
/// the ending.
class PlanPlayer : public QObject
{
    Q_OBJECT
public:
    /// Callbacks to the owner, possibly from within begin(). The owner may end the connection in them.
    struct Events
    {
        std::function<void(std::string_view)> sent; ///< these bytes were handed to the socket; may be empty
        std::function<void()> played; ///< every byte was handed over, and what is left is the ending
        /// Time for the ending; not called for Hang. Before a RST all bytes have been sent.
        std::function<void(ResponseEnding)> ended;
    };

    /// socket: must outlive this object.
    PlanPlayer(QTcpSocket& socket, Events events);

    /// Begins a plan; the last one must have ended.
    void begin(ResponsePlan plan);
    /// Stops sending and reporting.
    void stop();
    [[nodiscard]] bool isPlaying() const { return m_isPlaying; }

private:
    void noticeWritten();
    void play();
    bool sendPiece();
    bool sendDrops(const ResponsePiece& piece);
    void write(std::string_view bytes);
    void end();
    [[nodiscard]] bool hasPassed(Duration delay);

    QTcpSocket& m_socket;
    Events m_events;
    ResponsePlan m_plan;                                     ///< its bytes are in m_texts
    std::vector<std::shared_ptr<const std::string>> m_texts; ///< of each piece
    std::size_t m_piece = 0;                                 ///< of the plan, being sent
    std::size_t m_sent = 0;                                  ///< bytes of that piece
    bool m_isPlaying = false;
    bool m_isPlayed = false;   ///< every piece of the plan was handed over
    bool m_isWaiting = false;  ///< for the client to read
    bool m_isDraining = false; ///< the ending waits until every byte has left
    QElapsedTimer m_sinceStep; ///< since the current delay or drip began; invalid between them
    QTimer m_timer;
};

} // namespace retryscope::io
