// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/client_connection.h"

#include "core/io/recorder/recorder_desk.h"
#include "core/io/upstream/flow.h"

#include <QHostAddress>
#include <QSslSocket>

#include <algorithm>
#include <array>
#include <utility>

namespace retryscope::io {

namespace {

/// An authority may have a password before its `@`.
std::string withoutUser(const std::string& authority)
{
    return authority.substr(authority.rfind('@') + 1); // 0 without one
}

} // namespace

ClientConnection::ClientConnection(QTcpSocket* socket, int number, RecorderDesk& desk, QObject* parent)
    : QObject(parent)
    , m_socket(socket)
    , m_number(number)
    , m_desk(desk)
    , m_machine(socket->peerAddress().toString().toStdString())
    , m_peer(addressText(socket->peerAddress(), socket->peerPort()).toStdString())
    , m_player(*socket, {.sent =
                             [this](std::string_view bytes) {
                                 if (m_sighting) {
                                     m_sighting->takeReceived(bytes, m_desk.now());
                                 }
                             },
                         .played = {},
                         .ended =
                             [this](ResponseEnding ending) {
                                 takePlayedEnd(ending);
                             }})
    , m_lingering(*socket)
{
    m_socket->setParent(this);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setReadBufferSize(flow::kReadBuffer);
    m_readAt = desk.now();
    m_headTimer.setSingleShot(true);
    connect(&m_headTimer, &QTimer::timeout, this, &ClientConnection::giveUpHead);
    connect(m_socket, &QTcpSocket::readyRead, this, &ClientConnection::read);
    // Queued: a write that fails ends the connection in the midst of what is done with its bytes.
    connect(m_socket, &QTcpSocket::disconnected, this, &ClientConnection::noticeEnd, Qt::QueuedConnection);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &ClientConnection::noticeRoom);
    if (auto* secure = qobject_cast<QSslSocket*>(m_socket)) {
        connect(secure, &QSslSocket::encryptedBytesWritten, this, &ClientConnection::noticeRoom);
    }
}

ClientConnection::~ClientConnection() = default;

bool ClientConnection::isDrained() const
{
    return flow::unwritten(*m_socket) == 0;
}

void ClientConnection::abandon()
{
    m_isOver = true;
    m_player.stop();
    m_abandoned = std::move(m_sighting); // somebody may be looking at it
    addToCount();
    letGoOfRelay();
    m_socket->disconnect(this);
    m_socket->abort();
    deleteLater();
}

/// The client has read.
void ClientConnection::noticeRoom()
{
    if (m_desk.isFull() && isDrained()) {
        m_desk.tellSettled();
    }
    if (!flow::isCongested(*m_socket)) {
        if (m_relay) {
            m_relay->pump();
        }
        read();
    }
}

void ClientConnection::read()
{
    if (m_isReading) {
        return;
    }
    m_isReading = true;
    while (!m_isOver && !m_lingering.hasBegun() && !m_isEncrypting && readOn()) {
    }
    m_isReading = false;
    watchHead();
    if (m_isTunnel && !m_isOver) {
        pumpTunnel();
    }
}

/// False when there is nothing to do for now: no bytes, a request that waits for its response, or a slower
/// side.
bool ClientConnection::readOn()
{
    const bool waits = (m_sighting || m_player.isPlaying()) && !m_stream.isInside();
    if (m_isTunnel || waits || m_isHeldBack || flow::isCongested(*m_socket) ||
        (m_relay && m_relay->isCongested())) {
        return false;
    }
    switch (m_stream.next()) {
    case RequestStream::Event::NeedsMore:
        return readSome();
    case RequestStream::Event::Head:
        takeHead();
        return true;
    case RequestStream::Event::Body:
        takeBody();
        return true;
    case RequestStream::Event::End:
        takeEnd();
        return true;
    case RequestStream::Event::Failed:
        if (m_player.isPlaying()) { // it is being told
            return false;
        }
        if (m_sighting) {
            refuse(m_stream.failureStatus(), "Unreadable Request", m_stream.problem());
        } else {
            turnAway(m_stream.failureStatus(), "Unreadable Request", m_stream.problem(), {});
        }
        return false;
    }
    return false;
}

bool ClientConnection::readSome()
{
    std::array<char, flow::kPiece> piece; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    const bool isNew = !m_stream.hasBegun();
    const qint64 size = m_socket->read(piece.data(), piece.size());
    if (size <= 0) {
        return false;
    }
    m_readAt = m_desk.now();
    if (isNew) {
        m_firstAt = m_readAt;
    }
    m_stream.feed({piece.data(), static_cast<std::size_t>(size)});
    m_desk.noteInFlight(m_socket->bytesAvailable() +
                        static_cast<qint64>(m_stream.unreadBytes() + m_held.size()) +
                        (m_relay ? m_relay->unwritten() : 0));
    return true;
}

void ClientConnection::takeHead()
{
    if (m_desk.isFull()) {
        mirror(ResponseEnding::Fin);
        return;
    }
    RequestWay way = wayOf(m_stream.request(), m_desk.ways(), m_opened);
    if (const auto* refused = std::get_if<RefusedRequest>(&way)) {
        const HttpRequest& request = m_stream.request();
        const bool isAuthority = request.method == "CONNECT";
        std::string what =
            request.method + ' ' + (isAuthority ? withoutUser(request.target) : request.target);
        if (const std::string* host = request.headers.find("Host"); host != nullptr && !isAuthority) {
            what += " (Host: " + withoutUser(*host) + ')';
        }
        turnAway(refused->status, refused->reason, refused->text, std::move(what));
    } else if (const auto* tunnel = std::get_if<TunnelRequest>(&way)) {
        tunnel->target.isTls ? openIntercepted(*tunnel) : openTunnel(*tunnel);
    } else {
        takeRequest(std::get<TakenRequest>(std::move(way)));
    }
}

void ClientConnection::takeRequest(TakenRequest way)
{
    const HttpRequest& request = m_stream.request();
    m_way = std::move(way);
    m_step = nullptr;
    m_desk.admit();
    SeenRequest seen{.at = m_firstAt,
                     .peer = m_machine,
                     .connection = m_number,
                     .method = request.method,
                     .url = m_way.url,
                     .headers = request.headers,
                     .body = {}};
    m_sighting = std::make_unique<Sighting>(std::move(seen), m_peer, ++m_requests > 1);
    m_sighting->takeSent(m_stream.raw());
    const bool mayRespondEarly = m_stream.hasBody() && m_desk.respondsEarly();
    if (m_desk.plan().scenario) {
        m_course = Course::Played;
        if (mayRespondEarly) {
            decide(false);
        } else if (m_stream.expectsContinue()) {
            flow::write(*m_socket, "HTTP/1.1 100 Continue\r\n\r\n");
        }
        return;
    }
    if (!findRoute()) {
        return;
    }
    m_held = changedHead(m_stream.raw(), m_way.changes);
    if (!m_desk.plan().overlay) {
        relay({});
        return;
    }
    m_course = Course::Held;
    if (mayRespondEarly || m_stream.expectsContinue()) { // else nobody would go on
        decide(false);
    }
}

void ClientConnection::takeBody()
{
    if (m_sighting) {
        m_sighting->takeSent(m_stream.raw());
    }
    if (m_course == Course::Relayed && m_relay) {
        m_relay->send(m_stream.raw());
    } else if (m_course == Course::Held) {
        m_held += m_stream.raw();
        if (m_held.size() >= flow::kHeld) {
            decide(false);
        }
    }
}

void ClientConnection::takeEnd()
{
    const Course course = std::exchange(m_course, Course::None);
    m_firstAt = m_readAt; // of the next request, should it be there already
    if (!m_sighting) {
        return; // it was responded to before it was whole
    }
    m_sighting->noteSent(m_desk.now());
    if (course == Course::Held) {
        decide(true);
    } else if (!m_sighting->attempt && !begin(true)) {
        return;
    } else if (course == Course::Played) {
        m_step = m_step != nullptr ? m_step : m_desk.stepFor(*m_sighting);
        play();
    }
}

/// isWhole: else its hash is not known, and its length is what the client says: nothing that depends on how
/// it came in pieces. False where whoever was told ended the recording.
bool ClientConnection::begin(bool isWhole)
{
    const HttpRequest& request = m_stream.request();
    SeenRequest& seen = m_sighting->request();
    seen.body = request.body;
    seen.bodyBytes = request.bodyBytes;
    seen.bodyHash = isWhole ? m_stream.bodyHash() : 0;
    if (!isWhole) {
        const std::string* length = request.headers.find("content-length");
        seen.bodyBytes = length != nullptr
                             ? std::max<std::int64_t>(QByteArray::fromStdString(*length).toLongLong(), 0)
                             : 0;
    }
    m_desk.begin(*m_sighting);
    return m_sighting != nullptr;
}

/// Which step the request meets, and so where it goes.
void ClientConnection::decide(bool isWhole)
{
    if (!begin(isWhole)) {
        return;
    }
    m_step = m_desk.stepFor(*m_sighting);
    const bool isOverlay = m_desk.plan().overlay.has_value();
    if (isOverlay && (m_step == nullptr || isPassedOn(*m_step))) {
        relay(m_step == nullptr ? PassEffect{} : effectOf(*m_step));
        return;
    }
    m_held.clear();
    m_course = Course::Played;
    if (isWhole || m_step->beforeBody) {
        play();
    } else if (m_stream.expectsContinue()) {
        flow::write(*m_socket, "HTTP/1.1 100 Continue\r\n\r\n");
    }
}

void ClientConnection::play()
{
    m_course = m_stream.isInside() ? Course::Dropped : Course::None;
    ResponsePlan plan = m_desk.planFor(*m_step, m_stream.request(), *m_sighting->attempt);
    if (m_course == Course::Dropped && plan.ending == ResponseEnding::KeepAlive) {
        plan.ending = ResponseEnding::Fin;
    }
    m_player.begin(std::move(plan));
}

/// The attempt is over.
void ClientConnection::end(std::optional<Fault> fault)
{
    if (!m_sighting) {
        return;
    }
    if (!m_sighting->attempt && !begin(!m_stream.isInside())) {
        return;
    }
    const std::unique_ptr<Sighting> over = std::move(m_sighting);
    m_desk.end(*over, std::move(fault));
}

/// The recorder's own words, after which the connection ends.
void ClientConnection::refuse(int status, const std::string& reason, const std::string& text)
{
    letGoOfRelay();
    m_course = Course::Dropped;
    m_player.begin(m_desk.refusal(status, reason, text));
}

/// What is refused is in no call.
void ClientConnection::turnAway(int status, const std::string& reason, const std::string& text,
                                std::string what)
{
    m_desk.noteOutside({.at = m_firstAt, .what = std::move(what), .why = text});
    if (!m_isOver) { // whoever was told may have ended the recording
        refuse(status, reason, text);
    }
}

void ClientConnection::takePlayedEnd(ResponseEnding ending)
{
    if (ending == ResponseEnding::KeepAlive) {
        if (m_sighting && !m_sighting->reader().isFinal()) {
            return; // it announced more than it had: the client waits, until it has enough
        }
        end({});
        if (m_desk.isFull()) {
            mirror(ResponseEnding::Fin);
        }
        read();
        return;
    }
    if (m_sighting && ending == ResponseEnding::Fin) {
        m_sighting->feedEnd();
    }
    end(faultAfter(ending));
    mirror(ending);
}

} // namespace retryscope::io
