// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/exchange.h"

#include "core/io/wire/timer_interval.h"

#include <QSslSocket>

#include <algorithm>
#include <array>

namespace retryscope::io {

namespace {

/// Body bytes handed to the socket at a time; it never holds more than two of these.
constexpr std::size_t kSlice = std::size_t{256} * 1024;

/// Since TLS 1.3 a server can refuse the client's certificate only after the client's handshake is over.
bool isTlsError(QAbstractSocket::SocketError error)
{
    return error == QAbstractSocket::SslHandshakeFailedError || error == QAbstractSocket::SslInternalError ||
           error == QAbstractSocket::SslInvalidUserDataError;
}

/// The connection ended, and its TLS part did not say so. Qt tells the two only by its words.
bool isCutFromTls(const QTcpSocket& socket)
{
    return qobject_cast<const QSslSocket*>(&socket) != nullptr &&
           socket.errorString() != QSslSocket::tr("The TLS/SSL connection has been closed");
}

} // namespace

Exchange::Exchange(std::unique_ptr<Connection> connection, OutgoingMessage message, Done done)
    : m_connection(std::move(connection))
    , m_message(message)
    , m_done(std::move(done))
    , m_reader(message.method)
{
}

Exchange::~Exchange()
{
    if (m_connection) {
        m_connection->watch->setUser(nullptr);
    }
}

void Exchange::start()
{
    m_started = WireClock::now();
    m_lastActivity = m_started;
    if (!m_connection->key.isTls) {
        m_offered = m_connection->probe.sendAtOnce(m_message.head, m_message.body.substr(0, kSlice));
    }
    // While the server is at work; nothing is heard before the event loop turns, or pump() writes.
    m_connection->watch->setUser(this);
    if (m_message.readTimeout > Duration::zero()) {
        m_connection->watch->wakeWithin(m_message.readTimeout);
    }
    pump();
}

/// Hands more of the request over while the socket has room.
void Exchange::pump()
{
    if (m_isFinished || m_sent) {
        return;
    }
    m_lastActivity = WireClock::now();
    // flush() tells of no progress while it is called from a report of progress, so it is asked until the
    // socket's buffer stays full: then the operating system takes no more, and a report will come.
    do {
        while (!m_isFinished && m_offered < totalBytes() && unsentBytes() < kSlice) {
            writeSlice();
        }
        if (!m_isFinished && unsentBytes() > 0) {
            m_connection->socket->flush();
        }
    } while (!m_isFinished && m_offered < totalBytes() && unsentBytes() < kSlice);
    noteProgress();
}

void Exchange::writeSlice()
{
    QTcpSocket& socket = *m_connection->socket;
    const auto write = [&](std::string_view bytes) {
        socket.write(bytes.data(), static_cast<qint64>(bytes.size()));
        m_offered += bytes.size();
    };
    std::size_t room = kSlice;
    if (m_offered < m_message.head.size()) {
        const std::string_view rest = m_message.head.substr(m_offered);
        write(rest);
        room -= std::min(room, rest.size());
    }
    const std::string_view slice = m_message.body.substr(m_offered - m_message.head.size(), room);
    if (!slice.empty()) {
        write(slice);
    }
}

void Exchange::noteProgress()
{
    if (m_isFinished || m_sent || m_connection->socket->state() != QAbstractSocket::ConnectedState) {
        return;
    }
    m_taken = std::max(m_taken, m_offered - std::min(unsentBytes(), m_offered));
    if (m_taken == totalBytes()) {
        m_sent = WireClock::now();
    }
}

/// Bytes that wait in the socket's own buffers.
std::size_t Exchange::unsentBytes() const
{
    const auto* secure = qobject_cast<const QSslSocket*>(m_connection->socket.get());
    const qint64 encrypted = secure != nullptr ? secure->encryptedBytesToWrite() : 0;
    return static_cast<std::size_t>(m_connection->socket->bytesToWrite() + encrypted);
}

void Exchange::onReadyRead(const QTcpSocket& /*socket*/)
{
    if (m_isFinished) {
        return;
    }
    std::array<char, 16 * 1024> piece; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    QTcpSocket& socket = *m_connection->socket;
    for (qint64 size = socket.read(piece.data(), piece.size()); size > 0;
         size = socket.read(piece.data(), piece.size())) {
        receive(piece.data(), static_cast<std::size_t>(size));
    }
    finishIfResponded();
}

void Exchange::receive(const char* bytes, std::size_t size)
{
    if (size == 0) {
        return;
    }
    m_lastActivity = WireClock::now();
    if (!m_firstByte) {
        m_firstByte = m_lastActivity;
    }
    m_result.rawReceivedBytes += static_cast<std::int64_t>(size);
    m_result.rawReceived.append(bytes, std::min(size, kKeptRaw - m_result.rawReceived.size()));
    m_reader.feed({bytes, size});
}

void Exchange::finishIfResponded()
{
    switch (m_reader.state()) {
    case ResponseReader::State::Head:
    case ResponseReader::State::Body:
        return;
    case ResponseReader::State::Complete:
        finish();
        return;
    case ResponseReader::State::Malformed:
        fail(FaultKind::MalformedResponse, m_reader.problem());
        return;
    case ResponseReader::State::TooLarge:
        fail(FaultKind::ResponseTooLarge, m_reader.problem());
        return;
    }
}

/// The connection is gone. What arrived before still counts, also what the socket did not fetch any more.
void Exchange::onEnded(const QTcpSocket& /*socket*/)
{
    if (m_isFinished) {
        return;
    }
    const QByteArray last = m_connection->socket->readAll();
    receive(last.constData(), static_cast<std::size_t>(last.size()));
    if (!m_connection->key.isTls) {
        const std::string rest = m_connection->probe.drain();
        receive(rest.data(), rest.size());
    }
    if (m_connection->probe.ending() != TcpEnding::Reset) {
        const bool wasOver = m_reader.isFinal();
        m_reader.feedEnd();
        if (!wasOver && m_reader.isFinal() && isCutFromTls(*m_connection->socket)) {
            m_result.notes.emplace_back("the body ends with the connection, which ended without TLS "
                                        "close_notify: the body might be truncated (RFC 9112, section 9.8)");
        }
    }
    finishIfResponded();
    if (!m_isFinished) {
        const Fault fault = faultAtEnd();
        fail(fault.kind, fault.detail);
    }
}

Fault Exchange::faultAtEnd() const
{
    if (!m_reader.hasBegun() && isTlsError(m_connection->socket->error())) {
        return {FaultKind::TlsFailed, m_connection->socket->errorString().toStdString()};
    }
    const TcpEnding ending = m_connection->probe.ending();
    const bool isReset = ending == TcpEnding::Reset;
    const std::string connection =
        m_connection->exchanges > 0 ? "the kept-alive connection" : "the connection";
    const std::string how = isReset                        ? "the server reset " + connection + " (RST)"
                            : ending == TcpEnding::Unknown ? connection + " ended (closed or reset: unknown)"
                                                           : "the server closed " + connection + " (FIN)";
    if (!m_reader.hasBegun()) {
        return {isReset ? FaultKind::ConnectionReset : FaultKind::ClosedBeforeResponse,
                how + ", before any byte of the response"};
    }
    const std::uint64_t missing = m_reader.missingBytes();
    return {isReset ? FaultKind::ResponseReset : FaultKind::ResponseTruncated,
            how + (m_reader.hasHead() ? " during the body" : " during the headers") +
                (missing > 0 ? ", " + std::to_string(missing) + " bytes missing" : "")};
}

void Exchange::onWakeUp()
{
    if (m_isFinished || m_message.readTimeout <= Duration::zero()) {
        return;
    }
    const Duration idle = elapsed(m_lastActivity, WireClock::now());
    if (idle < m_message.readTimeout) {
        m_connection->watch->wakeWithin(m_message.readTimeout - idle);
        return;
    }
    fail(FaultKind::ReadTimeout, "no byte for " + secondsText(m_message.readTimeout));
}

void Exchange::fail(FaultKind kind, std::string detail)
{
    m_result.fault = Fault{kind, std::move(detail)};
    finish();
}

Exchanged Exchange::giveUp()
{
    wrapUp(false);
    return std::move(m_result);
}

void Exchange::finish()
{
    wrapUp(true);
    m_done(std::move(m_result));
}

void Exchange::wrapUp(bool mayKeepConnection)
{
    m_isFinished = true;
    m_connection->watch->setUser(nullptr);
    measurePhases();
    keepRaw();
    m_result.notes.insert(m_result.notes.end(), m_reader.notes().begin(), m_reader.notes().end());
    if (m_reader.surplusBytes() > 0) {
        m_result.notes.push_back(std::to_string(m_reader.surplusBytes()) +
                                 " bytes came after the end of the response");
    }
    if (!m_sent && m_reader.hasHead()) {
        m_result.notes.push_back("the server responded after " + std::to_string(m_result.rawSentBytes) +
                                 " of " + std::to_string(totalBytes()) + " bytes of the request were sent");
    }
    const bool isReusable = mayKeepConnection && m_reader.allowsReuse() && m_sent && !m_result.fault;
    if (m_reader.hasHead()) {
        m_result.response = m_reader.takeResponse();
    }
    ++m_connection->exchanges;
    if (isReusable) {
        m_result.connection = std::move(m_connection);
    } else {
        m_connection.reset();
    }
}

/// A response may begin before the request is out; the phases then meet where it began.
void Exchange::measurePhases()
{
    const WireClock::time_point now = WireClock::now();
    const WireClock::time_point sent = std::min(m_sent.value_or(now), m_firstByte.value_or(now));
    m_result.phases.send = elapsed(m_started, sent);
    if (m_sent || m_firstByte) {
        m_result.phases.wait = elapsed(sent, m_firstByte.value_or(now));
    }
    if (m_firstByte) {
        m_result.phases.receive = elapsed(*m_firstByte, now);
    }
}

void Exchange::keepRaw()
{
    m_result.rawSentBytes = static_cast<std::int64_t>(m_taken);
    m_result.wroteNothing = m_taken == 0;
    const std::size_t kept = std::min(m_taken, kKeptRaw);
    m_result.rawSent = m_message.head.substr(0, kept);
    if (kept > m_message.head.size()) {
        m_result.rawSent += m_message.body.substr(0, kept - m_message.head.size());
    }
}

} // namespace retryscope::io
