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

/// The chart of the timeline: frame and axis line by Qt Charts, rows, grid and labels by one item of ours.
/// Holds what is shown (TimelineSight), lays it out and paints it; TimelineInput changes it by hand. Does not
/// know the table.
class TimelineChart : public QChartView
{
    Q_OBJECT
public:
    explicit TimelineChart(QWidget* parent = nullptr);
    ~TimelineChart() override;

    /// The record must outlive the chart or be taken away with nullptr.
    void setRecord(const RunRecord* record);
    void onRecorded(Place place);
    void onReplaced();
    /// The moment up to which running attempts and delays are drawn; the run's own time never goes back.
    void setNow(Instant now);
    /// Labels the axis with the wall clock instead of the time since the start.
    void setWallClock(bool wallClock);
    /// Attempts of a call under a row of the call, where there are several calls.
    void setGroupsCalls(bool groups);
    void setAllFolded(bool folded);
    void setCurrentRow(int row);
    /// An attempt that was chosen elsewhere. Stays on the row of its call when that stands for it.
    void setCurrentAttempt(Place place);
    /// The moment of a mouse that is over another chart on this axis.
    void setMoment(std::optional<retryscope::Instant> moment);

    /// factor > 1 shows less time. Rows grow along until they can be read.
    void zoomBy(double factor);
    /// The whole run and all rows.
    void zoomToFit();
    /// Time that is shown begins here, as far as the run goes.
    void panTo(Instant begin);
    void goBack();
    void goForward();
    /// The same time range and rows as another chart of the same record.
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
    /// What a frame needs, as it is now.
    [[nodiscard]] TimelineScene scene() const;
    /// The whole run in a picture of this size.
    [[nodiscard]] QImage picture(QSize size, double devicePixelRatio) const;
    /// Shapes of the last frame, axis aside; and rows it had to draw.
    [[nodiscard]] int shapesPainted() const;
    [[nodiscard]] int rowsPainted() const;

    [[nodiscard]] QSize sizeHint() const override { return {720, 250}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 124}; }

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
    /// What of the sight was shown last.
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
