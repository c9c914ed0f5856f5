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

/// Which rows of a timeline are not what they were.
struct RowsChange
{
    static constexpr int kNone = std::numeric_limits<int>::max();

    std::vector<int> rows;  ///< these; -1 is none
    int from = kNone;       ///< and all from this one on
    bool movesRows = false; ///< rows that were there stand elsewhere
};

/// What a timeline has to show of a record, kept beside it as the run goes on: the rows, a bar for each
/// attempt, the calls under way, and the present moment. A value; the record is only pointed to.
class ShownRun
{
public:
    /// Begins anew. The record must outlive this or be taken away with nullptr.
    void setRecord(const RunRecord* record);
    /// Reads an attempt that is new or different, and the one before it. Attempt -1: the latest of the call.
    /// place: of the record; without a record nothing happens.
    [[nodiscard]] RowsChange add(Place place);
    /// The run's time never goes back: an earlier moment changes nothing and gives false.
    bool setNow(Instant now);

    /// Wants a row for each call, with its attempts under it. A single call is all there is and gets none.
    void setGroupsCalls(bool groups);
    /// There are several calls by now, and their rows are not grouped as they should be.
    [[nodiscard]] bool needsGrouping() const;
    void regroup();
    void setFolded(int call, bool folded) { m_rows.setFolded(call, folded); }
    void setAllFolded(bool folded) { m_rows.setAllFolded(folded); }
    /// The rows and bars of another value of the same record.
    void takeRowsOf(const ShownRun& other);

    [[nodiscard]] const RunRecord* record() const { return m_record; }
    [[nodiscard]] const TimelineRows& rows() const { return m_rows; }
    [[nodiscard]] const AttemptBars& bars() const { return m_bars; }
    [[nodiscard]] Instant now() const { return m_now; }
    /// Something is under way, so that setNow() changes what is seen.
    [[nodiscard]] bool isLive() const { return !m_runningCalls.empty(); }
    /// End of everything drawn, and of a live run no earlier than the present.
    [[nodiscard]] Instant last() const { return isLive() ? std::max(m_last, m_now) : m_last; }
    /// Rows that setNow() changes. May hold -1.
    [[nodiscard]] std::vector<int> growingRows() const;
    /// What has to be explained when rows are high enough to show it.
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
