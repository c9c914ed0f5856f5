// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/sight/timeline_sight.h"

#include <QTimer>
#include <QtCharts/QChartView>

#include <optional>
#include <vector>

class QScrollBar;
class QValueAxis;

namespace retryscope::ui {

class HoverCard;
class RowsItem;
class TimelineInput;

/// The chart of the timeline. Qt Charts draws frame and axis line; one item of our own draws rows, grid and
/// labels. Holds the view state (TimelineSight), lays it out and paints it; TimelineInput applies user input
/// to it. Does not know the table.
class TimelineChart : public QChartView
{
    Q_OBJECT
public:
    explicit TimelineChart(QWidget* parent = nullptr);
    ~TimelineChart() override;

    /// Sets the record, which must outlive the chart; nullptr detaches it.
    void setRecord(const RunRecord* record);
    void onRecorded(Place place);
    void onReplaced();
    /// The moment up to which running attempts and delays are drawn; the run's own time never goes back.
    void setNow(Instant now);
    /// Labels the axis with the wall clock instead of the time since the start.
    void setWallClock(bool wallClock);
    /// Marks attempts that break an expectation.
    void setUnmet(std::vector<Place> places);
    /// Groups attempts under a row for their call if there are several calls.
    void setGroupsCalls(bool groups);
    void setAllFolded(bool folded);
    void setCurrentRow(int row);
    /// Selects an attempt chosen elsewhere. If the attempt's call is folded, selects the row of the call.
    void setCurrentAttempt(Place place);
    /// Shows the time under the mouse in another chart with the same axis.
    void setMoment(std::optional<retryscope::Instant> moment);

    /// Zooms; a factor > 1 shows less time. Rows grow with it until they are readable.
    void zoomBy(double factor);
    /// The whole run and all rows.
    void zoomToFit();
    /// This range of time, and the first row that has something in it.
    void showRange(TimeRange range);
    /// Moves the shown range to begin here, within the run.
    void panTo(Instant begin);
    void goBack();
    void goForward();
    /// Shows the same time range and rows as another chart of the same record.
    void showAs(const TimelineChart& other);

    /// What is shown and selected.
    [[nodiscard]] const TimelineSight& sight() const { return m_sight; }
    [[nodiscard]] int currentRow() const { return m_sight.currentRow(); }
    [[nodiscard]] const TimelineRows& rows() const { return m_sight.rows(); }
    [[nodiscard]] const TimeScale& scale() const { return m_sight.scale(); }
    [[nodiscard]] const RowLayout& layoutOfRows() const { return m_sight.layout(); }
    [[nodiscard]] QRectF plotArea() const { return m_sight.plot(); }
    [[nodiscard]] Instant now() const { return m_sight.run().now(); }
    [[nodiscard]] const std::vector<TimeTick>& ticks() const { return m_ticks; }
    /// The present input for painting a frame.
    [[nodiscard]] TimelineScene scene() const;
    /// The whole run in a picture of this size.
    [[nodiscard]] QImage picture(QSize size, double devicePixelRatio) const;
    /// Shapes in the last frame, without the axis; rowsPainted(): rows that it drew.
    [[nodiscard]] int shapesPainted() const;
    [[nodiscard]] int rowsPainted() const;

    [[nodiscard]] QSize sizeHint() const override { return {720, 250}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 124}; }

Q_SIGNALS:
    /// The user picked a row with the mouse or the keyboard.
    void rowPicked(int row);
    void scaleChanged();
    /// The view was zoomed, scrolled or folded, or its history changed.
    void sightChanged();
    void cursorChanged();
    /// The user asked for the menu of the row picked last.
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
    /// The parts of the view state that were painted last.
    struct Shown
    {
        TimeScale scale;
        RowLayout layout;
        std::optional<TimeRange> range;
        std::optional<Instant> cursor;
        int currentRow = -1;
        int hoveredRow = -1;
        int moves = 0;
        int relayings = 0;
        bool canGoBack = false;
        bool canGoForward = false;
    };
    [[nodiscard]] Shown shown() const;

    void makeChart();
    void applyTheme();
    void placePlot();
    void placeRowsBar();
    void updateTicks();
    void showChanges();
    void showMoved(const Shown& before);
    void updateRow(int row);
    void updateGrowingRows();

    TimelineSight m_sight;
    Shown m_shown;
    HoverCard* m_card = nullptr;
    TimelineInput* m_input = nullptr;
    QValueAxis* m_axis = nullptr;
    std::vector<TimeTick> m_ticks; ///< empty when the plot is another
    RowsItem* m_item = nullptr;
    QScrollBar* m_rowsBar = nullptr;
    QTimer m_settling; ///< moves of one kind in quick succession are one step of the history
};

} // namespace retryscope::ui
