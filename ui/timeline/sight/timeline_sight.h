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

/// The view state of the timeline: time range, rows, selection and history. A value type without widgets:
/// each move produces a new value, and the painter compares it with the previous one.
class TimelineSight
{
public:
    /// Shows a whole record, which must outlive this object; nullptr shows nothing.
    void setRecord(const RunRecord* record);
    /// Adds a new or changed attempt of the record. The view follows the run until the user zooms.
    [[nodiscard]] RowsChange add(Place place);
    void setNow(Instant now);
    void setFrame(const SightFrame& frame);
    /// Labels moments with the wall clock instead of the time since the start.
    void setWallClock(bool wallClock) { m_wallClock = wallClock; }
    void setGroupsCalls(bool groups);
    /// Folds or unfolds a call. Returns false if nothing changes: the call has no row of its own or is
    /// already in that state.
    bool setFolded(int call, bool folded);
    void setAllFolded(bool folded);
    /// The same range, rows and folding as another sight of the same record.
    void showAs(const TimelineSight& other);

    /// Selects a row and scrolls to it; -1: none.
    void setCurrentRow(int row);
    /// Selects an attempt chosen elsewhere. If the attempt's call is folded, selects the row of the call.
    void setCurrentAttempt(Place place);
    /// Selects a row picked by the user (0 or more). extends: extends the selected time range to this row.
    void pick(int row, bool extends);
    void selectRange(std::optional<TimeRange> range) { m_range = range; }
    void setHoveredRow(int row) { m_hoveredRow = row; }
    /// Attempts to mark because they break an expectation.
    void setUnmet(std::vector<Place> places) { m_unmet = std::move(places); }
    void setCursor(std::optional<Instant> moment) { m_cursor = moment; }
    /// Scrolls and pans just far enough to show a row. Does nothing if the row does not exist.
    void showRow(int row);

    // Rows follow the range when it moves: those that have something in it are scrolled into sight.

    /// Zooms about a point; a factor > 1 shows less time. Rows grow with it until they are readable.
    void zoomAbout(QPointF at, double factor);
    /// Zooms about the current row if it is visible.
    void zoomBy(double factor);
    /// The whole run and all rows.
    void zoomToFit();
    /// The selected range, or what the current row shows.
    void zoomToSelection();
    /// Pans; pixels > 0 shows earlier time. Stops at the ends of the run.
    void panBy(double pixels);
    /// Moves the shown range to begin here, within the run.
    void panTo(Instant begin);
    /// Scrolls to the nearest possible offset. pixels: hidden at the top.
    void scrollTo(double pixels) { m_layout = m_layout.withOffset(pixels); }
    void goBack();
    void goForward();
    /// The user has paused: the next move starts a new step of the history.
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
    [[nodiscard]] const std::vector<Place>& unmet() const { return m_unmet; }
    /// The moment under the mouse, here or in another chart on this axis.
    [[nodiscard]] const std::optional<Instant>& cursor() const { return m_cursor; }
    [[nodiscard]] bool hasWallClock() const { return m_wallClock && m_run.record() != nullptr; }
    /// A moment as the axis would label it.
    [[nodiscard]] QString timeText(Instant at) const;
    /// The whole run is not in sight.
    [[nodiscard]] bool isZoomed() const;
    /// The time range of the whole run, as zoomToFit() shows it.
    [[nodiscard]] TimeRange wholeRange() const;
    /// The time range of these rows, given in either order.
    [[nodiscard]] TimeRange rangeOfRows(int first, int last) const;
    [[nodiscard]] RowDensity density() const { return densityOf(m_layout.rowHeight, heights()); }
    /// True if a part of the row lies in the shown time range.
    [[nodiscard]] bool isInRange(int row) const;
    /// What is shown and has to be explained.
    [[nodiscard]] LegendParts legendParts() const;
    /// The input for painting a frame; the widget adds theme, font, area and focus.
    [[nodiscard]] TimelineScene scene() const;
    /// Number of zooms, pans and jumps by the user.
    [[nodiscard]] int moves() const { return m_moves; }
    /// Number of times that rows moved or were replaced.
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
    std::vector<Place> m_unmet;
    ViewHistory m_history;
    Move m_lastMove = Move::Jump;
    bool m_isSettled = true;
    int m_moves = 0;
    int m_relayings = 0;
};

} // namespace retryscope::ui
