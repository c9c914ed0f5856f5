// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/ports.h"

#include <QObject>

#include <chrono>
#include <unordered_map>

namespace retryscope::io {

/// Event-loop timers and a monotonic clock that starts at construction. Timers are never early and, on an
/// idle machine, at most about 1 ms late.
class EventLoopScheduler final : public QObject, public Scheduler
{
    Q_OBJECT
public:
    EventLoopScheduler();

    [[nodiscard]] Instant now() const override;
    TimerId after(Duration delay, Action action) override;
    void cancel(TimerId id) override;

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    struct Pending
    {
        TimerId id = 0;
        Instant due{};
        Action action;
    };

    void arm(Pending pending);

    std::chrono::steady_clock::time_point m_zero = std::chrono::steady_clock::now();
    TimerId m_lastId = 0;
    std::unordered_map<int, Pending> m_pending; ///< by the event loop's timer number
};

} // namespace retryscope::io
