// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/verdict_sign.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace retryscope::ui {

namespace {

/// Where the strokes go in a square of 16 units.
constexpr qreal kUnits = 16;

void strokeTick(QPainter& painter)
{
    painter.drawPolyline(QPolygonF{{4.6, 8.3}, {7.0, 10.6}, {11.4, 5.6}});
}

void strokeCross(QPainter& painter)
{
    painter.drawLine(QPointF(5.4, 5.4), QPointF(10.6, 10.6));
    painter.drawLine(QPointF(10.6, 5.4), QPointF(5.4, 10.6));
}

/// Three quarters of a ring, and the head of an arrow at its end.
void strokeRetry(QPainter& painter)
{
    constexpr int kDegree = 16; // Qt counts sixteenths
    painter.drawArc(QRectF(3.2, 3.2, 9.6, 9.6), -20 * kDegree, -285 * kDegree);
    painter.drawPolyline(QPolygonF{{12.9, 2.6}, {12.9, 6.0}, {9.6, 6.0}});
}

} // namespace

Sign signOf(CallVerdict verdict)
{
    switch (verdict) {
    case CallVerdict::Running:
        return Sign::Running;
    case CallVerdict::Succeeded:
        return Sign::Done;
    case CallVerdict::Failed:
        return Sign::Failed;
    case CallVerdict::Cancelled:
        return Sign::Stopped;
    }
    return Sign::None;
}

void paintSign(QPainter& painter, const QRectF& rect, Sign sign, const Theme& theme)
{
    if (sign == Sign::None) {
        return;
    }
    const qreal side = std::min(rect.width(), rect.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.center() - QPointF(side, side) / 2);
    painter.scale(side / kUnits, side / kUnits);
    const auto pen = [](const QColor& colour) {
        return QPen(colour, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    };
    painter.setPen(Qt::NoPen);
    switch (sign) {
    case Sign::Done:
        painter.setBrush(theme.succeed);
        painter.drawEllipse(QRectF(1, 1, 14, 14));
        painter.setPen(pen(theme.card));
        strokeTick(painter);
        break;
    case Sign::Doubted:
        painter.setPen(QPen(theme.warning, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(theme.warning);
        painter.drawPolygon(QPolygonF{{8, 2}, {14.5, 14}, {1.5, 14}});
        painter.setPen(pen(theme.card));
        painter.drawLine(QPointF(8, 6.6), QPointF(8, 9.6));
        painter.drawPoint(QPointF(8, 12));
        break;
    case Sign::Failed:
        painter.setBrush(theme.stop);
        painter.drawRoundedRect(QRectF(1.5, 1.5, 13, 13), 2.5, 2.5);
        painter.setPen(pen(theme.card));
        strokeCross(painter);
        break;
    case Sign::Stopped:
        painter.setPen(pen(theme.muted));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QRectF(1.9, 1.9, 12.2, 12.2));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.muted);
        painter.drawRoundedRect(QRectF(5.4, 5.4, 5.2, 5.2), 0.8, 0.8);
        break;
    case Sign::Running:
        painter.setPen(pen(theme.accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QRectF(2.5, 2.5, 11, 11));
        break;
    case Sign::Retried:
        painter.setPen(pen(theme.retry));
        painter.setBrush(Qt::NoBrush);
        strokeRetry(painter);
        break;
    case Sign::None:
        break;
    }
    painter.restore();
}

Sign signOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Succeed:
        return Sign::Done;
    case Verdict::Retry:
        return Sign::Retried;
    case Verdict::Stop:
        return Sign::Failed;
    }
    return Sign::None;
}

QColor signColour(Sign sign, const Theme& theme)
{
    switch (sign) {
    case Sign::Done:
        return theme.succeed;
    case Sign::Retried:
        return theme.retry;
    case Sign::Doubted:
        return theme.warning;
    case Sign::Failed:
        return theme.stop;
    case Sign::Running:
    case Sign::Stopped:
    case Sign::None:
        break;
    }
    return theme.muted;
}

QColor toneColour(Tone tone, const Theme& theme)
{
    switch (tone) {
    case Tone::Plain:
    case Tone::Strong:
        return theme.text;
    case Tone::Good:
        return theme.success;
    case Tone::Warning:
        return theme.warning;
    case Tone::Bad:
        return theme.danger;
    case Tone::Faint:
        return theme.muted;
    }
    return theme.text;
}

VerdictSign::VerdictSign(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void VerdictSign::display(Sign sign)
{
    m_sign = sign;
    update();
}

QSize VerdictSign::sizeHint() const
{
    const int side = std::max(24, fontMetrics().height() * 3 / 2);
    return {side, side};
}

void VerdictSign::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintSign(painter, rect(), m_sign, Theme::forPalette(palette()));
}

} // namespace retryscope::ui
