// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/spans.h"
#include "ui/timeline/rows/attempt_rows.h"

namespace retryscope::ui {

/// The outline of one attempt on the timeline, kept per row so that a frame needs nothing else while bars are
/// thin. A missing part has length 0 and lies at the end of the part before it.
struct AttemptBar
{
    enum class State {
        Running,  ///< on the wire: grows until it is judged
        Delaying, ///< judged, and its delay is under way: grows until the delay is over
        Done,
    };

    enum class Connection { Unknown, New, Reused };

    State state = State::Done;
    Connection connection = Connection::Unknown;
    Verdict verdict = Verdict::Succeed;
    bool assumed = false;
    bool hasHint = false;   ///< the server sent a delay hint, and the policy read it
    unsigned spanKinds = 0; ///< which kinds of span it has, as kindBit()s
    Instant sendDelayBegin{};
    Instant start{};
    Instant end{};
    Instant delayEnd{};    ///< measured, or planned if not measured
    Instant planned{};     ///< planned end of the delay, after the random draw
    Instant windowBegin{}; ///< earliest and latest end that could have been drawn
    Instant windowEnd{};

    /// The last moment at which a part of the bar is drawn.
    [[nodiscard]] Instant last() const;
    /// When the last thing happened or is to happen, without the part of the delay window that was not drawn.
    [[nodiscard]] Instant lastEvent() const;
    /// The same bar at this moment of a live run.
    [[nodiscard]] AttemptBar at(Instant now) const;
    bool operator==(const AttemptBar&) const = default;
};

[[nodiscard]] constexpr unsigned kindBit(SpanKind kind)
{
    return 1U << static_cast<unsigned>(kind);
}

[[nodiscard]] AttemptBar barOf(const RunRecord& record, Place place);

} // namespace retryscope::ui
