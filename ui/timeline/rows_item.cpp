// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows_item.h"

#include "ui/timeline/bar_painter.h"
#include "ui/timeline/overview_image.h"
#include "ui/timeline/row_text_painter.h"
#include "ui/timeline/timeline_chart.h"

#include <QPainter>

#include <cmath>

namespace retryscope::ui {

namespace {

QRectF rowRect(const TimelineScene& scene, int row)
{
    const QRectF rect(scene.area.left(), scene.layout.topOf(row), scene.area.width(),
                      std::max(1.0, scene.layout.rowHeight));
    return rect.intersected(
        QRectF(scene.area.left(), scene.plot.top(), scene.area.width(), scene.plot.height()));
}

void paintGrid(QPainter& painter, const TimelineScene& scene, const std::vector<TimeTick>& ticks)
{
    painter.setPen(QPen(scene.theme->grid, 1));
    for (const TimeTick& tick : ticks) {
        const double x = std::round(scene.xOf(tick.at)) + 0.5;
        painter.drawLine(QPointF(x, scene.plot.top()), QPointF(x, scene.plot.bottom()));
    }
}

/// Below the axis line. Drawn here and not by the chart's axis, which keeps labels hidden that did not fit
/// the range it had when they were made.
void paintTickLabels(QPainter& painter, const TimelineScene& scene, const std::vector<TimeTick>& ticks)
{
    painter.setFont(Theme::smallFont(scene.font));
    painter.setPen(scene.theme->muted);
    const QFontMetricsF metrics(painter.font());
    for (const TimeTick& tick : ticks) {
        const double width = metrics.horizontalAdvance(tick.label) + 2;
        const QRectF place(scene.xOf(tick.at) - width / 2, scene.plot.bottom() + 4, width, metrics.height());
        painter.drawText(place, Qt::AlignCenter, tick.label);
    }
}

void paintRowBackground(QPainter& painter, const TimelineScene& scene, int row, const QColor& colour)
{
    if (row >= 0 && row < scene.layout.rows) {
        painter.fillRect(rowRect(scene, row), colour);
    }
}

void paintCursorLine(QPainter& painter, const TimelineScene& scene)
{
    if (scene.currentRow < 0 || scene.currentRow >= scene.layout.rows) {
        return;
    }
    const Instant at = scene.barAt(scene.currentRow).start;
    if (at < scene.scale.begin || at > scene.scale.end) {
        return;
    }
    const double x = std::round(scene.xOf(at)) + 0.5;
    QPen pen(scene.theme->accent, 1);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, scene.area.top()), QPointF(x, scene.plot.bottom()));
}

void paintFocus(QPainter& painter, const TimelineScene& scene)
{
    if (!scene.hasFocus || scene.currentRow < 0 || scene.currentRow >= scene.layout.rows) {
        return;
    }
    const QRectF rect = rowRect(scene, scene.currentRow);
    if (rect.height() > RowHeights::kThin) {
        painter.setPen(QPen(scene.theme->accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

} // namespace

RowsItem::RowsItem(const TimelineChart& chart, QGraphicsItem* parent) : QGraphicsItem(parent), m_chart(chart)
{
    setZValue(100);
    setAcceptedMouseButtons(Qt::NoButton);
}

void RowsItem::setRect(const QRectF& rect)
{
    prepareGeometryChange();
    m_rect = rect;
}

void RowsItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/)
{
    const TimelineScene scene = m_chart.scene();
    m_shapes = 0;
    if (scene.layout.rows == 0) {
        return;
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    paintGrid(*painter, scene, m_chart.ticks());
    paintTickLabels(*painter, scene, m_chart.ticks());
    paintRowBackground(*painter, scene, scene.hoveredRow, scene.theme->raised);
    paintRowBackground(*painter, scene, scene.currentRow, scene.theme->selection);
    paintCursorLine(*painter, scene);
    if (scene.density() == RowDensity::Overview) {
        painter->drawImage(scene.plot.topLeft(),
                           overviewImage(scene, painter->device()->devicePixelRatioF()));
        RowTextPainter(*painter, scene).paintScaleOfRows();
        m_shapes = 1;
    } else {
        const QRectF rowsArea(scene.area.left(), scene.plot.top(), scene.area.width(), scene.plot.height());
        painter->setClipRect(rowsArea.adjusted(0, -1, 0, 1), Qt::IntersectClip);
        BarPainter bars(*painter, scene);
        RowTextPainter texts(*painter, scene);
        const bool hasTexts = scene.density() != RowDensity::Thin;
        for (int row = scene.layout.firstVisible(); row <= scene.layout.lastVisible(); ++row) {
            bars.paint(row);
            if (hasTexts) {
                texts.paint(row);
            }
        }
        if (!hasTexts) {
            texts.paintScaleOfRows();
        }
        m_shapes = bars.shapesPainted();
    }
    painter->restore();
    painter->save();
    paintFocus(*painter, scene);
    painter->restore();
}

} // namespace retryscope::ui
