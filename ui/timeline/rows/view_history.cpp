// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/view_history.h"

#include <utility>

namespace retryscope::ui {

namespace {

constexpr std::size_t kLongest = 100;

std::optional<TimelineSight> takeOver(std::vector<TimelineSight>& from, std::vector<TimelineSight>& to,
                                      const TimelineSight& current)
{
    while (!from.empty()) {
        const TimelineSight wanted = from.back();
        from.pop_back();
        if (wanted != current) {
            to.push_back(current);
            return wanted;
        }
    }
    return std::nullopt;
}

} // namespace

void ViewHistory::clear()
{
    m_past.clear();
    m_future.clear();
}

void ViewHistory::leave(const TimelineSight& sight)
{
    m_future.clear();
    if (m_past.empty() || m_past.back() != sight) {
        m_past.push_back(sight);
    }
    if (m_past.size() > kLongest) {
        m_past.erase(m_past.begin());
    }
}

std::optional<TimelineSight> ViewHistory::back(const TimelineSight& current)
{
    return takeOver(m_past, m_future, current);
}

std::optional<TimelineSight> ViewHistory::forward(const TimelineSight& current)
{
    return takeOver(m_future, m_past, current);
}

} // namespace retryscope::ui
