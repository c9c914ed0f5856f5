// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/chart/hover_card.h"
#include "ui/timeline/chart/legend.h"
#include "ui/timeline/rows/timeline_scene.h"
#include "ui/timeline/rows/view_history.h"

#include <QTimer>
#include <QtCharts/QChartView>

#include <optional>
#include <vector>

class QScrollBar;
class QValueAxis;

namespace retryscope::ui {

class RowsItem;

/// The chart of the timeline: frame and axis line by Qt Charts, rows, grid and labels by one item of ours.
/// Zooms, pans, scrolls and lets the user pick a row; does not know the table.
class TimelineChart : public QChartView
{
    Q_OBJECT
public:
    explicit TimelineChart(QWidget* parent = nullptr);
    ~TimelineChart() override;

    void setRecord(const RunRecord* record);
    void onRecorded(Place place);
    void onReplaced();
    /// The moment up to which running attempts and delays are drawn; the run's own time never goes back.
    void setNow(Instant now);
    /// Something is under way, so that setNow() changes what is seen.
    [[nodiscard]] bool isLive() const { return !m_runningCalls.empty(); }
    /// Labels the axis with the wall clock instead of the time since the start.
    void setWallClock(bool wallClock);

    void setCurrentRow(int row);
    /// An attempt that was chosen elsewhere. Stays on the row of its call when that stands for it.
    void setCurrentAttempt(Place place);
    [[nodiscard]] int currentRow() const { return m_rows.rowOf(m_current); }
    [[nodiscard]] const TimelineRows& rows() const { return m_rows; }
    [[nodiscard]] const TimeScale& scale() const { return m_scale; }
    [[nodiscard]] const RowLayout& layoutOfRows() const { return m_layout; }
    [[nodiscard]] const std::vector<TimeTick>& ticks() const { return m_ticks; }
    [[nodiscard]] QRectF plotArea() const { return m_plot; }
    [[nodiscard]] Instant now() const { return m_now; }
    /// What is shown and has to be explained.
    [[nodiscard]] LegendParts legendParts() const;
    /// Shapes of the last frame, axis aside; and rows it had to draw.
    [[nodiscard]] int shapesPainted() const;
    [[nodiscard]] int rowsPainted() const;

    /// Attempts of a call under a row of the call, where there are several calls.
    void setGroupsCalls(bool groups);
    [[nodiscard]] bool hasGroups() const { return m_rows.isGrouped(); }
    void setFolded(int call, bool folded);
    void setAllFolded(bool folded);

    /// factor > 1 shows less time. Rows grow along until they can be read.
    void zoomBy(double factor);
    /// The whole run and all rows.
    void zoomToFit();
    /// The same time range and rows as another chart of the same record.
    void showAs(const TimelineChart& other);
    /// The range selected on the axis, or what the current row shows.
    void zoomToSelection();
    void panBy(double pixels);
    /// Time that is shown begins here, as far as the run goes.
    void panTo(Instant begin);
    void goBack();
    void goForward();
    [[nodiscard]] const ViewHistory& history() const { return m_history; }
    /// The whole run is not in sight.
    [[nodiscard]] bool isZoomed() const;
    /// All that there is to see: what `fit` shows.
    [[nodiscard]] TimeRange wholeRange() const;
    [[nodiscard]] const std::optional<TimeRange>& selectedRange() const { return m_range; }
    void setSelectedRange(std::optional<TimeRange> range);
    /// The moment under the mouse.
    [[nodiscard]] const std::optional<Instant>& cursor() const { return m_cursor; }
    /// The same, of a mouse that is over another chart on this axis.
    void setMoment(std::optional<retryscope::Instant> moment);
    /// A moment as the axis would label it.
    [[nodiscard]] QString timeText(Instant at) const;
    /// What a frame needs, as it is now.
    [[nodiscard]] TimelineScene scene() const;
    /// The whole run in a picture of this size.
    [[nodiscard]] QImage picture(QSize size, double devicePixelRatio) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user picked a row with the mouse or the keyboard.
    void rowPicked(int row);
    void scaleChanged();
    /// Zoomed, scrolled, folded, or a step of the history more or less.
    void sightChanged();
    void cursorChanged();
    /// On the row that was picked last; by mouse or keyboard.
    void menuRequested(const QPoint& globalPlace);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    enum class Move { Zoom, Pan, Jump };
    enum class Drag { None, Pressed, Panning, Selecting };

    void updateBar(Place place);
    void trackRunning(int call);
    void applyTheme();
    void placePlot();
    void fitRows();
    void followRun();
    void regroup();
    void relayRows();
    void updateRow(int row);
    void placeRowsBar();
    void setScale(const TimeScale& scale);
    void setRowLayout(const RowLayout& layout);
    void setTimeRange(TimeRange range);
    void zoomAbout(QPointF at, double factor);
    [[nodiscard]] TimeScale fittingScale() const;
    [[nodiscard]] TimeRange rangeOfRows(int first, int last) const;
    void updateAxis();
    void pick(int row);
    void pick(int row, bool extends);
    void showRow(int row);
    [[nodiscard]] int rowFor(int key) const;
    bool zoomKey(QKeyEvent& event);
    bool moveKey(QKeyEvent& event);
    bool foldKey(QKeyEvent& event);
    bool cardKey(QKeyEvent& event);
    void toggleFold(int row);
    [[nodiscard]] bool isOnFoldMark(QPointF at) const;
    [[nodiscard]] bool isOnAxis(QPointF at) const;
    void drag(QPointF to);
    bool pinch(QEvent& event);
    void setHoveredRow(int row);
    void showCard(int row, QPoint globalPosition);
    void showCardOfCurrentRow();
    void hideCard();
    [[nodiscard]] CardContent cardFor(int row) const;
    [[nodiscard]] CardContent cardForLine(double y) const;

    void beginMove(Move move);
    [[nodiscard]] TimelineSight sight() const;
    void restore(const TimelineSight& sight);

    const RunRecord* m_record = nullptr;
    TimelineRows m_rows;
    AttemptBars m_bars;
    LegendParts m_legendParts;
    std::vector<int> m_runningCalls;
    Instant m_last{}; ///< end of everything drawn
    Instant m_now{};
    TimeScale m_scale;
    RowLayout m_layout;
    RowHeights m_heights;
    QRectF m_plot;
    bool m_fitsTime = true; ///< the range follows the run until the user zooms
    bool m_fitsRows = true; ///< row heights follow the number of rows until the user zooms
    bool m_wallClock = false;
    bool m_groupsCalls = true;
    Place m_current;
    int m_anchorRow = -1; ///< where the selection of rows by keyboard began
    int m_hoveredRow = -1;
    std::optional<Instant> m_cursor;
    std::optional<TimeRange> m_range;
    QPointF m_pressedAt;
    QPointF m_draggedTo;
    Drag m_drag = Drag::None;
    bool m_showsFocus = false; ///< the keyboard was used last
    ViewHistory m_history;
    QTimer m_settling; ///< moves of one kind in quick succession are one step of the history
    Move m_lastMove = Move::Jump;
    HoverCard* m_card = nullptr;
    QValueAxis* m_axis = nullptr;
    std::vector<TimeTick> m_ticks;
    RowsItem* m_item = nullptr;
    QScrollBar* m_rowsBar = nullptr;
};

} // namespace retryscope::ui
