// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/strips/quota_painter.h"

#include "ui/parts/fitted_text.h"
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
    m_begin = std::max(scene.scale.begin, scene.curve->begin);
    m_end = std::clamp(std::max(scene.end, scene.curve->begin), m_begin, std::max(m_begin, scene.scale.end));
    m_moments = momentsOf(*scene.curve, m_begin, m_end);
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
        paintSpentBefore();
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
        const double height = fittedHeight(text, font, static_cast<int>(width), 2);
        m_painter.setFont(font);
        m_painter.setPen(colour);
        drawFitted(m_painter, QRectF(m_scene.area.left() + kStripInset, top, width, height),
                   Qt::AlignLeft | Qt::AlignVCenter, text, {.loss = Loss::Nothing, .lines = 2});
        top += height + 2;
    };
    if (curve.capacity) {
        line(bold, m_scene.theme->text, tr("Retry quota"));
        line(small, m_scene.theme->muted, tr("%1 of %2 tokens").arg(curve.level()).arg(*curve.capacity));
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
                           Qt::AlignLeft | Qt::AlignVCenter,
                           level == m_levels.front() ? tr("%L1 tokens").arg(level) : tr("%L1").arg(level));
    }
}

/// One upright line per column of pixels, from the smallest to the largest level there.
void QuotaPainter::paintLine()
{
    double y = yOf(m_scene.curve->levelAt(m_begin));
    QPolygonF line{QPointF(m_scene.scale.toX(m_begin), y)};
    std::size_t next = 0;
    while (next < m_moments.size()) {
        const double x = std::round(m_scene.scale.toX(m_moments[next].at));
        double high = y;
        double low = y;
        for (; next < m_moments.size() && m_scene.scale.toX(m_moments[next].at) < x + 0.5; ++next) {
            y = yOf(m_moments[next].level);
            high = std::min(high, y);
            low = std::max(low, y);
        }
        line << QPointF(x, line.constLast().y()) << QPointF(x, high) << QPointF(x, low) << QPointF(x, y);
    }
    line << QPointF(m_scene.scale.toX(m_end), y);
    // All of it is upright or level: sharp only without smoothing.
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(QPen(m_scene.theme->quotaLine, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPolyline(line);
    m_painter.setRenderHint(QPainter::Antialiasing, true);
}

void QuotaPainter::paintSpentBefore()
{
    const QuotaCurve& curve = *m_scene.curve;
    if (curve.spentBefore == 0 || m_begin != curve.begin) {
        return;
    }
    const QFont small = Theme::smallFont(m_scene.font);
    const QFontMetricsF metrics(small);
    const QString text = tr("%L1 left by earlier runs").arg(curve.startLevel);
    const double y = yOf(curve.startLevel);
    const bool hasRoomBelow = y + 3 + metrics.height() <= m_scene.area.bottom() - 2;
    const QRectF place(m_scene.scale.toX(m_begin) + kMark + 3,
                       hasRoomBelow ? y + 3 : y - metrics.height() - 1, metrics.horizontalAdvance(text) + 1,
                       metrics.height());
    if (place.right() > m_plot.right()) {
        return;
    }
    m_lastText = place;
    m_painter.setFont(small);
    m_painter.setPen(m_scene.theme->muted);
    m_painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
}

void QuotaPainter::paintMarks()
{
    double lastMark = m_plot.left() - kMarkDistance;
    for (std::size_t index = 0; index < m_moments.size(); ++index) {
        const QuotaMoment& moment = m_moments[index];
        const double x = m_scene.scale.toX(moment.at);
        const bool isDense = x - lastMark < kMarkDistance && !moment.refused;
        if (isDense || (moment.change == 0 && !moment.refused)) {
            continue;
        }
        lastMark = x;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(moment.refused ? m_scene.theme->stop : m_scene.theme->quotaLine);
        m_painter.drawEllipse(QPointF(x, yOf(moment.level)), kMark, kMark);
        const bool isLast = index + 1 == m_moments.size();
        paintChange(moment, x, isLast ? m_scene.area.right() : m_scene.scale.toX(m_moments[index + 1].at));
    }
}

void QuotaPainter::paintChange(const QuotaMoment& moment, double x, double free)
{
    const QFont small = Theme::smallFont(m_scene.font);
    const QFontMetricsF metrics(small);
    const QString change = moment.change < 0 ? QStringLiteral("−%1").arg(-moment.change)
                                             : QStringLiteral("+%1").arg(moment.change);
    const QString text = moment.refused ? tr("✕ Refused") : change;
    const double width = metrics.horizontalAdvance(text) + 1;
    const double limit = moment.refused ? m_plot.right() : std::min(free - 1, m_plot.right() + 4);
    const bool fits = x + kMark + 3 + width <= limit;
    const bool isLast = free >= m_scene.area.right();
    if (!fits && !moment.refused && !isLast) {
        return;
    }
    const double left = fits ? x + kMark + 3 : x - kMark - 3 - width;
    const double y = yOf(moment.level);
    const bool hasRoomBelow = y + 2 + metrics.height() <= m_scene.area.bottom() - 2;
    const bool isBelow = hasRoomBelow && moment.change <= 0;
    const double top = isBelow ? y + 2 : highestBetween(left, left + width) - metrics.height() - 1;
    const QRectF place(left, top, width, metrics.height());
    constexpr double kApart = 8; // pixels
    if (place.adjusted(-kApart, 0, kApart, 0).intersects(m_lastText)) {
        return;
    }
    m_lastText = place;
    m_painter.setFont(small);
    m_painter.setPen(moment.refused ? m_scene.theme->stop : m_scene.theme->quotaLine);
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

} // namespace retryscope::ui
