// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/legend.h"
#include "ui/timeline/timeline_scene.h"

#include <QtCharts/QChartView>

class QCategoryAxis;
class QScrollBar;

namespace retryscope::ui {

class RowsItem;

/// The chart of the timeline: axis and grid by Qt Charts, rows by one item of ours. Zooms, pans, scrolls and
/// lets the user pick a row; does not know the table.
class TimelineChart : public QChartView
{
    Q_OBJECT
public:
    explicit TimelineChart(QWidget* parent = nullptr);
    ~TimelineChart() override;

    void setRecord(const RunRecord* record);
    void onRecorded(int call, int attempt);
    void onReplaced();
    /// The moment up to which running attempts and delays are drawn; the run's own time never goes back.
    void setNow(Instant now);
    /// Something is under way, so that setNow() changes what is seen.
    [[nodiscard]] bool isLive() const { return !m_runningCalls.empty(); }
    /// Labels the axis with the wall clock instead of the time since the start.
    void setWallClock(bool wallClock);

    void setCurrentRow(int row);
    [[nodiscard]] int currentRow() const { return m_currentRow; }
    [[nodiscard]] const AttemptRows& rows() const { return m_rows; }
    [[nodiscard]] const TimeScale& scale() const { return m_scale; }
    [[nodiscard]] const RowLayout& layoutOfRows() const { return m_layout; }
    [[nodiscard]] const std::vector<TimeTick>& ticks() const { return m_ticks; }
    [[nodiscard]] QRectF plotArea() const { return m_plot; }
    [[nodiscard]] Instant now() const { return m_now; }
    /// What is shown and has to be explained.
    [[nodiscard]] const LegendParts& legendParts() const { return m_legendParts; }
    /// Shapes of the last frame, axis aside.
    [[nodiscard]] int shapesPainted() const;

    /// factor > 1 shows less time. Rows grow along until they can be read.
    void zoomBy(double factor);
    /// The whole run and all rows.
    void zoomToFit();
    /// The same time range and rows as another chart of the same record.
    void showAs(const TimelineChart& other);
    /// What a frame needs, as it is now.
    [[nodiscard]] TimelineScene scene() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user picked a row with the mouse or the keyboard.
    void rowPicked(int row);
    void scaleChanged();

protected:
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
    void updateBar(AttemptRows::Place place);
    void trackRunning(int call);
    void applyTheme();
    void placePlot();
    void fitRows();
    void followRun();
    void placeRowsBar();
    void setScale(const TimeScale& scale);
    void setRowLayout(const RowLayout& layout);
    void zoomAbout(QPointF at, double factor);
    [[nodiscard]] TimeScale fittingScale() const;
    void updateAxis();
    void pick(int row);
    void showRow(int row);
    [[nodiscard]] int rowFor(int key) const;
    void showToolTipAt(QPoint at, QPoint globalPosition);
    void setHoveredRow(int row);

    const RunRecord* m_record = nullptr;
    AttemptRows m_rows;
    std::vector<AttemptBar> m_bars;
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
    int m_currentRow = -1;
    int m_hoveredRow = -1;
    QPointF m_pressedAt;
    QPointF m_draggedTo;
    bool m_isPressed = false;
    bool m_isDragging = false;
    bool m_showsFocus = false; ///< the keyboard was used last
    QCategoryAxis* m_axis = nullptr;
    std::vector<TimeTick> m_ticks;
    RowsItem* m_item = nullptr;
    QScrollBar* m_rowsBar = nullptr;
};

} // namespace retryscope::ui
