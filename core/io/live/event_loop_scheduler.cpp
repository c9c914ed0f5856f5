// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/live/event_loop_scheduler.h"

#include <QTimerEvent>

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// The event loop counts milliseconds in an int, about 24 days; longer delays take several rounds.
constexpr std::chrono::milliseconds kLongestRound{2'000'000'000};

} // namespace

EventLoopScheduler::EventLoopScheduler() = default;

Instant EventLoopScheduler::now() const
{
    return Instant{std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - m_zero)};
}

TimerId EventLoopScheduler::after(Duration delay, Action action)
{
    const Instant start = now();
    const Duration room = Instant::max() - start;
    const TimerId id = ++m_lastId;
    arm({id, start + std::clamp(delay, Duration::zero(), room), std::move(action)});
    return id;
}

void EventLoopScheduler::arm(Pending pending)
{
    const Duration left = std::max(pending.due - now(), Duration::zero());
    const auto round =
        left > kLongestRound ? kLongestRound : std::chrono::ceil<std::chrono::milliseconds>(left);
    m_pending.insert_or_assign(startTimer(static_cast<int>(round.count()), Qt::PreciseTimer),
                               std::move(pending));
}

void EventLoopScheduler::timerEvent(QTimerEvent* event)
{
    const auto found = m_pending.find(event->timerId());
    if (found == m_pending.end()) {
        return;
    }
    killTimer(event->timerId());
    Pending pending = std::move(found->second);
    m_pending.erase(found);
    if (pending.due > now()) {
        arm(std::move(pending));
        return;
    }
    pending.action();
}

void EventLoopScheduler::cancel(TimerId id)
{
    const auto found = std::find_if(m_pending.begin(), m_pending.end(),
                                    [id](const auto& entry) { return entry.second.id == id; });
    if (found != m_pending.end()) {
        killTimer(found->first);
        m_pending.erase(found);
    }
}

} // namespace retryscope::io
