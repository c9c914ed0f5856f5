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

/// One accepted connection: reads requests one after another and plays the plan that the responder gives for
/// each. Deletes itself once the connection is over.
class FaultConnection : public QObject
{
    Q_OBJECT
public:
    /// How much of a request is there.
    enum class Part {
        Head,  ///< its body is still to come
        Whole, ///< all of it
    };
    /// Called for each request, in order: for its head where a body is to follow, then for all of it. Absent:
    /// wait for the rest. What responds to a head alone ends the connection.
    using Responder = std::function<std::optional<ResponsePlan>(const HttpRequest&, Part)>;

    /// Takes the socket over.
    FaultConnection(QTcpSocket* socket, Responder responder, QObject* parent);

    /// Ends the connection at once: with a FIN, without what was not sent yet.
    void abandon();
    /// How long it has carried no request; absent while it carries one.
    [[nodiscard]] std::optional<Duration> idleTime() const;
    /// Ends a connection that carries no request at the moment, as a server does that kept it long enough.
    void closeIdle();
    /// From the first byte of a head to its end.
    void setHeadTime(Duration time) { m_headTime = time; }

Q_SIGNALS:
    /// The plan of the last request was played to its end, which may be that nothing more comes.
    void played();
    /// The other side ended the connection, with a FIN or a RST. isWaiting: a response was still under way.
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
