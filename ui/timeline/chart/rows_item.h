// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/chart/overview_groups.h"
#include "ui/timeline/chart/row_text_painter.h"

#include <QGraphicsItem>
#include <QImage>

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
    /// Number of rows that the last frame drew; the others were unchanged.
    [[nodiscard]] int rowsPainted() const { return m_rowsPainted; }
    /// Invalidates this row, or this row and all later ones.
    void forgetRow(int row) { m_groups.changed(row); }
    void forgetRowsFrom(int row) { m_groups.changedFrom(row); }
    [[nodiscard]] OverviewGroups& groups() { return m_groups; }

private:
    void paintOverview(QPainter& painter, const TimelineScene& scene, const QRectF& exposed);
    void paintRows(QPainter& painter, const TimelineScene& scene, const QRectF& exposed);

    const TimelineChart& m_chart;
    QRectF m_rect;
    OverviewGroups m_groups;
    RowTexts m_texts;
    QImage m_overview; ///< kept for its memory
    int m_shapes = 0;
    int m_rowsPainted = 0;
};

} // namespace retryscope::ui
