// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>

namespace retryscope::io {

/// Finds out that the upstream sends the recorder its own requests back, as two recorders do that are each
/// other's upstream. Requests bear no mark of ours; but in a loop equal ones pile up, each comes after the
/// one before it went on, and none ends. Clients that wait for a silent server may look alike, so the last
/// one is held back for a moment: in a loop nothing more comes then.
class LoopWatch
{
public:
    static constexpr std::chrono::milliseconds kHold{500};

    /// A request is about to go on. True: hold it back for kHold, then ask isLoop().
    [[nodiscard]] bool noteRequest(std::string_view head)
    {
        const std::size_t hash = std::hash<std::string_view>{}(head);
        m_depth = hash == m_head && m_hasReachedUpstream ? m_depth + 1 : 1;
        m_head = hash;
        m_hasReachedUpstream = false;
        m_isHeld = m_depth >= m_suspicious;
        return m_isHeld;
    }
    /// A new connection to the upstream is open, over which the latest request goes.
    void noteReached() { m_hasReachedUpstream = true; }
    /// A response came to its end, or a connection to its own.
    void noteEnd() { *this = LoopWatch(m_suspicious); }
    /// Of the request that was held back.
    [[nodiscard]] bool isLoop()
    {
        if (!m_isHeld) {
            m_suspicious *= 2; // more came, or some ended
        }
        return m_isHeld;
    }

    LoopWatch() = default;

private:
    explicit LoopWatch(int suspicious) : m_suspicious(suspicious) {}

    std::size_t m_head = 0;
    int m_depth = 0; ///< equal requests under way
    bool m_hasReachedUpstream = false;
    bool m_isHeld = false; ///< and nothing has happened since
    int m_suspicious = 97; ///< a depth that no round number of clients has
};

} // namespace retryscope::io
