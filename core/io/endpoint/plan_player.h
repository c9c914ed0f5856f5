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

/// Plays response plans on a connection, one after another: bytes, delays and drips. What an ending does to
/// the connection is its owner's.
class PlanPlayer : public QObject
{
    Q_OBJECT
public:
    /// What the owner is told, perhaps from inside begin(). It may end the connection there.
    struct Events
    {
        std::function<void(std::string_view)> sent; ///< these bytes were handed to the socket; may be empty
        std::function<void()> played; ///< every byte was handed over, and what is left is the ending
        /// It is time for the ending; not told of Hang. Before a RST every byte has left.
        std::function<void(ResponseEnding)> ended;
    };

    /// socket: outlives this.
    PlanPlayer(QTcpSocket& socket, Events events);

    /// After the last plan has ended.
    void begin(ResponsePlan plan);
    /// Nothing more is sent or told.
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
