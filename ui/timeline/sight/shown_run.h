// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/timeline/rows/attempt_bars.h"
#include "ui/timeline/rows/legend_parts.h"
#include "ui/timeline/rows/timeline_rows.h"

#include <limits>
#include <vector>

namespace retryscope::ui {

/// Which rows of a timeline have changed.
struct RowsChange
{
    static constexpr int kNone = std::numeric_limits<int>::max();

    std::vector<int> rows;  ///< these; -1 is none
    int from = kNone;       ///< and all from this one on
    bool movesRows = false; ///< existing rows have moved
};

/// What a timeline shows of a record, updated during the run: rows, a bar per attempt, calls under way, and
/// the present moment. A value type; it only refers to the record.
class ShownRun
{
public:
    /// Starts over with this record, which must outlive this object; nullptr detaches it.
    void setRecord(const RunRecord* record);
    /// Reads an attempt that is new or different, and the one before it. Attempt -1: the latest of the call.
    /// place: of the record; without a record nothing happens.
    [[nodiscard]] RowsChange add(Place place);
    /// The run's time never goes back: an earlier moment changes nothing and gives false.
    bool setNow(Instant now);

    /// Sets whether each call gets a row above its attempts. A single call gets none.
    void setGroupsCalls(bool groups);
    /// True if there are now several calls and their rows still need grouping.
    [[nodiscard]] bool needsGrouping() const;
    void regroup();
    void setFolded(int call, bool folded) { m_rows.setFolded(call, folded); }
    void setAllFolded(bool folded) { m_rows.setAllFolded(folded); }
    /// Takes rows and bars from another value for the same record.
    void takeRowsOf(const ShownRun& other);

    [[nodiscard]] const RunRecord* record() const { return m_record; }
    [[nodiscard]] const TimelineRows& rows() const { return m_rows; }
    [[nodiscard]] const AttemptBars& bars() const { return m_bars; }
    [[nodiscard]] Instant now() const { return m_now; }
    /// True while a call is under way, so that setNow() changes the picture.
    [[nodiscard]] bool isLive() const { return !m_runningCalls.empty(); }
    /// End of all that is drawn; for a live run not before the present moment.
    [[nodiscard]] Instant last() const { return isLive() ? std::max(m_last, m_now) : m_last; }
    /// Rows that setNow() changes. May hold -1.
    [[nodiscard]] std::vector<int> growingRows() const;
    /// The parts that the legend must explain if rows are high enough to show them.
    [[nodiscard]] LegendParts legendParts() const;

private:
    void setBar(Place place, const AttemptBar& bar);
    void update(Place place, RowsChange& change);
    void trackRunning(int call);

    const RunRecord* m_record = nullptr;
    TimelineRows m_rows;
    AttemptBars m_bars;
    LegendParts m_legendParts;
    std::vector<int> m_runningCalls;
    Instant m_last{}; ///< end of all bars
    Instant m_now{};
    bool m_groupsCalls = true;
};

} // namespace retryscope::ui
