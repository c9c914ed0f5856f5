// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>

namespace retryscope::io {

/// Detects that the server sends the recorder's own requests back, for example two recorders that forward to
/// each other. Requests carry no mark. In a loop, equal requests pile up, none ends, and each arrives soon
/// after the previous one was forwarded. Clients of a silent server can look the same, so the watch holds the
/// latest request back: in a loop no further request arrives, while clients continue at their own pace.
class LoopWatch
{
public:
    static constexpr std::chrono::milliseconds kHold{500};
    /// Longest gap between requests in a loop; clients of this pace send another request while one is held
    /// back.
    static constexpr Duration kLongestLap = kHold / 2;

    /// A request is about to be forwarded. If true, hold it back for kHold, then call isLoop().
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
    /// The latest request uses a new connection to the server.
    void noteReached() { m_hasReachedUpstream = true; }
    /// An attempt has ended.
    void noteEnd() { *this = LoopWatch(m_suspicious); }
    /// True if the request that was held back is part of a loop.
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
