// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/panes.h"

#include "ui/parts/text_space.h"

#include <QApplication>
#include <QEvent>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTabBar>

#include <algorithm>
#include <utility>
#include <vector>

namespace retryscope::ui {

Panes::Panes(QSplitter* splitter, const QStringList& titles, QWidget* parent)
    : QWidget(parent), m_splitter(splitter), m_tabs(new QTabBar(this)), m_titles(titles)
{
    splitter->setParent(this);
    splitter->installEventFilter(this);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &Panes::fit);
    m_tabs->setObjectName(splitter->objectName() + QStringLiteral("Tabs"));
    m_tabs->setAccessibleName(titles.join(QStringLiteral(", ")));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setDocumentMode(true);
    m_tabs->hide();
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (!m_isFitting && tab >= 0) {
            m_shown = m_tabs->tabData(tab).toInt();
            display();
        }
    });
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* /*old*/, const QWidget* now) {
        if (now != nullptr && isFolded() && m_splitter->isAncestorOf(now)) {
            showPane(now);
        }
    });
}

void Panes::showPane(const QWidget* widget)
{
    for (int pane = 0; pane < m_splitter->count(); ++pane) {
        if (m_splitter->widget(pane) == widget || m_splitter->widget(pane)->isAncestorOf(widget)) {
            m_shown = pane;
            display();
        }
    }
}

void Panes::reveal(const QWidget* widget)
{
    for (QWidget* parent = widget->parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (auto* panes = qobject_cast<Panes*>(parent)) {
            panes->showPane(widget);
        }
    }
}

QByteArray Panes::unfoldedState(const QSplitter& splitter)
{
    const auto* panes = qobject_cast<const Panes*>(splitter.parentWidget());
    return panes != nullptr && panes->isFolded() ? panes->m_state : splitter.saveState();
}

bool Panes::isWanted(int pane) const
{
    return !m_splitter->widget(pane)->isHidden();
}

QSize Panes::leastSizeOf(int pane) const
{
    const QWidget* widget = m_splitter->widget(pane);
    const int least = std::max(widget->minimumSizeHint().width(), widget->minimumWidth());
    const bool hasWhole = m_splitter->orientation() == Qt::Vertical || isFolded();
    return {least, leastHeightOf(*widget, std::max(least, hasWhole ? width() : widget->width()))};
}

/// One pane must fit; then there are tabs above it.
QSize Panes::minimumSizeHint() const
{
    QSize least(0, 0);
    int panes = 0;
    for (int pane = 0; pane < m_splitter->count(); ++pane) {
        if (isWanted(pane)) {
            least = least.expandedTo(leastSizeOf(pane));
            ++panes;
        }
    }
    return panes < 2 ? least : least + QSize(0, m_tabs->sizeHint().height() + m_splitter->count() - 1);
}

QSize Panes::sizeHint() const
{
    return m_splitter->sizeHint();
}

void Panes::fit()
{
    if (m_isFitting) {
        return;
    }
    const QScopedValueRollback<bool> fitting(m_isFitting, true);
    const bool isBeside = m_splitter->orientation() == Qt::Horizontal;
    int needed = -m_splitter->handleWidth();
    int wanted = 0;
    for (int pane = 0; pane < m_splitter->count(); ++pane) {
        if (isWanted(pane)) {
            const QSize least = leastSizeOf(pane);
            needed += (isBeside ? least.width() : least.height()) + m_splitter->handleWidth();
            ++wanted;
        }
    }
    const bool mustFold = wanted > 1 && needed > (isBeside ? width() : height());
    if (mustFold) {
        fold();
    } else if (isFolded()) {
        unfold();
    }
    const int tabs = isFolded() ? m_tabs->sizeHint().height() : 0;
    m_tabs->setVisible(isFolded());
    m_tabs->setGeometry(0, 0, width(), tabs);
    m_splitter->setGeometry(0, tabs, width(), height() - tabs);
    isFolded() ? display() : balance();
    if (const QSize least = minimumSizeHint(); std::exchange(m_least, least) != least) {
        updateGeometry();
    }
}

void Panes::fold()
{
    if (!isFolded()) {
        m_state = m_splitter->saveState();
        for (int pane = 0; pane < m_splitter->count(); ++pane) { // where someone works stays in sight
            m_shown = m_splitter->widget(pane)->isAncestorOf(QApplication::focusWidget()) ? pane : m_shown;
        }
    }
    m_isFolded = true;
    while (m_tabs->count() > 0) {
        m_tabs->removeTab(0);
    }
    for (int pane = 0; pane < m_splitter->count(); ++pane) {
        m_splitter->setCollapsible(pane, true);
        if (isWanted(pane)) {
            m_tabs->setTabData(m_tabs->addTab(m_titles.value(pane)), pane);
        }
    }
}

void Panes::unfold()
{
    m_isFolded = false;
    for (int pane = 0; pane < m_splitter->count(); ++pane) {
        m_splitter->setCollapsible(pane, false);
    }
    m_splitter->restoreState(m_state);
}

/// A splitter knows how low a pane can be only where no text in it wraps.
void Panes::balance()
{
    if (m_splitter->orientation() == Qt::Horizontal) {
        return;
    }
    QList<int> sizes = m_splitter->sizes();
    int lacking = 0;
    std::vector<int> leasts;
    for (int pane = 0; pane < m_splitter->count(); ++pane) {
        leasts.push_back(isWanted(pane) ? leastSizeOf(pane).height() : 0);
        lacking += std::max(0, leasts.back() - sizes[pane]);
        sizes[pane] = std::max(sizes[pane], leasts.back());
    }
    if (lacking == 0) {
        return;
    }
    for (int pane = 0; pane < m_splitter->count() && lacking > 0; ++pane) {
        const int taken = std::min(lacking, sizes[pane] - leasts[static_cast<std::size_t>(pane)]);
        sizes[pane] -= taken;
        lacking -= taken;
    }
    m_splitter->setSizes(sizes);
}

void Panes::display()
{
    if (!isFolded()) {
        return;
    }
    if (!isWanted(m_shown)) {
        m_shown = m_tabs->tabData(0).toInt();
    }
    const bool isBeside = m_splitter->orientation() == Qt::Horizontal;
    QList<int> sizes(m_splitter->count(), 0);
    sizes[m_shown] = isBeside ? m_splitter->width() : m_splitter->height();
    m_splitter->setSizes(sizes);
    const QScopedValueRollback<bool> fitting(m_isFitting, true);
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        if (m_tabs->tabData(tab).toInt() == m_shown) {
            m_tabs->setCurrentIndex(tab);
        }
    }
}

/// A hidden widget does not hear that its panes need other room.
bool Panes::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::Show) {
        updateGeometry();
        fit();
    }
    return QWidget::event(event);
}

/// A pane was shown, hidden, or needs other room than before.
bool Panes::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_splitter && event->type() == QEvent::LayoutRequest) {
        updateGeometry();
        fit();
        m_soon.start();
    }
    return QWidget::eventFilter(watched, event);
}

void Panes::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
    m_soon.start();
}

} // namespace retryscope::ui
