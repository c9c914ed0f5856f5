// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/veil.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>

namespace retryscope::ui {

Veil::Veil(QWidget* over) : QWidget(over)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    hide();
}

void Veil::paintEvent(QPaintEvent* /*event*/)
{
    constexpr float kStrength = 0.4F;
    QColor colour = Theme::forPalette(palette()).card;
    colour.setAlphaF(kStrength);
    QPainter(this).fillRect(rect(), colour);
}

bool Veil::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show ||
        event->type() == QEvent::ChildAdded) {
        setGeometry(parentWidget()->rect());
        raise();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace retryscope::ui
