// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/stale_frame.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>

namespace retryscope::ui {

StaleFrame::StaleFrame(QWidget* over) : QWidget(over)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    hide();
}

void StaleFrame::paintEvent(QPaintEvent* /*event*/)
{
    constexpr qreal kWidth = 2;
    QPainter painter(this);
    painter.setPen(QPen(Theme::forPalette(palette()).warning, kWidth, Qt::DashLine));
    painter.drawRect(QRectF(rect()).adjusted(kWidth / 2, kWidth / 2, -kWidth / 2, -kWidth / 2));
}

bool StaleFrame::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show ||
        event->type() == QEvent::ChildAdded) {
        setGeometry(parentWidget()->rect());
        raise();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace retryscope::ui
