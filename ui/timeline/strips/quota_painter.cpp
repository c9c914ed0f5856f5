// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/strips/quota_painter.h"

#include "ui/parts/tr.h"
#include "ui/timeline/rows/round_step.h"
#include "ui/timeline/strips/strip.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr double kMark = 3; ///< radius
constexpr double kMarkDistance = 9;

} // namespace

std::vector<int> labelledLevels(int lowest, int highest)
{
    const int step = roundStep(std::max(1, (std::max(highest - lowest, 10) + 1) / 2));
    std::vector<int> levels{highest};
    int level = highest - step;
    while (level > lowest) {
        levels.push_back(level);
        level -= step;
    }
    levels.push_back(std::max(0, level));
    return levels;
}

QuotaPainter::QuotaPainter(QPainter& painter, const QuotaScene& scene) : m_painter(painter), m_scene(scene)
{
    const double margin = QFontMetricsF(Theme::smallFont(scene.font)).height() / 2 + 7;
    m_plot = QRectF(scene.scale.left, scene.area.top() + margin, scene.scale.width,
                    std::max(4.0, scene.area.height() - 2 * margin));
    m_levels = labelledLevels(scene.curve->lowest(), scene.curve->highest());
}

void QuotaPainter::paint()
{
    paintWords();
    if (m_scene.curve->capacity) {
        paintLevels();
    }
    if (m_scene.curve->capacity) {
        paintLine();
        paintMarks();
    }
    paintSelected();
}

void QuotaPainter::paintWords()
{
    const QuotaCurve& curve = *m_scene.curve;
    const QFont bold = Theme::boldFont(m_scene.font);
    const QFont small = Theme::smallFont(m_scene.font);
    const double width = m_plot.left() - kStripInset - 6;
    double top = m_scene.area.top() + 9;
    const auto line = [&](const QFont& font, const QColor& colour, const QString& text) {
        const QFontMetricsF metrics(font);
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(QRectF(m_scene.area.left() + kStripInset, top, width, metrics.height()),
                           Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, width));
        top += metrics.height() + 2;
    };
    if (curve.capacity) {
        line(bold, m_scene.theme->text, tr("Retry tokens"));
        line(small, m_scene.theme->muted, tr("%1 of %2").arg(curve.level()).arg(*curve.capacity));
        if (!m_scene.owner.isEmpty()) {
            line(small, m_scene.theme->muted, m_scene.owner);
        }
    }
}

void QuotaPainter::paintLevels()
{
    const QFont small = Theme::smallFont(m_scene.font);
    const QFontMetricsF metrics(small);
    m_painter.setFont(small);
    double free = m_scene.area.top();
    for (const int level : m_levels) {
        const double y = std::round(yOf(level)) + 0.5;
        m_painter.setPen(QPen(m_scene.theme->grid, 1));
        m_painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        if (y - metrics.height() / 2 < free) {
            continue; // a low strip has room for fewer labels than lines
        }
        free = y + metrics.height() / 2;
        m_painter.setPen(m_scene.theme->muted);
        m_painter.drawText(QRectF(m_plot.right() + 6, y - metrics.height() / 2,
                                  m_scene.area.right() - m_plot.right() - 8, metrics.height()),
                           Qt::AlignLeft | Qt::AlignVCenter, QString::number(level));
    }
}

void QuotaPainter::paintLine()
{
    const QuotaCurve& curve = *m_scene.curve;
    QPolygonF line;
    double y = yOf(curve.startLevel);
    line << QPointF(xOf(curve.begin), y);
    for (const QuotaPoint& point : curve.points) {
        const double x = xOf(point.at);
        const double next = yOf(point.level);
        // Steps that share a pixel column are drawn over each other; two points of it are enough.
        if (line.size() > 2 && x - line.constLast().x() < 0.5 && x - line[line.size() - 2].x() < 0.5) {
            line.last().setY(next);
        } else {
            line << QPointF(x, y) << QPointF(x, next);
        }
        y = next;
    }
    line << QPointF(xOf(std::max(m_scene.end, curve.begin)), y);
    // All of it is upright or level: sharp only without smoothing.
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(QPen(m_scene.theme->quotaLine, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPolyline(line);
    m_painter.setRenderHint(QPainter::Antialiasing, true);
}

void QuotaPainter::paintMarks()
{
    const std::vector<QuotaPoint>& points = m_scene.curve->points;
    double lastMark = m_plot.left() - kMarkDistance;
    for (std::size_t index = 0; index < points.size(); ++index) {
        const QuotaPoint& point = points[index];
        const double x = m_scene.scale.toX(point.at);
        const bool isSeen = x >= m_plot.left() - 1 && x <= m_plot.right() + 1;
        const bool isDense = x - lastMark < kMarkDistance && !point.refused;
        if (!isSeen || isDense || (point.change == 0 && !point.refused)) {
            continue;
        }
        lastMark = x;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(point.refused ? m_scene.theme->stop : m_scene.theme->quotaLine);
        m_painter.drawEllipse(QPointF(x, yOf(point.level)), kMark, kMark);
        const bool isLast = index + 1 == points.size();
        paintChange(point, x, isLast ? m_scene.area.right() : m_scene.scale.toX(points[index + 1].at));
    }
}

void QuotaPainter::paintChange(const QuotaPoint& point, double x, double free)
{
    const QFont small = Theme::smallFont(m_scene.font);
    const QFontMetricsF metrics(small);
    const QString change =
        point.change < 0 ? QStringLiteral("−%1").arg(-point.change) : QStringLiteral("+%1").arg(point.change);
    const QString text = point.refused ? tr("✕ refused") : change;
    const double width = metrics.horizontalAdvance(text) + 1;
    const double limit = point.refused ? m_plot.right() : std::min(free - 1, m_plot.right() + 4);
    const bool fits = x + kMark + 3 + width <= limit;
    const bool isLast = free >= m_scene.area.right();
    if (!fits && !point.refused && !isLast) {
        return;
    }
    const double left = fits ? x + kMark + 3 : x - kMark - 3 - width;
    const double y = yOf(point.level);
    const bool hasRoomBelow = y + 2 + metrics.height() <= m_scene.area.bottom() - 2;
    const bool isBelow = hasRoomBelow && point.change <= 0;
    const double top = isBelow ? y + 2 : highestBetween(left, left + width) - metrics.height() - 1;
    const QRectF place(left, top, width, metrics.height());
    if (place.intersects(m_lastText)) {
        return;
    }
    m_lastText = place;
    m_painter.setFont(small);
    m_painter.setPen(point.refused ? m_scene.theme->stop : m_scene.theme->quotaLine);
    m_painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
}

/// Upper edge of the line between two pixels, as far as its ends tell.
double QuotaPainter::highestBetween(double left, double right) const
{
    const QuotaCurve& curve = *m_scene.curve;
    return std::min(yOf(curve.levelAt(m_scene.scale.toTime(left))),
                    yOf(curve.levelAt(m_scene.scale.toTime(right))));
}

void QuotaPainter::paintSelected()
{
    if (!m_scene.selected || *m_scene.selected < m_scene.scale.begin ||
        *m_scene.selected > m_scene.scale.end) {
        return;
    }
    const double x = std::round(m_scene.scale.toX(*m_scene.selected)) + 0.5;
    QPen pen(m_scene.theme->accent, 1);
    pen.setDashPattern({3, 3});
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(x, m_scene.area.top() + 1), QPointF(x, m_scene.area.bottom() - 1));
}

double QuotaPainter::yOf(double level) const
{
    const double highest = m_levels.front();
    const double lowest = m_levels.back();
    return m_plot.top() + m_plot.height() * (highest - level) / std::max(1.0, highest - lowest);
}

double QuotaPainter::xOf(Instant at) const
{
    return std::clamp(m_scene.scale.toX(at), m_plot.left(), m_plot.right());
}

} // namespace retryscope::ui
