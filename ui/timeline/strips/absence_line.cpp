// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/strips/absence_line.h"

#include "ui/parts/fitted_text.h"
#include "ui/theme/theme.h"
#include "ui/timeline/strips/strip.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

AbsenceLine::AbsenceLine(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("absenceLine"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void AbsenceLine::display(const QString& title, const QString& reason)
{
    m_title = title;
    m_reason = reason;
    setAccessibleName(title);
    setAccessibleDescription(reason);
    setVisible(!reason.isEmpty());
    update();
}

void AbsenceLine::setScale(const TimeScale& scale)
{
    m_scale = scale;
    update();
}

QSize AbsenceLine::sizeHint() const
{
    return {600, fontMetrics().height() + 16};
}

/// Title at the left, and in the plot why there is no curve, on a dotted line.
void AbsenceLine::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    const Theme& theme = Theme::forPalette(palette());
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(QPointF(0, 0.5), QPointF(width(), 0.5));
    const double plotLeft = std::max(m_scale.left, kStripInset + 60);
    const QRectF words(kStripInset, 0, plotLeft - kStripInset - 6, height());
    painter.setFont(Theme::boldFont(font()));
    painter.setPen(theme.text);
    drawFitted(painter, words, Qt::AlignLeft | Qt::AlignVCenter, m_title, {.loss = Loss::Nothing});
    painter.setFont(Theme::smallFont(font()));
    const QFontMetricsF metrics(painter.font());
    const double right =
        std::max(plotLeft + 1, std::min(m_scale.left + m_scale.width, width() - kStripInset));
    const QString text = fittedLines(m_reason, painter.font(), right - plotLeft).first();
    const double textWidth = metrics.horizontalAdvance(text) + 2;
    const double textLeft = plotLeft + std::max(0.0, std::min(40.0, right - plotLeft - textWidth));
    painter.setPen(theme.muted);
    painter.drawText(QRectF(textLeft, 0, textWidth, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    const double y = std::round(height() / 2.0) + 0.5;
    painter.setPen(QPen(theme.border, 1, Qt::DotLine));
    painter.drawLine(QPointF(plotLeft, y), QPointF(std::max(plotLeft, textLeft - 6), y));
    painter.drawLine(QPointF(std::min(right, textLeft + textWidth + 6), y), QPointF(right, y));
}

} // namespace retryscope::ui
