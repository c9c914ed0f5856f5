// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/page_area.h"

#include "ui/parts/form.h"
#include "ui/parts/text_space.h"

#include <QEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

PageArea::PageArea(QWidget* page, QWidget* parent) : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusProxy(page);
    setWidget(page);
    page->setAutoFillBackground(false); // the room behind shows through
    viewport()->setAutoFillBackground(false);
    scrollToFocus(this);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &PageArea::fit);
}

void PageArea::fit()
{
    if (m_isFitting) {
        return;
    }
    const QScopedValueRollback<bool> fitting(m_isFitting, true);
    const QSize room = maximumViewportSize();
    const QSize least = widget()->minimumSizeHint().expandedTo(widget()->minimumSize());
    if (std::exchange(m_room, room) != room) {
        m_hasGap = false;
    }
    const int whole = std::max(room.width(), least.width());
    const int narrow = std::max(room.width() - verticalScrollBar()->sizeHint().width(), least.width());
    m_hasGap = m_hasGap || leastHeightOf(*widget(), whole) > room.height();
    QSize size(m_hasGap ? narrow : whole, 0);
    size.setHeight(std::max(room.height(), leastHeightOf(*widget(), size.width())));
    verticalScrollBar()->setSingleStep(fontMetrics().lineSpacing());
    widget()->resize(size);
}

bool PageArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::Show) {
        m_room = {};
    }
    if (watched == widget() && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)) {
        fit();
        m_soon.start();
    }
    return QScrollArea::eventFilter(watched, event);
}

void PageArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
    m_soon.start();
}

} // namespace retryscope::ui
