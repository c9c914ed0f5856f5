// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/virtual_scheduler.h"

#include <algorithm>
#include <utility>

namespace retryscope {

bool VirtualScheduler::IsLater::operator()(const Timer& left, const Timer& right) const
{
    return left.at == right.at ? left.id > right.id : left.at > right.at;
}

TimerId VirtualScheduler::after(Duration delay, Action action)
{
    m_heap.push_back(
        {.at = m_now + std::max(delay, Duration::zero()), .id = ++m_lastId, .action = std::move(action)});
    std::push_heap(m_heap.begin(), m_heap.end(), IsLater{});
    return m_lastId;
}

void VirtualScheduler::cancel(TimerId id)
{
    const auto found =
        std::find_if(m_heap.begin(), m_heap.end(), [id](const Timer& timer) { return timer.id == id; });
    if (found != m_heap.end()) {
        m_heap.erase(found);
        std::make_heap(m_heap.begin(), m_heap.end(), IsLater{});
    }
}

bool VirtualScheduler::runNext()
{
    if (m_heap.empty()) {
        return false;
    }
    std::pop_heap(m_heap.begin(), m_heap.end(), IsLater{});
    const Timer timer = std::move(m_heap.back());
    m_heap.pop_back();
    m_now = timer.at;
    timer.action();
    return true;
}

} // namespace retryscope
