// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/plan_player.h"

#include <QTcpSocket>

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

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

PlanPlayer::PlanPlayer(QTcpSocket& socket, Events events) : m_socket(socket), m_events(std::move(events))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &PlanPlayer::play);
    connect(&m_socket, &QTcpSocket::bytesWritten, this, &PlanPlayer::noticeWritten);
}

void PlanPlayer::begin(ResponsePlan plan)
{
    m_plan = std::move(plan);
    m_piece = 0;
    m_sent = 0;
    m_isPlaying = true;
    m_isPlayed = false;
    m_isDraining = false;
    m_sinceStep.invalidate();
    play();
}

void PlanPlayer::stop()
{
    m_isPlaying = false;
    m_timer.stop();
}

void PlanPlayer::noticeWritten()
{
    if (m_isDraining && m_socket.bytesToWrite() == 0) {
        m_isDraining = false;
        play();
    }
}

/// Goes on where the last timer or write left off.
void PlanPlayer::play()
{
    while (m_isPlaying && m_piece < m_plan.pieces.size()) {
        if (!sendPiece()) {
            return;
        }
        ++m_piece;
        m_sent = 0;
        m_sinceStep.invalidate();
    }
    if (m_isPlaying && !std::exchange(m_isPlayed, true) && m_events.played) {
        m_events.played();
    }
    if (m_isPlaying) {
        end();
    }
}

/// False while the piece is not completely handed over.
bool PlanPlayer::sendPiece()
{
    const ResponsePiece& piece = m_plan.pieces[m_piece];
    if (m_sent == 0 && !hasPassed(piece.delay)) {
        return false;
    }
    if (piece.perByte > Duration::zero()) {
        return sendDrops(piece);
    }
    write(piece.bytes);
    return true;
}

/// Sends the bytes that are due by now: one for each `perByte` since the delay was over.
bool PlanPlayer::sendDrops(const ResponsePiece& piece)
{
    if (!m_sinceStep.isValid()) {
        m_sinceStep.start();
    }
    const Duration dripping = since(m_sinceStep) - piece.delay;
    const auto due = std::min(static_cast<std::size_t>(dripping / piece.perByte), piece.bytes.size());
    if (due > m_sent) {
        const std::size_t from = std::exchange(m_sent, due);
        write(std::string_view(piece.bytes).substr(from, due - from));
    }
    if (m_sent == piece.bytes.size()) {
        return true;
    }
    m_timer.start(timerDelay(piece.perByte * static_cast<std::int64_t>(m_sent + 1) - dripping));
    return false;
}

void PlanPlayer::write(std::string_view bytes)
{
    if (m_events.sent) {
        m_events.sent(bytes);
    }
    m_socket.write(bytes.data(), static_cast<qint64>(bytes.size()));
    m_socket.flush();
}

void PlanPlayer::end()
{
    if (m_plan.ending == ResponseEnding::Hang) {
        return;
    }
    // A RST throws away what was not sent yet, so everything has to be on its way first.
    m_isDraining = m_plan.ending == ResponseEnding::Reset && m_socket.bytesToWrite() > 0;
    if (m_isDraining || !hasPassed(m_plan.endingDelay)) {
        return;
    }
    m_isPlaying = false;
    m_events.ended(m_plan.ending);
}

/// True once the delay is over; else sets the timer for the rest of it.
bool PlanPlayer::hasPassed(Duration delay)
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
