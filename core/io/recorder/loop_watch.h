// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>

namespace retryscope::io {

/// Finds out that the upstream sends the recorder its own requests back, as two recorders do that are each
/// other's upstream. Requests bear no mark of ours. In a loop, however, equal requests pile up, none ends,
/// and each arrives soon after the one before it went on. Clients of a silent server may look alike, so the
/// watch holds the latest request back: in a loop no other arrives then, while clients go on at their own
/// pace.
class LoopWatch
{
public:
    static constexpr std::chrono::milliseconds kHold{500};
    /// Requests further apart are no loop's; clients of this pace send another while one is held back.
    static constexpr Duration kLongestLap = kHold / 2;

    /// A request is about to go on. True: hold it back for kHold, then ask isLoop().
    [[nodiscard]] bool noteRequest(std::string_view head, Instant now)
    {
        const std::size_t hash = std::hash<std::string_view>{}(head);
        const bool isNext = hash == m_head && m_hasReachedUpstream && now - m_at <= kLongestLap;
        m_depth = isNext ? m_depth + 1 : 1;
        m_head = hash;
        m_at = now;
        m_hasReachedUpstream = false;
        m_isHeld = m_depth >= m_suspicious;
        return m_isHeld;
    }
    /// A new connection to the upstream is open, over which the latest request goes.
    void noteReached() { m_hasReachedUpstream = true; }
    /// An attempt is over.
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
    Instant m_at{};
    int m_depth = 0; ///< equal requests under way
    bool m_hasReachedUpstream = false;
    bool m_isHeld = false; ///< and nothing has happened since
    int m_suspicious = 97; ///< a depth that no round number of clients has
};

} // namespace retryscope::io
