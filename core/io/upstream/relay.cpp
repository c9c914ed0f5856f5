// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/upstream/relay.h"

#include "core/io/upstream/flow.h"
#include "core/io/wire/timer_interval.h"

#include <algorithm>
#include <array>
#include <utility>

namespace retryscope::io {

PassEffect effectOf(const EndpointStep& step)
{
    return {.delay = step.delay, .fault = step.fault, .missingBytes = step.missingBytes};
}

Relay::Relay(QTcpSocket& client, DialPlan plan, std::function<Instant()> now, Events events)
    : m_client(client)
    , m_now(std::move(now))
    , m_events(std::move(events))
    , m_link(std::move(plan), {.opened =
                                   [this] {
                                       if (!m_hasEnded) {
                                           m_events.opened();
                                       }
                                   },
                               .failed =
                                   [this](Fault fault) {
                                       if (!std::exchange(m_hasEnded, true)) {
                                           m_events.failed(std::move(fault));
                                       }
                                   },
                               .readable = [this] { pump(); },
                               .written =
                                   [this] {
                                       if (!m_hasEnded && !isCongested()) {
                                           m_events.hasRoom();
                                       }
                                   }})
{
    m_delay.setSingleShot(true);
    m_delay.setTimerType(Qt::PreciseTimer);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        m_effect.delay = Duration::zero();
        pump();
    });
}

void Relay::expect(Sighting& sighting, PassEffect effect)
{
    m_sighting = &sighting;
    m_effect = effect;
    const bool isCut = effect.fault == Misbehaviour::Truncate || effect.fault == Misbehaviour::TruncateReset;
    m_uncut = isCut
                  ? std::make_unique<ResponseReader>(sighting.request().method, ResponseLimits{.keptBody = 0})
                  : nullptr;
    m_tail.clear();
}

void Relay::giveUp()
{
    m_sighting = nullptr;
    m_hasEnded = true;
    m_delay.stop();
}

bool Relay::isCongested() const
{
    return m_link.unwritten() >= flow::kCongested;
}

/// The response has to wait for a delay, which begins with its first byte.
bool Relay::isHeldUp()
{
    if (m_sighting == nullptr || m_effect.delay <= Duration::zero()) {
        return false;
    }
    if (!m_delay.isActive() && (m_link.unread() > 0 || m_link.isOver())) {
        m_delay.start(toTimerInterval(m_effect.delay));
    }
    return true;
}

void Relay::pump()
{
    if (m_isPumping || m_hasEnded) {
        return;
    }
    m_isPumping = true;
    std::array<char, flow::kPiece> piece; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    while (!m_hasEnded && !isHeldUp() && !flow::isCongested(m_client)) {
        const std::size_t size = m_link.read(piece.data(), piece.size());
        if (size == 0) {
            break;
        }
        takeBytes({piece.data(), size});
        m_events.carries(m_link.unread() + static_cast<std::int64_t>(m_tail.size()) +
                         flow::unwritten(m_client));
    }
    if (!m_hasEnded && m_link.isOver() && !isHeldUp()) {
        noticeEnd();
    }
    m_isPumping = false;
}

void Relay::takeBytes(std::string_view bytes)
{
    if (m_isTunnel) {
        m_tunnelled += static_cast<std::int64_t>(bytes.size());
    }
    if (m_sighting == nullptr) { // in a tunnel, or unasked, as some servers say that they tire of waiting
        (void)toClient(bytes);
        return;
    }
    switch (m_effect.fault) {
    case Misbehaviour::Close:
        endWith({.fault = Fault{FaultKind::ClosedBeforeResponse,
                                "closed by the overlay after the server had responded"},
                 .ending = ResponseEnding::Fin});
        return;
    case Misbehaviour::Reset:
        endWith({.fault =
                     Fault{FaultKind::ConnectionReset, "reset by the overlay after the server had responded"},
                 .ending = ResponseEnding::Reset});
        return;
    case Misbehaviour::Hang:
        m_hasEnded = true; // nothing reaches the client any more, whose move it is
        return;
    default:
        m_uncut ? takeCut(bytes) : takeResponse(bytes);
    }
}

void Relay::takeResponse(std::string_view bytes)
{
    const std::size_t taken = m_sighting->takeReceived(bytes, m_now());
    if (!toClient(bytes.substr(0, taken))) {
        return;
    }
    const ResponseReader& reader = m_sighting->reader();
    if (!reader.isFinal()) {
        return;
    }
    if (reader.isUpgrade()) {
        becomeTunnel({}, bytes.substr(taken));
        return;
    }
    if (reader.state() != ResponseReader::State::Complete) {
        // The client shall see for itself, down to the last byte.
        becomeTunnel(Fault{FaultKind::MalformedResponse, reader.problem()}, bytes.substr(taken));
        return;
    }
    const bool keeps = reader.allowsReuse();
    endWith({.keepsUpstream = keeps, .ending = keeps ? ResponseEnding::KeepAlive : ResponseEnding::Fin});
}

void Relay::becomeTunnel(std::optional<Fault> fault, std::string_view rest)
{
    m_isTunnel = true;
    if (!toClient(rest)) {
        return;
    }
    m_sighting = nullptr;
    m_events.ended({.fault = std::move(fault), .isTunnel = true});
}

/// Of the body's end as much is held back as shall be missing; the head goes on whatever it is.
void Relay::takeCut(std::string_view bytes)
{
    std::size_t head = 0;
    while (head < bytes.size() && !m_uncut->hasHead() && !m_uncut->isFinal()) {
        m_uncut->feed(bytes.substr(head, 1));
        ++head;
    }
    m_uncut->feed(bytes.substr(head));
    if (!toClient(bytes.substr(0, m_sighting->takeReceived(bytes.substr(0, head), m_now())))) {
        return;
    }
    m_tail += bytes.substr(head);
    const auto missing = static_cast<std::size_t>(m_effect.missingBytes);
    if (m_tail.size() > missing) {
        const std::string passed = m_tail.substr(0, m_tail.size() - missing);
        m_tail.erase(0, passed.size());
        if (!toClient(std::string_view(passed).substr(0, m_sighting->takeReceived(passed, m_now())))) {
            return;
        }
    }
    if (m_uncut->isFinal()) {
        const bool isReset = m_effect.fault == Misbehaviour::TruncateReset;
        endWith({.fault = Fault{isReset ? FaultKind::ResponseReset : FaultKind::ResponseTruncated,
                                "truncated by the overlay"},
                 .ending = isReset ? ResponseEnding::Reset : ResponseEnding::Fin});
    }
}

/// False where the owner has given this up meanwhile: a write may let it read, and refuse, what the client
/// sent.
bool Relay::toClient(std::string_view bytes)
{
    if (!bytes.empty()) {
        flow::write(m_client, bytes);
    }
    return !m_hasEnded;
}

void Relay::endWith(RelayEnd end)
{
    m_sighting = nullptr;
    m_hasEnded = !end.keepsUpstream;
    m_events.ended(std::move(end));
}

void Relay::noticeEnd()
{
    const TcpEnding ending = m_link.ending();
    if (m_sighting == nullptr) {
        m_hasEnded = true;
        m_events.idled(ending);
        return;
    }
    const bool isReset = ending == TcpEnding::Reset;
    if (!isReset && !m_uncut) {
        m_sighting->feedEnd();
    }
    if (m_sighting->reader().state() == ResponseReader::State::Complete) {
        endWith({.ending = ResponseEnding::Fin});
        return;
    }
    endWith({.fault = faultAtEnd(), .ending = isReset ? ResponseEnding::Reset : ResponseEnding::Fin});
}

Fault Relay::faultAtEnd() const
{
    const bool isReset = m_link.ending() == TcpEnding::Reset;
    const std::string how = isReset ? "the server reset the connection (RST)"
                            : m_link.ending() == TcpEnding::Unknown
                                ? "the server's connection ended (closed or reset: unknown)"
                                : "the server closed the connection (FIN)";
    const ResponseReader& reader = m_sighting->reader();
    if (!reader.hasBegun()) {
        return {isReset ? FaultKind::ConnectionReset : FaultKind::ClosedBeforeResponse,
                how + " before any byte of the response"};
    }
    const std::uint64_t missing = reader.missingBytes();
    return {isReset ? FaultKind::ResponseReset : FaultKind::ResponseTruncated,
            how + (reader.hasHead() ? " during the body" : " during the headers") +
                (missing > 0 ? ", " + std::to_string(missing) + " bytes missing" : "")};
}

} // namespace retryscope::io
