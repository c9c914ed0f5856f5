// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/tab_order.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLayout>
#include <QSet>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QWidget>

namespace retryscope::ui {

namespace {

class TabOrder
{
public:
    explicit TabOrder(QWidget& window) : m_window(window) {}

    void visit(QWidget* widget)
    {
        if (widget == nullptr || m_seen.contains(widget) || !widget->isVisibleTo(&m_window) ||
            widget->window() != m_window.window()) {
            return;
        }
        m_seen.insert(widget);
        const bool takesTab = (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
        if (takesTab && widget->isEnabled() && widget->focusProxy() == nullptr) {
            m_order += widget;
        }
        const bool isOne = qobject_cast<QComboBox*>(widget) != nullptr ||
                           qobject_cast<QAbstractSpinBox*>(widget) != nullptr ||
                           qobject_cast<QAbstractItemView*>(widget) != nullptr;
        if (isOne) {
            return; // its parts are reached with other keys
        }
        if (const auto* splitter = qobject_cast<QSplitter*>(widget)) {
            for (int i = 0; i < splitter->count(); ++i) {
                visit(splitter->widget(i));
            }
        }
        // Its bar stands above its page, but is made after it.
        if (const auto* tabs = qobject_cast<QTabWidget*>(widget)) {
            visit(tabs->tabBar());
            visit(tabs->cornerWidget(Qt::TopLeftCorner));
            visit(tabs->cornerWidget(Qt::TopRightCorner));
            visit(tabs->currentWidget());
        }
        if (widget->layout() != nullptr) {
            visit(*widget->layout());
        }
        for (QObject* child : widget->children()) {
            visit(qobject_cast<QWidget*>(child));
        }
    }

    [[nodiscard]] const QList<QWidget*>& order() const { return m_order; }

private:
    void visit(QLayout& layout)
    {
        for (int i = 0; i < layout.count(); ++i) {
            QLayoutItem* item = layout.itemAt(i);
            if (item->layout() != nullptr) {
                visit(*item->layout());
            } else {
                visit(item->widget());
            }
        }
    }

    QWidget& m_window;
    QSet<const QWidget*> m_seen;
    QList<QWidget*> m_order;
};

} // namespace

QList<QWidget*> tabOrderOf(QWidget& root)
{
    TabOrder order(root);
    order.visit(&root);
    return order.order();
}

QWidget* nextInTabOrder(QWidget& root, QWidget* from, bool isForward)
{
    const QList<QWidget*> order = tabOrderOf(root);
    if (order.isEmpty()) {
        return nullptr;
    }
    qsizetype at = -1;
    for (const QWidget* widget = from; widget != nullptr && at < 0; widget = widget->parentWidget()) {
        at = order.indexOf(widget);
    }
    if (at < 0) {
        return isForward ? order.front() : order.back();
    }
    return order[(at + (isForward ? 1 : order.size() - 1)) % order.size()];
}

} // namespace retryscope::ui
