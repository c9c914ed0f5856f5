// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/elided_label.h"

#include "ui/parts/fitted_text.h"

#include <QPainter>

#include <algorithm>

namespace retryscope::ui {

ElidedLabel::ElidedLabel(QWidget* parent, Loss loss) : QLabel(parent), m_loss(loss)
{
    setTextFormat(Qt::PlainText);
}

void ElidedLabel::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setFont(font());
    painter.setPen(palette().color(foregroundRole()));
    drawFitted(painter, contentsRect().adjusted(std::max(0, indent()), 0, 0, 0), alignment(), text(),
               {.loss = m_loss});
}

} // namespace retryscope::ui
