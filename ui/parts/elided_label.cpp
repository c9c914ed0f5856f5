// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/elided_label.h"

#include "ui/parts/fitted_text.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

ElidedLabel::ElidedLabel(QWidget* parent, Fit fit) : QLabel(parent), m_fit(std::move(fit))
{
    setTextFormat(Qt::PlainText);
}

int ElidedLabel::heightForWidth(int width) const
{
    return fittedHeight(text(), font(), width - std::max(0, indent()), m_fit.lines);
}

void ElidedLabel::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setFont(font());
    painter.setPen(palette().color(foregroundRole()));
    drawFitted(painter, contentsRect().adjusted(std::max(0, indent()), 0, 0, 0), alignment(), text(), m_fit);
}

} // namespace retryscope::ui
