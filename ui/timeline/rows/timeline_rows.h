// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/attempt_rows.h"

#include <vector>

namespace retryscope::ui {

/// Which row of the timeline shows what: every attempt in order of its start, or call by call. A call of
/// several attempts then has a row of its own with its attempts under it, and is folded to that one row or
/// not; a call of one attempt is that attempt's row.
class TimelineRows
{
public:
    /// With more rows than this, calls that were not unfolded by hand are folded.
    static constexpr int kFoldFrom = 40;

    void assign(const RunRecord& record);
    void clear();
    /// An attempt that may be new; its calls' rows may move.
    void append(Place place);

    void setGrouped(bool grouped);
    [[nodiscard]] bool isGrouped() const { return m_isGrouped; }
    void setFolded(int call, bool folded);
    void setAllFolded(bool folded);
    [[nodiscard]] bool isFolded(int call) const;
    /// The call has a row of its own, so that it can be folded.
    [[nodiscard]] bool hasCallRow(int call) const;
    [[nodiscard]] bool isFoldedAway(Place place) const
    {
        return hasCallRow(place.call) && isFolded(place.call);
    }

    [[nodiscard]] int count() const;
    /// row: 0 … count() - 1. Attempt -1: the row of the call.
    [[nodiscard]] Place at(int row) const;
    /// Row in which the place is seen: its own, or its call's. -1 when the attempt has no row.
    [[nodiscard]] int rowOf(Place place) const;
    /// The attempt a row stands for: itself, or the latest one of its call.
    [[nodiscard]] Place attemptAt(int row) const;

    /// All attempts in order of their start.
    [[nodiscard]] const AttemptRows& attempts() const { return m_attempts; }

private:
    [[nodiscard]] int heightOf(int call) const;
    void foldWhenMany();
    void place(int firstCall);

    AttemptRows m_attempts;
    bool m_isGrouped = false;
    bool m_foldsNew = false;        ///< calls that come up later are folded
    bool m_wasFolded = false;       ///< by hand: nothing is folded by itself any more
    std::vector<bool> m_folded;     ///< by call
    std::vector<int> m_firstRow{0}; ///< by call, and the number of rows; empty calls share the next one's
};

} // namespace retryscope::ui
