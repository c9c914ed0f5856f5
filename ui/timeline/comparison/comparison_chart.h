// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/chart/legend.h"
#include "ui/timeline/comparison/comparison_frame.h"

#include <QAbstractScrollArea>

#include <memory>
#include <utility>
#include <vector>

namespace retryscope::ui {

/// Several runs on one time axis: one lane per run, with all its attempts in a row (several clients one above
/// the other while there is room).
class ComparisonChart : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit ComparisonChart(QWidget* parent = nullptr);
    ~ComparisonChart() override;
    /// The keys of the chart and what they do.
    [[nodiscard]] static std::vector<std::pair<QString, QString>> keys();

    /// Replaces the lanes and keeps the selection where it is still valid.
    void setLanes(std::vector<ComparisonLane> lanes);
    [[nodiscard]] int laneCount() const;

    /// place.attempt -1: the lane alone.
    void select(int lane, Place place);
    [[nodiscard]] int currentLane() const { return m_lane; }
    [[nodiscard]] Place currentPlace() const;
    [[nodiscard]] const LegendParts& legendParts() const { return m_legend; }
    [[nodiscard]] const TimeScale& scale() const { return m_scale; }
    /// Centre of an attempt's bar in the viewport, where a click picks it.
    [[nodiscard]] QPoint centreOf(int lane, Place place) const;
    /// Shapes of the last frame, texts aside.
    [[nodiscard]] int shapesPainted() const { return m_shapes; }

    /// The size of a picture of all lanes with axis and legend.
    [[nodiscard]] QSize pictureSize(int width) const;
    void paintPicture(QPainter& painter, const QSize& size) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user picked a lane, and perhaps an attempt in it (else both indices are -1).
    void picked(int lane, retryscope::Place place);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] ComparisonFrame frameFor(const QRectF& area, const Theme& theme, double offset) const;
    [[nodiscard]] ComparisonFrame shownFrame() const;
    void paintFrame(QPainter& painter, const ComparisonFrame& frame) const;
    void pick(int lane, int row);
    void placeScrollBar();
    void updateLegend();

    std::vector<std::unique_ptr<ComparisonBars>> m_lanes;
    TimeScale m_scale;
    LegendParts m_legend;
    int m_lane = 0;
    int m_row = -1; ///< of the lane's attempts; -1: none
    mutable int m_shapes = 0;
};

} // namespace retryscope::ui
