// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/ports.h"

#include <vector>

namespace retryscope {

/// Time that jumps to the next timer. Timers of the same instant run in the order in which they were set.
class VirtualScheduler final : public Scheduler
{
public:
    [[nodiscard]] Instant now() const override { return m_now; }
    TimerId after(Duration delay, Action action) override;
    void cancel(TimerId id) override;

    /// Jumps to the next timer and runs it. False when there is none.
    bool runNext();

private:
    struct Timer
    {
        Instant at{};
        TimerId id = 0;
        Action action;
    };

    /// Order of a heap whose top is the earliest timer.
    struct IsLater
    {
        bool operator()(const Timer& left, const Timer& right) const;
    };

    Instant m_now{};
    TimerId m_lastId = 0;
    std::vector<Timer> m_heap;
};

} // namespace retryscope
