// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/client_habits.h"

#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

namespace retryscope {

/// The connections of clients: which are open, what is under way on each, and which the client closed. Number
/// 0 means unknown and is not kept.
class SeenConnections
{
public:
    /// A request of this client came on it.
    NextRequest begin(int connection, int client);
    /// That request is over.
    void end(int connection);
    void close(int connection, Instant at, bool byClient);
    /// The time passes: what was closed long ago is forgotten.
    void settle(Instant now);

    [[nodiscard]] bool isOpen(int connection) const { return m_open.contains(connection); }
    /// When the client closed it; absent where it is open, or was ended by the server.
    [[nodiscard]] std::optional<Instant> leftAt(int connection) const;

private:
    struct Connection
    {
        int client = 0;
        int underWay = 0;
    };
    [[nodiscard]] int& idleOf(int client);

    std::unordered_map<int, Connection> m_open;
    std::unordered_map<int, Instant> m_left;
    std::queue<std::pair<Instant, int>> m_leavings; ///< the same, as they came
    std::vector<int> m_idle;                        ///< by client
};

} // namespace retryscope
