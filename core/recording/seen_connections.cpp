// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/seen_connections.h"

#include <algorithm>

namespace retryscope {

int& SeenConnections::idleOf(int client)
{
    const auto index = static_cast<std::size_t>(client);
    m_idle.resize(std::max(m_idle.size(), index + 1));
    return m_idle[index];
}

NextRequest SeenConnections::begin(int connection, int client)
{
    if (connection == 0) {
        return {};
    }
    int& idle = idleOf(client);
    const auto [found, isFirst] = m_open.try_emplace(connection, Connection{.client = client});
    const NextRequest next{.connection = connection, .isFirst = isFirst, .idle = idle};
    if (!isFirst && found->second.underWay == 0) {
        --idle;
    }
    ++found->second.underWay;
    return next;
}

void SeenConnections::end(int connection)
{
    const auto found = m_open.find(connection);
    if (found != m_open.end() && found->second.underWay > 0 && --found->second.underWay == 0) {
        ++idleOf(found->second.client);
    }
}

void SeenConnections::close(int connection, Instant at, bool byClient)
{
    const auto found = m_open.find(connection);
    if (found == m_open.end()) {
        return;
    }
    if (found->second.underWay == 0) {
        --idleOf(found->second.client);
    }
    m_open.erase(found);
    if (byClient) {
        m_left[connection] = at;
        m_leavings.emplace(at, connection);
    }
}

void SeenConnections::settle(Instant now)
{
    constexpr std::chrono::minutes kRemembered{10};
    for (; !m_leavings.empty() && now - m_leavings.front().first > kRemembered; m_leavings.pop()) {
        const auto found = m_left.find(m_leavings.front().second);
        if (found != m_left.end() && now - found->second > kRemembered) {
            m_left.erase(found);
        }
    }
}

std::optional<Instant> SeenConnections::leftAt(int connection) const
{
    const auto found = m_left.find(connection);
    return found == m_left.end() ? std::nullopt : std::optional(found->second);
}

} // namespace retryscope
