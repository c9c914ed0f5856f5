// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/spans.h"
#include "ui/timeline/rows/attempt_rows.h"

namespace retryscope::ui {

/// The outline of one attempt on the time line, kept per row so that a frame needs to look at nothing else
/// while bars are thin. Parts that do not exist have no length and lie where the part before them ends.
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
    bool hasHint = false;   ///< the server asked for a delay, and the policy read it
    unsigned spanKinds = 0; ///< which kinds of span it has, as kindBit()s
    Instant sendDelayBegin{};
    Instant start{};
    Instant end{};
    Instant delayEnd{};    ///< as it was measured, or planned
    Instant planned{};     ///< end of the delay that was drawn
    Instant windowBegin{}; ///< earliest and latest end that could have been drawn
    Instant windowEnd{};

    /// The latest moment at which anything of it is drawn.
    [[nodiscard]] Instant last() const;
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
