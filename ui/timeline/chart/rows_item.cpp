// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/rows_item.h"

#include "ui/timeline/chart/overview_image.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/bar_painter.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
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

/// A text on the axis, under x, that hides the labels behind it.
void paintChip(QPainter& painter, const TimelineScene& scene, double x, const QString& text,
               const QColor& background, const QColor& colour)
{
    painter.setFont(Theme::smallFont(scene.font));
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text) + 12;
    const double left = std::clamp(x - width / 2, scene.area.left(), scene.area.right() - width);
    const QRectF chip(left, scene.plot.bottom() + 3, width, metrics.height() + 3);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(background);
    painter.drawRoundedRect(chip, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(colour);
    painter.drawText(chip, Qt::AlignCenter, text);
}

void paintRowBackground(QPainter& painter, const TimelineScene& scene, int row, const QColor& colour)
{
    if (row >= 0 && row < scene.layout.rows) {
        painter.fillRect(rowRect(scene, row), colour);
    }
}

/// The current row has a bar of the accent at its left edge.
void paintCurrentRow(QPainter& painter, const TimelineScene& scene)
{
    paintRowBackground(painter, scene, scene.currentRow, scene.theme->selection);
    const bool hasRoom = scene.layout.rowHeight > RowHeights::kThin;
    if (hasRoom && scene.currentRow >= 0 && scene.currentRow < scene.layout.rows) {
        QRectF edge = rowRect(scene, scene.currentRow);
        edge.setWidth(3);
        painter.fillRect(edge, scene.theme->accent);
    }
}

/// Hairlines between rows that have labels.
void paintRowLines(QPainter& painter, const TimelineScene& scene)
{
    if (scene.layout.rowHeight < scene.heights.compact) {
        return;
    }
    painter.setPen(QPen(scene.theme->grid, 1));
    for (int row = scene.layout.firstVisible(); row <= scene.layout.lastVisible(); ++row) {
        const double y = std::round(scene.layout.topOf(row) + scene.layout.rowHeight) - 0.5;
        if (y > scene.plot.top() && y <= scene.plot.bottom()) {
            painter.drawLine(QPointF(scene.area.left(), y), QPointF(scene.area.right(), y));
        }
    }
}

void paintCursorLine(QPainter& painter, const TimelineScene& scene)
{
    const std::optional<double> x = scene.cursorLine();
    if (!x) {
        return;
    }
    QPen pen(scene.theme->accent, 1);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(*x, scene.area.top()), QPointF(*x, scene.plot.bottom()));
}

/// The moment under the mouse, with its time on the axis.
void paintMouseLine(QPainter& painter, const TimelineScene& scene, const QString& text)
{
    if (!scene.cursor || *scene.cursor < scene.scale.begin || *scene.cursor > scene.scale.end) {
        return;
    }
    const double x = std::round(scene.xOf(*scene.cursor)) + 0.5;
    painter.setPen(QPen(scene.theme->muted, 1));
    painter.drawLine(QPointF(x, scene.plot.top()), QPointF(x, scene.plot.bottom() + 3));
    paintChip(painter, scene, x, text, scene.theme->text, scene.theme->card);
}

void paintRange(QPainter& painter, const TimelineScene& scene)
{
    if (!scene.range) {
        return;
    }
    const double left = std::max(scene.xOf(scene.range->begin), scene.plot.left());
    const double right = std::min(scene.xOf(scene.range->end), scene.plot.right());
    QColor pale = scene.theme->accent;
    pale.setAlphaF(0.12F);
    painter.fillRect(QRectF(left, scene.plot.top(), right - left, scene.plot.height()), pale);
    painter.setPen(QPen(scene.theme->accent, 1));
    for (const double x : {left, right}) {
        painter.drawLine(QPointF(std::round(x) + 0.5, scene.plot.top()),
                         QPointF(std::round(x) + 0.5, scene.plot.bottom() + 3));
    }
}

/// How long the selected range is, under its middle.
void paintRangeText(QPainter& painter, const TimelineScene& scene)
{
    if (scene.range && scene.range->begin <= scene.scale.end && scene.range->end >= scene.scale.begin) {
        const double middle = (std::max(scene.xOf(scene.range->begin), scene.plot.left()) +
                               std::min(scene.xOf(scene.range->end), scene.plot.right())) /
                              2;
        paintChip(painter, scene, middle, textOf(scene.range->length()), scene.theme->accent,
                  scene.theme->onAccent);
    }
}

void paintFocus(QPainter& painter, const TimelineScene& scene)
{
    if (!scene.hasFocus || scene.currentRow < 0 || scene.currentRow >= scene.layout.rows) {
        return;
    }
    const QRectF rect = rowRect(scene, scene.currentRow);
    if (rect.height() > RowHeights::kThin) {
        painter.setPen(QPen(scene.theme->focus, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
}

} // namespace

RowsItem::RowsItem(const TimelineChart& chart, QGraphicsItem* parent)
    : QGraphicsItem(parent), m_chart(chart), m_texts(chart.font())
{
    setZValue(100);
    setFlag(ItemUsesExtendedStyleOption); // tells which part has to be drawn
    setAcceptedMouseButtons(Qt::NoButton);
}

void RowsItem::setRect(const QRectF& rect)
{
    prepareGeometryChange();
    m_rect = rect;
}

void RowsItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* /*widget*/)
{
    const TimelineScene scene = m_chart.scene();
    m_shapes = m_rowsPainted = 0;
    if (scene.layout.rows == 0) {
        return;
    }
    if (!m_texts.isFor(scene.font)) {
        m_texts = RowTexts(scene.font);
    }
    const QRectF exposed = option->exposedRect.isEmpty() ? m_rect : option->exposedRect;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    paintGrid(*painter, scene, m_chart.ticks());
    paintTickLabels(*painter, scene, m_chart.ticks());
    paintRowBackground(*painter, scene, scene.hoveredRow, scene.theme->raised);
    paintRowLines(*painter, scene);
    paintCurrentRow(*painter, scene);
    paintRange(*painter, scene);
    paintCursorLine(*painter, scene);
    if (scene.density() == RowDensity::Overview) {
        paintOverview(*painter, scene, exposed);
    } else {
        paintRows(*painter, scene, exposed);
    }
    painter->restore();
    painter->save();
    paintFocus(*painter, scene);
    paintMouseLine(*painter, scene, m_chart.sight().timeText(scene.cursor.value_or(Instant{})));
    paintRangeText(*painter, scene);
    painter->restore();
}

void RowsItem::paintOverview(QPainter& painter, const TimelineScene& scene, const QRectF& exposed)
{
    const double ratio = painter.device()->devicePixelRatioF();
    const RowSpan lines{static_cast<int>(std::floor((exposed.top() - scene.plot.top()) * ratio)),
                        static_cast<int>(std::ceil((exposed.bottom() - scene.plot.top()) * ratio))};
    paintOverviewOn(m_overview, scene, m_groups, ratio, lines);
    painter.drawImage(scene.plot.topLeft(), m_overview);
    RowTextPainter(painter, scene, m_texts).paintScaleOfRows();
    m_shapes = 1;
    m_rowsPainted = rowsInLine(scene.layout, std::max(0, lines.last), ratio).last -
                    rowsInLine(scene.layout, std::max(0, lines.first), ratio).first + 1;
}

void RowsItem::paintRows(QPainter& painter, const TimelineScene& scene, const QRectF& exposed)
{
    const QRectF rowsArea(scene.area.left(), scene.plot.top(), scene.area.width(), scene.plot.height());
    painter.setClipRect(rowsArea.adjusted(0, -1, 0, 1), Qt::IntersectClip);
    BarPainter bars(painter, scene);
    RowTextPainter texts(painter, scene, m_texts);
    const bool hasTexts = scene.density() != RowDensity::Thin;
    for (int row = scene.layout.firstVisible(); row <= scene.layout.lastVisible(); ++row) {
        const QRectF rect = rowRect(scene, row);
        if (rect.bottom() < exposed.top() || rect.top() > exposed.bottom()) {
            continue;
        }
        ++m_rowsPainted;
        bars.paint(row);
        if (hasTexts) {
            texts.paint(row);
        } else {
            texts.paintOutcome(row);
        }
    }
    if (!hasTexts) {
        texts.paintScaleOfRows();
    }
    m_shapes = bars.shapesPainted();
}

} // namespace retryscope::ui
