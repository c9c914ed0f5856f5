// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/attempt_rows.h"

#include <vector>

namespace retryscope::ui {

/// Maps rows of the timeline to attempts, in order of start or grouped by call. When grouped, a call with
/// several attempts has its own row above them and can be folded to that row; a call with one attempt is that
/// attempt's row.
class TimelineRows
{
public:
    /// With more rows than this, calls are folded unless the user unfolded them.
    static constexpr int kFoldFrom = 40;

    void assign(const RunRecord& record);
    void clear();
    /// Adds an attempt if it is new; rows of its call can move.
    void append(Place place);

    void setGrouped(bool grouped);
    [[nodiscard]] bool isGrouped() const { return m_isGrouped; }
    void setFolded(int call, bool folded);
    void setAllFolded(bool folded);
    [[nodiscard]] bool isFolded(int call) const;
    /// True if the call has its own row and so can be folded.
    [[nodiscard]] bool hasCallRow(int call) const;

    [[nodiscard]] int count() const;
    /// row: 0 … count() - 1. Attempt -1: the row of the call.
    [[nodiscard]] Place at(int row) const;
    /// The row that shows this place: its own or its call's; -1 if it has no row.
    [[nodiscard]] int rowOf(Place place) const;
    /// The attempt that a row represents: its own, or the latest of its call.
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
