// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/page_area.h"

#include "ui/parts/text_room.h"

#include <QApplication>
#include <QEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

PageArea::PageArea(QWidget* page, QWidget* parent) : QAbstractScrollArea(parent), m_page(page)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setFocusProxy(page);
    viewport()->setAutoFillBackground(false);
    page->setParent(viewport());
    page->installEventFilter(this);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &PageArea::fit);
    // Where someone goes by keys must be seen.
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* /*old*/, const QWidget* now) {
        if (now == nullptr || !m_page->isAncestorOf(now)) {
            return;
        }
        const QRect place(now->mapTo(viewport(), QPoint(0, 0)), now->size());
        if (place.top() < 0 || place.height() > viewport()->height()) {
            verticalScrollBar()->setValue(verticalScrollBar()->value() + place.top());
        } else if (place.bottom() >= viewport()->height()) {
            verticalScrollBar()->setValue(verticalScrollBar()->value() + place.bottom() -
                                          viewport()->height() + 1);
        }
    });
}

void PageArea::fit()
{
    if (m_isFitting) {
        return;
    }
    const QScopedValueRollback<bool> fitting(m_isFitting, true);
    const QSize room = maximumViewportSize();
    const QSize least = m_page->minimumSizeHint().expandedTo(m_page->minimumSize());
    if (std::exchange(m_room, room) != room) {
        m_hasGap = false;
    }
    const int whole = std::max(room.width(), least.width());
    const int narrow = std::max(room.width() - verticalScrollBar()->sizeHint().width(), least.width());
    m_hasGap = m_hasGap || leastHeightOf(*m_page, whole) > room.height();
    QSize size(m_hasGap ? narrow : whole, 0);
    size.setHeight(std::max(room.height(), leastHeightOf(*m_page, size.width())));
    // The vertical bar first, which takes width from the viewport.
    verticalScrollBar()->setRange(0, size.height() - room.height());
    verticalScrollBar()->setPageStep(room.height());
    verticalScrollBar()->setSingleStep(fontMetrics().lineSpacing());
    horizontalScrollBar()->setRange(0, std::max(0, size.width() - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    m_page->setGeometry(-horizontalScrollBar()->value(), -verticalScrollBar()->value(), size.width(),
                        size.height());
}

bool PageArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_page && event->type() == QEvent::Show) {
        m_room = {};
    }
    if (watched == m_page && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)) {
        fit();
        m_soon.start();
    }
    return QAbstractScrollArea::eventFilter(watched, event);
}

void PageArea::resizeEvent(QResizeEvent* /*event*/)
{
    fit();
    m_soon.start();
}

void PageArea::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    m_page->move(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
}

} // namespace retryscope::ui
