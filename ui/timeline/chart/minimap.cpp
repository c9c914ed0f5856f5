// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/minimap.h"

#include "ui/theme/theme.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/rows/attempt_texts.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr double kNarrowestFrame = 6;
constexpr int kBesideName = 10;   ///< pixels
constexpr int kNarrowestMap = 60; ///< pixels: nothing could be seen in less

} // namespace

Minimap::Minimap(TimelineChart& chart, QWidget* parent) : QWidget(parent), m_chart(chart)
{
    setObjectName(QStringLiteral("timelineMinimap"));
    setAccessibleName(tr("Whole run, with a frame around the shown part"));
    setToolTip(tr("The whole run. Drag the frame to scroll the timeline (Ctrl+Left, Ctrl+Right)"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&chart, &TimelineChart::sightChanged, this, &Minimap::followChart);
    followChart();
}

void Minimap::followChart()
{
    setHidden(!m_chart.sight().isZoomed() && !m_chart.rows().isGrouped());
    update();
}

QSize Minimap::sizeHint() const
{
    return {320, std::max(32, fontMetrics().height() + 14)};
}

TimeScale Minimap::scaleOfWhole() const
{
    const TimeRange whole = m_chart.sight().wholeRange();
    return {.begin = whole.begin, .end = whole.end, .left = 1, .width = std::max(1.0, mapWidth() - 2.0)};
}

/// Without its name at the right.
int Minimap::mapWidth() const
{
    const QFontMetrics metrics(Theme::smallFont(font()));
    const int name = metrics.horizontalAdvance(tr("Whole run")) + kBesideName;
    return width() > 4 * name ? width() - name : width();
}

QRectF Minimap::frame() const
{
    if (!m_chart.sight().isZoomed() || width() < kNarrowestMap) {
        return {};
    }
    const TimeScale whole = scaleOfWhole();
    const double left = std::max(0.5, whole.toX(m_chart.scale().begin));
    const double right = std::min(mapWidth() - 0.5, whole.toX(m_chart.scale().end));
    const double missing = std::max(0.0, kNarrowestFrame - (right - left)) / 2;
    return {left - missing, 0.5, right - left + 2 * missing, height() - 1.0};
}

void Minimap::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::forPalette(palette());
    const QSize room(mapWidth() - 2, height() - 4);
    // Of more rows than there are pixels, all share one line; its place from top to bottom would say nothing.
    const int lines = m_chart.rows().count() > room.height() ? 1 : room.height();
    const Key key{m_chart.rows().count(),       m_chart.rows().attempts().count(), m_chart.now(),
                  m_chart.sight().wholeRange(), QSize(room.width(), lines),        theme.isDark};
    if (key != m_key) {
        m_key = key;
        m_picture = m_chart.picture(key.size, devicePixelRatioF());
    }
    QPainter painter(this);
    painter.fillRect(rect(), theme.card);
    painter.drawImage(QRectF(QPointF(1, 2), QSizeF(room)), m_picture);
    if (mapWidth() < width()) {
        painter.setFont(Theme::smallFont(font()));
        painter.setPen(theme.muted);
        painter.drawText(QRect(mapWidth(), 0, width() - mapWidth(), height()),
                         Qt::AlignRight | Qt::AlignVCenter, tr("Whole run"));
    }
    paintFrame(painter, frame());
}

/// Around the part that the chart shows; the rest is paled.
void Minimap::paintFrame(QPainter& painter, const QRectF& shown) const
{
    const Theme& theme = Theme::forPalette(palette());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.grid, 1));
    painter.drawRect(QRectF(0.5, 0.5, mapWidth() - 1.0, height() - 1.0));
    if (shown.isEmpty()) {
        return;
    }
    QColor veil = theme.window;
    veil.setAlphaF(0.55F);
    painter.fillRect(QRectF(0, 0, shown.left(), height()), veil);
    painter.fillRect(QRectF(shown.right(), 0, mapWidth() - shown.right(), height()), veil);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRoundedRect(shown.adjusted(1, 0.5, -1, -0.5), 3, 3);
}

void Minimap::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    const QRectF shown = frame();
    if (event->button() != Qt::LeftButton || shown.isEmpty()) {
        return;
    }
    const double x = event->position().x();
    const bool isInside = x >= shown.left() && x <= shown.right();
    m_grabbedAt = isInside ? x - shown.left() : shown.width() / 2;
    m_isGrabbed = true;
    setCursor(Qt::ClosedHandCursor);
    moveFrame(x);
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isGrabbed) {
        moveFrame(event->position().x());
    }
}

void Minimap::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    m_isGrabbed = false;
    unsetCursor();
}

void Minimap::moveFrame(double x)
{
    m_chart.panTo(scaleOfWhole().toTime(x - m_grabbedAt));
}

} // namespace retryscope::ui
