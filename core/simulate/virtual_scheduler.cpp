// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/virtual_scheduler.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

/// A timer's id is its order and its slot, so that cancelling looks nothing up.
constexpr unsigned kSlotBits = 24;
constexpr TimerId kSlotMask = (TimerId{1} << kSlotBits) - 1;
constexpr std::size_t kFewTimers = 64;

} // namespace

bool VirtualScheduler::IsLater::operator()(const Timer& left, const Timer& right) const
{
    return left.at == right.at ? left.order > right.order : left.at > right.at;
}

TimerId VirtualScheduler::after(Duration delay, Action action)
{
    const Instant at = later(m_now, std::max(delay, Duration::zero()));
    if (m_freeSlots.empty()) {
        m_freeSlots.push_back(static_cast<std::uint32_t>(m_slots.size()));
        m_slots.emplace_back();
    }
    const std::uint32_t slot = m_freeSlots.back();
    m_freeSlots.pop_back();
    m_slots[slot] = {.order = ++m_lastOrder, .action = std::move(action)};
    m_heap.push_back({.at = at, .order = m_lastOrder, .slot = slot});
    std::push_heap(m_heap.begin(), m_heap.end(), IsLater{});
    return (m_lastOrder << kSlotBits) | slot;
}

void VirtualScheduler::cancel(TimerId id)
{
    const auto index = static_cast<std::size_t>(id & kSlotMask);
    if (index >= m_slots.size() || m_slots[index].order != id >> kSlotBits || !m_slots[index].action) {
        return;
    }
    m_slots[index].action = nullptr;
    ++m_cancelled;
    if (m_cancelled > kFewTimers && m_cancelled > m_heap.size() / 2) {
        dropCancelled();
    }
}

bool VirtualScheduler::runNext()
{
    while (!m_heap.empty()) {
        std::pop_heap(m_heap.begin(), m_heap.end(), IsLater{});
        const Timer timer = m_heap.back();
        m_heap.pop_back();
        const Action action = std::exchange(m_slots[timer.slot].action, nullptr);
        release(timer.slot);
        if (action) {
            m_now = timer.at;
            action();
            return true;
        }
        --m_cancelled;
    }
    return false;
}

void VirtualScheduler::dropCancelled()
{
    const auto isCancelled = [this](const Timer& timer) {
        return !m_slots[timer.slot].action;
    };
    for (const Timer& timer : m_heap) {
        if (isCancelled(timer)) {
            release(timer.slot);
        }
    }
    m_heap.erase(std::remove_if(m_heap.begin(), m_heap.end(), isCancelled), m_heap.end());
    std::make_heap(m_heap.begin(), m_heap.end(), IsLater{});
    m_cancelled = 0;
}

void VirtualScheduler::release(std::uint32_t slot)
{
    m_slots[slot].order = 0;
    m_freeSlots.push_back(slot);
}

} // namespace retryscope
