// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/sight/view_history.h"

#include <utility>

namespace retryscope::ui {

namespace {

constexpr std::size_t kLongest = 100;

std::optional<ShownPart> takeOver(std::vector<ShownPart>& from, std::vector<ShownPart>& to,
                                  const ShownPart& current)
{
    while (!from.empty()) {
        const ShownPart wanted = from.back();
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

void ViewHistory::leave(const ShownPart& sight)
{
    m_future.clear();
    if (m_past.empty() || m_past.back() != sight) {
        m_past.push_back(sight);
    }
    if (m_past.size() > kLongest) {
        m_past.erase(m_past.begin());
    }
}

std::optional<ShownPart> ViewHistory::back(const ShownPart& current)
{
    return takeOver(m_past, m_future, current);
}

std::optional<ShownPart> ViewHistory::forward(const ShownPart& current)
{
    return takeOver(m_future, m_past, current);
}

} // namespace retryscope::ui
