// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/strips/step_painter.h"

#include "ui/parts/fitted_text.h"
#include "ui/timeline/rows/round_step.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr double kSample = 16;    ///< length of a sample line
constexpr double kHalfMark = 3.5; ///< half the width of a mark

} // namespace

StepPainter::StepPainter(QPainter& painter, const StripScene& scene, double highest)
    : m_painter(painter), m_scene(scene)
{
    const double margin = QFontMetricsF(Theme::smallFont(scene.font)).height() / 2 + 4;
    m_plot = QRectF(scene.scale.left, scene.area.top() + margin, scene.scale.width,
                    std::max(4.0, scene.area.height() - 2 * margin));
    m_top = static_cast<double>(roundStep(std::llround(std::ceil(std::max(1.0, highest)))));
}

void StepPainter::paintWords(const QString& title, const std::vector<Words>& lines)
{
    const double width = m_plot.left() - kStripInset - 6;
    double top = m_scene.area.top() + 7;
    const auto line = [&](const QFont& font, const QColor& colour, const Words& words) {
        const QFontMetricsF metrics(font);
        if (top + metrics.height() > m_scene.area.bottom()) {
            return;
        }
        const double left = m_scene.area.left() + kStripInset;
        const double indent = words.colour ? kSample + 6 : 0;
        if (words.colour) {
            paintSample({left, std::round(top + metrics.height() / 2) + 0.5}, words);
        }
        m_painter.setFont(font);
        m_painter.setPen(colour);
        drawFitted(m_painter, QRectF(left + indent, top, width - indent, metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, words.text, {.loss = Loss::Nothing});
        top += metrics.height() + 1;
    };
    const QFont bold = Theme::boldFont(m_scene.font);
    const bool fits = QFontMetricsF(bold).horizontalAdvance(title) <= width;
    line(fits ? bold : Theme::smallFont(bold), m_scene.theme->text, {.text = title});
    for (const Words& words : lines) {
        line(Theme::smallFont(m_scene.font), m_scene.theme->muted, words);
    }
}

void StepPainter::paintSample(QPointF at, const Words& words)
{
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    if (words.look == Look::Mark) {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(*words.colour);
        paintMark(at + QPointF(kSample / 2, -kHalfMark));
        return;
    }
    m_painter.setPen(QPen(*words.colour, 1.5, words.look == Look::Dashed ? Qt::DashLine : Qt::SolidLine));
    m_painter.drawLine(at, at + QPointF(kSample, 0));
}

/// at: middle of its upper edge.
void StepPainter::paintMark(QPointF at)
{
    m_painter.drawPolygon(QPolygonF(
        {at - QPointF(kHalfMark, 0), at + QPointF(kHalfMark, 0), at + QPointF(0, 1.6 * kHalfMark)}));
}

void StepPainter::paintGrid(const QString& unit)
{
    const QFont small = Theme::smallFont(m_scene.font);
    const QFontMetricsF metrics(small);
    const bool hasMiddle = m_plot.height() > 2.2 * metrics.height() && m_top > 1;
    m_painter.setFont(small);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    for (const double share : {0.0, 0.5, 1.0}) {
        if (share == 0.5 && !hasMiddle) {
            continue;
        }
        const double y = std::round(yOf(share * m_top)) + 0.5;
        m_painter.setPen(QPen(m_scene.theme->grid, 1));
        m_painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        m_painter.setPen(m_scene.theme->muted);
        m_painter.drawText(QRectF(m_plot.right() + 6, y - metrics.height() / 2,
                                  m_scene.area.right() - m_plot.right() - 8, metrics.height()),
                           Qt::AlignLeft | Qt::AlignVCenter,
                           share < 1.0 ? QString::number(share * m_top) : unit.arg(share * m_top));
    }
}

std::vector<StepPainter::Column> StepPainter::columnsOf(const StepCurve& curve) const
{
    const std::vector<StepCurve::Point>& points = curve.points();
    const double right = std::min(m_plot.right(), m_scene.scale.toX(m_scene.end));
    std::size_t next = curve.indexAfter(m_scene.scale.begin);
    double value = next == 0 ? 0 : points[next - 1].value;
    std::vector<Column> columns;
    for (double x = std::floor(m_plot.left()); x <= right; ++x) {
        Column column{.x = x, .low = value, .high = value};
        const Instant end = m_scene.scale.toTime(x + 1);
        for (; next < points.size() && points[next].at < end; ++next) {
            value = points[next].value;
            column.low = std::min(column.low, value);
            column.high = std::max(column.high, value);
        }
        column.last = value;
        columns.push_back(column);
    }
    return columns;
}

void StepPainter::paintCurve(const StepCurve& curve, const QColor& colour, Look look)
{
    paintColumns(columnsOf(curve), colour, look);
}

void StepPainter::paintLimit(const StepCurve& curve, const QColor& colour)
{
    std::vector<Column> stretch;
    for (Column column : columnsOf(curve)) {
        if (column.high == 0) {
            paintColumns(stretch, colour, Look::Dashed);
            stretch.clear();
            continue;
        }
        if (column.low == 0) { // it begins, or ends, within this pixel
            column.low = column.high;
        }
        stretch.push_back(column);
    }
    paintColumns(stretch, colour, Look::Dashed);
}

void StepPainter::paintColumns(const std::vector<Column>& columns, const QColor& colour, Look look)
{
    QPolygonF line;
    QPolygonF area;
    for (const Column& column : columns) {
        const double x = std::max(column.x, m_plot.left());
        const double top = yOf(column.high);
        area << QPointF(x, top) << QPointF(x + 1, top);
        if (line.isEmpty()) {
            line << QPointF(x, yOf(column.low));
        }
        if (column.low != column.high) { // up and down within one pixel is one upright line
            line << QPointF(x, line.constLast().y()) << QPointF(x, yOf(column.low)) << QPointF(x, top)
                 << QPointF(x, yOf(column.last));
        }
    }
    if (line.isEmpty()) {
        return;
    }
    line << QPointF(area.constLast().x(), line.constLast().y());
    m_painter.setRenderHint(QPainter::Antialiasing, false); // upright and level lines are sharp without it
    if (look == Look::Filled) {
        area << QPointF(area.constLast().x(), m_plot.bottom())
             << QPointF(area.constFirst().x(), m_plot.bottom());
        QColor pale = colour;
        pale.setAlphaF(0.25F);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(pale);
        m_painter.drawPolygon(area);
    }
    m_painter.setPen(QPen(colour, look == Look::Filled ? 1 : 2,
                          look == Look::Dashed ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPolyline(line);
}

void StepPainter::paintMarks(const std::vector<Instant>& moments, const QColor& colour)
{
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    double last = m_plot.left() - 3 * kHalfMark;
    auto moment = std::lower_bound(moments.begin(), moments.end(), m_scene.scale.begin);
    for (; moment != moments.end() && *moment <= m_scene.scale.end; ++moment) {
        const double x = m_scene.scale.toX(*moment);
        if (x - last >= 2 * kHalfMark) {
            paintMark({x, m_scene.area.top() + 2});
            last = x;
        }
    }
}

void StepPainter::paintSelected()
{
    const std::optional<Instant>& at = m_scene.selected;
    if (!at || *at < m_scene.scale.begin || *at > m_scene.scale.end) {
        return;
    }
    const double x = std::round(m_scene.scale.toX(*at)) + 0.5;
    QPen pen(m_scene.theme->accent, 1);
    pen.setDashPattern({3, 3});
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(x, m_scene.area.top() + 1), QPointF(x, m_scene.area.bottom() - 1));
}

double StepPainter::yOf(double value) const
{
    return m_plot.bottom() - m_plot.height() * std::clamp(value / m_top, 0.0, 1.0);
}

} // namespace retryscope::ui
