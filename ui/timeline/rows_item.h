// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsItem>

namespace retryscope::ui {

class TimelineChart;

/// The one item that paints all rows of the timeline over the chart's plot area.
class RowsItem : public QGraphicsItem
{
public:
    RowsItem(const TimelineChart& chart, QGraphicsItem* parent);

    void setRect(const QRectF& rect);
    [[nodiscard]] QRectF boundingRect() const override { return m_rect; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
    [[nodiscard]] int shapesPainted() const { return m_shapes; }

private:
    const TimelineChart& m_chart;
    QRectF m_rect;
    int m_shapes = 0;
};

} // namespace retryscope::ui
