// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/connection_end.h"
#include "core/io/endpoint/fault_writer.h"
#include "core/io/endpoint/http_request_parser.h"
#include "core/io/endpoint/plan_player.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

class QTcpSocket;

namespace retryscope::io {

/// One accepted connection: reads requests in turn and plays the responder's plan for each. Deletes itself
/// when the connection ends.
class FaultConnection : public QObject
{
    Q_OBJECT
public:
    /// How much of a request has arrived.
    enum class Part {
        Head,  ///< its body is still to come
        Whole, ///< all of it
    };
    /// Called for each request in order: after its head if a body follows, then after the whole request.
    /// Absent: wait for the rest. A response to the head alone ends the connection.
    using Responder = std::function<std::optional<ResponsePlan>(const HttpRequest&, Part)>;

    /// Takes ownership of the socket.
    FaultConnection(QTcpSocket* socket, Responder responder, QObject* parent);

    /// Ends the connection at once with a FIN, dropping unsent bytes.
    void abandon();
    /// Idle time; absent during a request.
    [[nodiscard]] std::optional<Duration> idleTime() const;
    /// Closes an idle connection, like a server after its keep-alive time.
    void closeIdle();
    /// Sets the time limit for a request head, from its first byte.
    void setHeadTime(Duration time) { m_headTime = time; }

Q_SIGNALS:
    /// The plan of the last request has ended, perhaps by sending nothing more.
    void played();
    /// The other side ended the connection with a FIN or RST. isWaiting: a response was not complete.
    void ended(bool isWaiting);

private:
    void noticeWritten();
    void watchHead();
    void giveUpHead();
    void readRequests();
    bool responseNext();
    bool respondToHead();
    void noticeEnd();
    void responseFailure();
    void begin(ResponsePlan plan);
    void end(ResponseEnding ending);
    void finish();

    QTcpSocket* m_socket;
    Responder m_responder;
    HttpRequestParser m_parser;
    PlanPlayer m_player;
    LingeringEnd m_lingering;
    bool m_isResponding = false;
    bool m_isCongested = false; ///< the next request waits until the client has read
    bool m_isOver = false;
    bool m_isEarly = false; ///< responds to a request whose body nobody reads
    bool m_isReading = false;
    QTimer m_nextTurn; ///< of this connection, once the others had theirs
    Duration m_headTime;
    QTimer m_headTimer;       ///< runs inside a head
    QElapsedTimer m_sinceUse; ///< by a request, or since it was opened
};

} // namespace retryscope::io
