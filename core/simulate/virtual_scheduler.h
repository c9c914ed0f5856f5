// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/ports.h"

#include <cstddef>
#include <cstdint>
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
    /// An entry of the heap; its action lies in the slot, so that sorting moves little.
    struct Timer
    {
        Instant at{};
        std::uint64_t order = 0;
        std::uint32_t slot = 0;
    };
    struct Slot
    {
        std::uint64_t order = 0; ///< of the timer that uses it
        Action action;           ///< empty once cancelled
    };

    /// Order of a heap whose top is the earliest timer.
    struct IsLater
    {
        bool operator()(const Timer& left, const Timer& right) const;
    };

    /// Cancelled timers stay in the heap until they are the majority.
    void dropCancelled();
    void release(std::uint32_t slot);

    Instant m_now{};
    std::uint64_t m_lastOrder = 0;
    std::vector<Timer> m_heap;
    std::vector<Slot> m_slots;
    std::vector<std::uint32_t> m_freeSlots;
    std::size_t m_cancelled = 0; ///< entries of the heap without an action
};

} // namespace retryscope
