// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/plan_player.h"

#include <QTcpSocket>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

constexpr qint64 kWriteAhead = qint64{64} * 1024; // bytes that wait for a client to read

Duration since(const QElapsedTimer& timer)
{
    return std::chrono::duration_cast<Duration>(std::chrono::nanoseconds(timer.nsecsElapsed()));
}

/// Equal long texts, which many connections send at a time, stand in memory once.
std::shared_ptr<const std::string> shared(std::string&& bytes)
{
    constexpr std::size_t kLong = std::size_t{64} * 1024;
    constexpr std::size_t kMostKinds = 64;
    if (bytes.size() < kLong) {
        return std::make_shared<const std::string>(std::move(bytes));
    }
    static thread_local std::vector<std::weak_ptr<const std::string>> known;
    std::erase_if(known, [](const std::weak_ptr<const std::string>& text) { return text.expired(); });
    for (const std::weak_ptr<const std::string>& text : known) {
        if (std::shared_ptr<const std::string> same = text.lock(); same && *same == bytes) {
            return same;
        }
    }
    const auto made = std::make_shared<const std::string>(std::move(bytes));
    if (known.size() < kMostKinds) {
        known.push_back(made);
    }
    return made;
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
    m_texts.clear();
    for (ResponsePiece& piece : m_plan.pieces) {
        m_texts.push_back(shared(std::exchange(piece.bytes, {})));
    }
    m_piece = 0;
    m_sent = 0;
    m_isPlaying = true;
    m_isPlayed = false;
    m_isDraining = false;
    m_isWaiting = false;
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
    } else if (m_isWaiting && m_socket.bytesToWrite() < kWriteAhead) {
        m_isWaiting = false;
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
    if (m_sent == 0 && !hasPassed(piece.delay)) { // before its first byte
        return false;
    }
    if (piece.perByte > Duration::zero()) {
        return sendDrops(piece);
    }
    // No more than a client takes: one that does not read would have all of it kept for it.
    const std::string_view text = *m_texts[m_piece];
    while (m_isPlaying && m_sent < text.size()) {
        if (m_socket.bytesToWrite() >= kWriteAhead) {
            m_isWaiting = true;
            return false;
        }
        const std::string_view part = text.substr(m_sent, static_cast<std::size_t>(kWriteAhead));
        m_sent += part.size();
        write(part);
    }
    return m_isPlaying;
}

/// Sends the bytes that are due by now: one for each `perByte` since the delay was over.
bool PlanPlayer::sendDrops(const ResponsePiece& piece)
{
    if (!m_sinceStep.isValid()) {
        m_sinceStep.start();
    }
    const std::string_view text = *m_texts[m_piece];
    const Duration dripping = since(m_sinceStep) - piece.delay;
    const auto due = std::min(static_cast<std::size_t>(dripping / piece.perByte), text.size());
    if (due > m_sent) {
        const std::size_t from = std::exchange(m_sent, due);
        write(text.substr(from, due - from));
    }
    if (m_sent == text.size()) {
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
