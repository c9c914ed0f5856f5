// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/timeline_scene.h"
#include "ui/timeline/sight/shown_run.h"
#include "ui/timeline/sight/view_history.h"

#include <optional>

namespace retryscope::ui {

/// Where the timeline is drawn, and how high its rows can be read.
struct SightFrame
{
    QRectF plot;
    double textRoom = 0; ///< pixels at the right of the plot that the last bar leaves to its text
    RowHeights heights;
};

/// What the timeline shows of a run: the range of time, the rows, what is selected, and the way back. A value
/// that knows no widget: every move makes it another, and who draws it compares.
class TimelineSight
{
public:
    /// Shows the whole of a record, which must outlive this; nullptr shows nothing.
    void setRecord(const RunRecord* record);
    /// An attempt of the record is new or different. The sight follows the run until the user zooms.
    [[nodiscard]] RowsChange add(Place place);
    void setNow(Instant now);
    void setFrame(const SightFrame& frame);
    /// Moments are told by the wall clock instead of the time since the start.
    void setWallClock(bool wallClock) { m_wallClock = wallClock; }
    void setGroupsCalls(bool groups);
    /// False when nothing changes: the call has no row of its own, or is folded so already.
    bool setFolded(int call, bool folded);
    void setAllFolded(bool folded);
    /// The same range, rows and folding as another sight of the same record.
    void showAs(const TimelineSight& other);

    /// row: -1 is none. Brings it into sight.
    void setCurrentRow(int row);
    /// An attempt chosen elsewhere. Stays on the row of its call when that stands for it.
    void setCurrentAttempt(Place place);
    /// Chosen by hand. extends: selects the time from where the selection began to this row. row: 0 or more.
    void pick(int row, bool extends);
    void selectRange(std::optional<TimeRange> range) { m_range = range; }
    void setHoveredRow(int row) { m_hoveredRow = row; }
    void setCursor(std::optional<Instant> moment) { m_cursor = moment; }
    /// Scrolls and pans as little as is needed. A row that does not exist changes nothing.
    void showRow(int row);

    // Rows follow the range when it moves: those that have something in it are scrolled into sight.

    /// factor > 1 shows less time. Rows grow along until they can be read.
    void zoomAbout(QPointF at, double factor);
    /// The same, about the current row when it is in sight.
    void zoomBy(double factor);
    /// The whole run and all rows.
    void zoomToFit();
    /// The selected range, or what the current row shows.
    void zoomToSelection();
    /// pixels > 0 shows earlier time. Ends where the run does.
    void panBy(double pixels);
    /// Time that is shown begins here, as far as the run goes.
    void panTo(Instant begin);
    /// pixels: scrolled away at the top; the nearest that is possible.
    void scrollTo(double pixels) { m_layout = m_layout.withOffset(pixels); }
    void goBack();
    void goForward();
    /// The user has paused: the next move is a step of the history of its own.
    void settle() { m_isSettled = true; }

    [[nodiscard]] const ShownRun& run() const { return m_run; }
    [[nodiscard]] const TimelineRows& rows() const { return m_run.rows(); }
    [[nodiscard]] const TimeScale& scale() const { return m_scale; }
    [[nodiscard]] const RowLayout& layout() const { return m_layout; }
    [[nodiscard]] const QRectF& plot() const { return m_frame.plot; }
    [[nodiscard]] const ViewHistory& history() const { return m_history; }
    [[nodiscard]] int currentRow() const { return rows().rowOf(m_current); }
    [[nodiscard]] const std::optional<TimeRange>& selectedRange() const { return m_range; }
    [[nodiscard]] int hoveredRow() const { return m_hoveredRow; }
    /// The moment under the mouse, here or in another chart on this axis.
    [[nodiscard]] const std::optional<Instant>& cursor() const { return m_cursor; }
    [[nodiscard]] bool hasWallClock() const { return m_wallClock && m_run.record() != nullptr; }
    /// A moment as the axis would label it.
    [[nodiscard]] QString timeText(Instant at) const;
    /// The whole run is not in sight.
    [[nodiscard]] bool isZoomed() const;
    /// All that there is to see: what zoomToFit() shows.
    [[nodiscard]] TimeRange wholeRange() const;
    /// What these rows show, in any order.
    [[nodiscard]] TimeRange rangeOfRows(int first, int last) const;
    [[nodiscard]] RowDensity density() const { return densityOf(m_layout.rowHeight, heights()); }
    /// Something of the row lies in the range of time that is shown.
    [[nodiscard]] bool isInRange(int row) const;
    /// What is shown and has to be explained.
    [[nodiscard]] LegendParts legendParts() const;
    /// What a frame needs; theme, font, area and focus are the widget's to fill in.
    [[nodiscard]] TimelineScene scene() const;
    /// Zoomed, panned and jumped so often by hand.
    [[nodiscard]] int moves() const { return m_moves; }
    /// Rows were laid out anew so often, and stand elsewhere or are others.
    [[nodiscard]] int relayings() const { return m_relayings; }

private:
    enum class Move { Zoom, Pan, Jump };

    void beginMove(Move move);
    void fitRows();
    void followRun();
    void relayRows();
    void followTime();
    [[nodiscard]] int firstRowInRange() const;
    [[nodiscard]] int rowsInRange(int first, int count) const;
    [[nodiscard]] static bool isInRange(const TimelineScene& scene, int row);
    [[nodiscard]] RowHeights heights() const;
    void setTimeRange(TimeRange range);
    [[nodiscard]] TimeScale fittingScale() const;
    [[nodiscard]] ShownPart part() const;
    void restore(const ShownPart& part);

    ShownRun m_run;
    SightFrame m_frame;
    TimeScale m_scale;
    RowLayout m_layout;
    bool m_fitsTime = true; ///< the range follows the run until the user zooms
    bool m_fitsRows = true; ///< row heights follow the number of rows until the user zooms
    bool m_wallClock = false;
    Place m_current;
    int m_anchorRow = -1; ///< where the selection of rows by keyboard began
    int m_hoveredRow = -1;
    std::optional<Instant> m_cursor;
    std::optional<TimeRange> m_range;
    ViewHistory m_history;
    Move m_lastMove = Move::Jump;
    bool m_isSettled = true;
    int m_moves = 0;
    int m_relayings = 0;
};

} // namespace retryscope::ui
