// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/fault_connection.h"

#include <QDateTime>
#include <QTcpSocket>

#include <algorithm>
#include <utility>

#ifdef Q_OS_UNIX
#include <sys/socket.h>
#endif

namespace retryscope::io {

namespace {

/// A client that sends on while it is being kept waiting is slowed down by TCP, not by our memory.
constexpr qint64 kReadBuffer = qint64{256} * 1024;
/// A client that asks on without reading responses has to read first.
constexpr qint64 kWriteBuffer = qint64{1024} * 1024;

/// One that sends request after request without waiting takes turns with the others.
constexpr int kResponsesPerTurn = 8;
/// What a client may still send after it was told that its request cannot be read, and for how long.
constexpr qint64 kMostDiscarded = qint64{64} * 1024 * 1024;
constexpr std::chrono::seconds kDiscarding{2};

/// No more will be written; reading goes on.
void endWriting(qintptr descriptor)
{
#ifdef Q_OS_UNIX
    ::shutdown(static_cast<int>(descriptor), SHUT_WR);
#else
    Q_UNUSED(descriptor)
#endif
}

/// Makes the next close of this descriptor a RST.
void lingerNot(qintptr descriptor)
{
#ifdef Q_OS_UNIX
    const linger none{1, 0};
    ::setsockopt(static_cast<int>(descriptor), SOL_SOCKET, SO_LINGER, &none, sizeof none);
#else
    Q_UNUSED(descriptor)
#endif
}

Duration since(const QElapsedTimer& timer)
{
    return std::chrono::duration_cast<Duration>(std::chrono::nanoseconds(timer.nsecsElapsed()));
}

/// Up to the next millisecond, so that a delay is never too short.
std::chrono::milliseconds timerDelay(Duration delay)
{
    return std::chrono::ceil<std::chrono::milliseconds>(std::max(delay, Duration::zero()));
}

} // namespace

FaultConnection::FaultConnection(QTcpSocket* socket, Responder responder, QObject* parent)
    : QObject(parent), m_socket(socket), m_responder(std::move(responder))
{
    m_socket->setParent(this);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setReadBufferSize(kReadBuffer);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &FaultConnection::goOn);
    m_nextTurn.setSingleShot(true);
    connect(&m_nextTurn, &QTimer::timeout, this, &FaultConnection::readRequests);
    connect(m_socket, &QTcpSocket::readyRead, this, &FaultConnection::readRequests);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &FaultConnection::noticeWritten);
    connect(m_socket, &QTcpSocket::disconnected, this, &FaultConnection::noticeEnd);
}

void FaultConnection::abandon()
{
    m_isOver = true;
    m_timer.stop();
    m_nextTurn.stop();
    m_socket->abort();
    deleteLater();
}

void FaultConnection::closeIfIdle()
{
    if (!m_isOver && !m_isResponding) {
        m_isOver = true;
        m_nextTurn.stop();
        m_socket->disconnectFromHost();
    }
}

void FaultConnection::noticeEnd()
{
    if (!m_isOver) {
        m_isOver = true;
        m_timer.stop();
        m_nextTurn.stop();
        Q_EMIT ended(m_isResponding);
    }
    deleteLater();
}

void FaultConnection::noticeWritten()
{
    const bool hasDrained = m_isDraining && m_socket->bytesToWrite() == 0;
    const bool hasRoom = m_isCongested && m_socket->bytesToWrite() < kWriteBuffer;
    if (hasDrained || hasRoom) {
        m_isDraining = m_isCongested = false;
        goOn();
    }
}

/// After a delay, or once bytes have left.
void FaultConnection::goOn()
{
    if (m_isDiscarding) { // for long enough
        m_socket->abort();
        return;
    }
    if (m_isResponding) {
        play();
    }
    readRequests();
}

void FaultConnection::readRequests()
{
    if (m_isDiscarding) {
        discard();
        return;
    }
    int responses = 0;
    while (!m_isResponding && !m_isOver && !m_isCongested && responseNext()) {
        m_isCongested = m_socket->bytesToWrite() >= kWriteBuffer;
        if (++responses == kResponsesPerTurn) {
            m_nextTurn.start(0);
            return;
        }
    }
}

/// Reads on from a client that is still sending what was no request, for some time and some bytes.
void FaultConnection::discard()
{
    m_discarded += m_socket->readAll().size();
    if (m_discarded > kMostDiscarded) {
        m_socket->abort();
    }
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
    m_plan = std::move(plan);
    m_piece = 0;
    m_sent = 0;
    m_isResponding = true;
    m_isPlayed = false;
    m_sinceStep.invalidate();
    play();
}

/// Goes on where the last timer or write left off.
void FaultConnection::play()
{
    while (m_piece < m_plan.pieces.size()) {
        if (!sendPiece()) {
            return;
        }
        ++m_piece;
        m_sent = 0;
        m_sinceStep.invalidate();
    }
    if (!std::exchange(m_isPlayed, true)) {
        Q_EMIT played();
    }
    end();
}

/// False while the piece is not completely handed over.
bool FaultConnection::sendPiece()
{
    const ResponsePiece& piece = m_plan.pieces[m_piece];
    if (m_sent == 0 && !hasPassed(piece.delay)) {
        return false;
    }
    if (piece.perByte > Duration::zero()) {
        return sendDrops(piece);
    }
    m_socket->write(piece.bytes.data(), static_cast<qint64>(piece.bytes.size()));
    m_socket->flush();
    return true;
}

/// Sends the bytes that are due by now: one for each `perByte` since the delay was over.
bool FaultConnection::sendDrops(const ResponsePiece& piece)
{
    if (!m_sinceStep.isValid()) {
        m_sinceStep.start();
    }
    const Duration dripping = since(m_sinceStep) - piece.delay;
    const auto due = std::min(static_cast<std::size_t>(dripping / piece.perByte), piece.bytes.size());
    if (due > m_sent) {
        m_socket->write(piece.bytes.data() + m_sent, static_cast<qint64>(due - m_sent));
        m_sent = due;
        m_socket->flush();
    }
    if (m_sent == piece.bytes.size()) {
        return true;
    }
    m_timer.start(timerDelay(piece.perByte * static_cast<std::int64_t>(m_sent + 1) - dripping));
    return false;
}

void FaultConnection::end()
{
    switch (m_plan.ending) {
    case ResponseEnding::KeepAlive:
        m_isResponding = false;
        break;
    case ResponseEnding::Fin:
        if (hasPassed(m_plan.endingDelay)) {
            finish();
        }
        break;
    case ResponseEnding::Reset:
        // A RST throws away what was not sent yet, so everything has to be on its way first.
        m_isDraining = m_socket->bytesToWrite() > 0;
        if (!m_isDraining && hasPassed(m_plan.endingDelay)) {
            reset();
        }
        break;
    case ResponseEnding::Hang:
        break;
    }
}

void FaultConnection::finish()
{
    m_isOver = true;
    if (!m_parser.hasFailed() && !m_isEarly) {
        m_socket->disconnectFromHost();
        return;
    }
    // Bytes that nobody has read, of a body that was refused too, would make a RST of the end, and that takes
    // the explanation back.
    m_isDraining = m_socket->bytesToWrite() > 0;
    if (!m_isDraining && !m_isDiscarding) {
        m_isDiscarding = true;
        endWriting(m_socket->socketDescriptor());
        m_timer.start(kDiscarding);
        discard();
    }
}

void FaultConnection::reset()
{
    m_isOver = true;
    lingerNot(m_socket->socketDescriptor());
    m_socket->abort();
}

/// True once the delay is over; else sets the timer for the rest of it.
bool FaultConnection::hasPassed(Duration delay)
{
    if (delay <= Duration::zero()) {
        return true;
    }
    if (!m_sinceStep.isValid()) {
        m_sinceStep.start();
    }
    const Duration left = delay - since(m_sinceStep);
    if (left > Duration::zero()) {
        m_timer.start(timerDelay(left));
        return false;
    }
    return true;
}

} // namespace retryscope::io
