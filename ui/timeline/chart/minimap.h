// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/time_scale.h"

#include <QImage>
#include <QWidget>

namespace retryscope::ui {

class TimelineChart;

/// A small picture of the whole run. The user drags the frame around the shown time range; Ctrl+arrows do the
/// same in the chart. Hidden while the chart shows the whole of a single call.
class Minimap : public QWidget
{
    Q_OBJECT
public:
    /// The chart must outlive the map.
    explicit Minimap(TimelineChart& chart, QWidget* parent = nullptr);

    /// Of the part that shows the run, in pixels; its name stands at the right.
    [[nodiscard]] int mapWidth() const;
    /// Left and right edge of the frame, in pixels; empty while nothing is drawn.
    [[nodiscard]] QRectF frame() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    /// The input that the picture was made from.
    struct Key
    {
        int rows = -1;
        int attempts = 0;
        Instant now{};
        TimeRange whole;
        QSize size;
        bool isDark = false;
        bool operator==(const Key&) const = default;
    };
    void followChart();
    void moveFrame(double x);
    void paintFrame(QPainter& painter, const QRectF& shown) const;
    [[nodiscard]] TimeScale scaleOfWhole() const;

    TimelineChart& m_chart;
    Key m_key;
    QImage m_picture;
    double m_grabbedAt = 0; ///< pixels right of the frame's left edge
    bool m_isGrabbed = false;
};

} // namespace retryscope::ui
