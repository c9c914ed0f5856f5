// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/fault_connection.h"

#include "core/io/endpoint/connection_server.h"

#include <QDateTime>
#include <QTcpSocket>

#include <utility>

namespace retryscope::io {

namespace {

/// A client that sends on while it is being kept waiting is slowed down by TCP, not by our memory.
constexpr qint64 kReadBuffer = qint64{256} * 1024;
/// A client that asks on without reading responses has to read first.
constexpr qint64 kWriteBuffer = qint64{1024} * 1024;

/// One that sends request after request without waiting takes turns with the others.
constexpr int kResponsesPerTurn = 8;
} // namespace

FaultConnection::FaultConnection(QTcpSocket* socket, Responder responder, QObject* parent)
    : QObject(parent)
    , m_socket(socket)
    , m_responder(std::move(responder))
    , m_player(*socket, {.played = [this] { Q_EMIT played(); },
                         .ended =
                             [this](ResponseEnding ending) {
                                 end(ending);
                             }})
    , m_lingering(*socket)
    , m_headTime(kHeadTime)
{
    m_socket->setParent(this);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setReadBufferSize(kReadBuffer);
    m_nextTurn.setSingleShot(true);
    connect(&m_nextTurn, &QTimer::timeout, this, &FaultConnection::readRequests);
    m_headTimer.setSingleShot(true);
    connect(&m_headTimer, &QTimer::timeout, this, &FaultConnection::giveUpHead);
    m_sinceUse.start();
    connect(m_socket, &QTcpSocket::readyRead, this, &FaultConnection::readRequests);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &FaultConnection::noticeWritten);
    connect(m_socket, &QTcpSocket::disconnected, this, &FaultConnection::noticeEnd);
}

void FaultConnection::abandon()
{
    m_isOver = true;
    m_player.stop();
    m_nextTurn.stop();
    m_socket->abort();
    deleteLater();
}

std::optional<Duration> FaultConnection::idleTime() const
{
    const bool isBusy = m_isOver || m_isResponding || m_isEarly || m_parser.hasBegun() ||
                        m_lingering.hasBegun() || m_socket->bytesAvailable() > 0 ||
                        m_socket->bytesToWrite() > 0;
    return isBusy ? std::nullopt
                  : std::optional(std::chrono::duration_cast<Duration>(
                        std::chrono::nanoseconds(m_sinceUse.nsecsElapsed())));
}

void FaultConnection::closeIdle()
{
    if (!m_isOver && !m_isResponding) {
        m_isOver = true;
        m_nextTurn.stop();
        m_socket->disconnectFromHost();
    }
}

void FaultConnection::watchHead()
{
    if (!m_parser.isInHead() || m_isResponding || m_isOver) {
        m_headTimer.stop();
    } else if (!m_headTimer.isActive()) {
        m_headTimer.start(std::chrono::ceil<std::chrono::milliseconds>(m_headTime));
    }
}

void FaultConnection::giveUpHead()
{
    if (!m_isOver && !m_isResponding && m_parser.isInHead()) {
        m_parser.giveUpHead();
        responseFailure();
    }
}

void FaultConnection::noticeEnd()
{
    if (!m_isOver) {
        m_isOver = true;
        m_player.stop();
        m_nextTurn.stop();
        Q_EMIT ended(m_isResponding);
    }
    deleteLater();
}

void FaultConnection::noticeWritten()
{
    if (m_isCongested && m_socket->bytesToWrite() < kWriteBuffer) {
        m_isCongested = false;
        readRequests();
    }
}

void FaultConnection::readRequests()
{
    if (m_isReading || m_lingering.hasBegun()) {
        return;
    }
    m_isReading = true;
    int responses = 0;
    while (!m_isResponding && !m_isOver && !m_isCongested && responseNext()) {
        m_isCongested = m_socket->bytesToWrite() >= kWriteBuffer;
        if (++responses == kResponsesPerTurn) {
            m_nextTurn.start(0);
            break;
        }
    }
    m_isReading = false;
    watchHead();
}

/// False when there is nothing more to respond to for now.
bool FaultConnection::responseNext()
{
    std::optional<HttpRequest> request = m_parser.takeRequest();
    while (!request && !m_parser.hasFailed() && m_socket->bytesAvailable() > 0) {
        const QByteArray bytes = m_socket->readAll();
        m_parser.feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        request = m_parser.takeRequest();
        if (!request && respondToHead()) {
            return false;
        }
        if (m_parser.takeContinueWish()) {
            m_socket->write("HTTP/1.1 100 Continue\r\n\r\n");
            m_socket->flush();
        }
    }
    if (request) {
        begin(m_responder(*request, Part::Whole).value_or(ResponsePlan{.ending = ResponseEnding::Hang}));
    } else if (m_parser.hasFailed()) {
        responseFailure();
    }
    return request.has_value();
}

/// True when what responds did not wait for the request's body.
bool FaultConnection::respondToHead()
{
    const std::optional<HttpRequest> head = m_parser.takeHead();
    std::optional<ResponsePlan> plan = head ? m_responder(*head, Part::Head) : std::nullopt;
    if (!plan) {
        return false;
    }
    m_isEarly = true;
    if (plan->ending == ResponseEnding::KeepAlive) {
        plan->ending = ResponseEnding::Fin;
    }
    begin(*std::move(plan));
    return true;
}

/// What is no request gets a plain explanation; it is neither counted nor does it use up a step.
void FaultConnection::responseFailure()
{
    EndpointStep step;
    step.status = m_parser.failureStatus();
    step.reason = "Unreadable Request";
    step.headers.add("Content-Type", "text/plain");
    step.body = "retryscope endpoint: " + m_parser.problem() + '\n';
    step.close = true;
    begin(responsePlanFor(step, {.now = WallTime{QDateTime::currentMSecsSinceEpoch()}}));
}

void FaultConnection::begin(ResponsePlan plan)
{
    if (m_isOver) { // whoever was told of the request closed the endpoint
        return;
    }
    m_isResponding = true;
    m_player.begin(std::move(plan));
}

void FaultConnection::end(ResponseEnding ending)
{
    switch (ending) {
    case ResponseEnding::KeepAlive:
        m_isResponding = false;
        m_sinceUse.start();
        if (!m_isReading) { // else whoever reads goes on
            readRequests();
        }
        break;
    case ResponseEnding::Fin:
        finish();
        break;
    case ResponseEnding::Reset:
        m_isOver = true;
        resetConnection(*m_socket);
        break;
    case ResponseEnding::Hang:
        break;
    }
}

void FaultConnection::finish()
{
    m_isOver = true;
    if (m_parser.hasFailed() || m_isEarly) { // and the client may be sending on
        m_lingering.begin();
    } else {
        m_socket->disconnectFromHost();
    }
}

} // namespace retryscope::io
