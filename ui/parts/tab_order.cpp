// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/tab_order.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QActionGroup>
#include <QButtonGroup>
#include <QComboBox>
#include <QLayout>
#include <QSet>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QWidget>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr const char* kGroup = "tabGroup";
constexpr const char* kLast =
    "tabGroupLast"; ///< address of the button that had the focus last; only compared

QWidget* groupOf(const QWidget* widget)
{
    QWidget* group = widget->parentWidget();
    while (group != nullptr && !group->property(kGroup).toBool()) {
        group = group->parentWidget();
    }
    return group;
}

/// The arrow keys belong to the choices of an exclusive group.
bool mayBeGrouped(const QWidget* widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    return button != nullptr && !button->autoExclusive() &&
           (button->group() == nullptr || !button->group()->exclusive());
}

class TabOrder
{
public:
    enum class Groups { AreOneStop, AreOpen };
    explicit TabOrder(QWidget& window, Groups groups) : m_window(window), m_groups(groups) {}

    void visit(QWidget* widget)
    {
        if (widget == nullptr || m_seen.contains(widget) || !widget->isVisibleTo(&m_window) ||
            widget->window() != m_window.window()) {
            return;
        }
        m_seen.insert(widget);
        const bool isGroup = m_groups == Groups::AreOneStop && widget->property(kGroup).toBool();
        const qsizetype before = m_order.size();
        visitParts(widget);
        if (isGroup) {
            closeGroup(before, widget->property(kLast).value<quintptr>());
        }
    }

    [[nodiscard]] const QList<QWidget*>& order() const { return m_order; }

private:
    /// Of the buttons since `first` one stays: that with the focus, else the current choice, else the last
    /// one.
    void closeGroup(qsizetype first, quintptr last)
    {
        QWidget* kept = nullptr;
        for (qsizetype i = first; i < m_order.size(); ++i) {
            QWidget* one = m_order[i];
            const auto* tool = qobject_cast<QToolButton*>(one);
            const bool isCurrent = tool != nullptr && tool->isChecked() && tool->defaultAction() != nullptr &&
                                   tool->defaultAction()->actionGroup() != nullptr;
            const bool isLast = reinterpret_cast<quintptr>(one) == last;
            if (mayBeGrouped(one) &&
                (kept == nullptr || one->hasFocus() || ((isCurrent || isLast) && !kept->hasFocus()))) {
                kept = one;
            }
        }
        const auto begin = m_order.begin() + first;
        m_order.erase(std::remove_if(begin, m_order.end(),
                                     [kept](const QWidget* one) { return mayBeGrouped(one) && one != kept; }),
                      m_order.end());
    }

    void visitParts(QWidget* widget)
    {
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
    Groups m_groups;
    QSet<const QWidget*> m_seen;
    QList<QWidget*> m_order;
};

bool hasSplitterOfPanes(const QWidget& widget)
{
    const QList<QSplitter*> splitters = widget.findChildren<QSplitter*>();
    return std::ranges::any_of(splitters, [&widget](const QSplitter* splitter) {
        const QWidget* around = splitter->parentWidget();
        while (around != &widget && qobject_cast<const QTabWidget*>(around) == nullptr) {
            around = around->parentWidget();
        }
        return around == &widget; // what is in a tab is a part of its pane
    });
}

/// The outermost widget around this one that is alone in its part of a splitter, or that a splitter stands
/// beside.
QWidget* paneOf(QWidget* widget, const QWidget& root)
{
    for (QWidget* around = widget; around != nullptr && around != &root; around = around->parentWidget()) {
        widget = qobject_cast<QTabWidget*>(around) != nullptr ? around : widget;
    }
    while (widget != &root) {
        QWidget* parent = widget->parentWidget();
        if (parent == nullptr || parent == &root || qobject_cast<QSplitter*>(parent) != nullptr ||
            hasSplitterOfPanes(*parent)) {
            break;
        }
        widget = parent;
    }
    return widget;
}

struct Pane
{
    QWidget* widget = nullptr;
    QWidget* main = nullptr;
};

/// In the order of Tab.
QList<Pane> panesOf(QWidget& root)
{
    QList<Pane> panes;
    for (QWidget* widget : tabOrderOf(root)) {
        QWidget* pane = paneOf(widget, root);
        if (std::ranges::find(panes, pane, &Pane::widget) == panes.end()) {
            QWidget* proxy = pane->focusProxy();
            panes += Pane{pane, proxy != nullptr && proxy->isEnabled() ? proxy : widget};
        }
    }
    return panes;
}

} // namespace

QWidget* nextPane(QWidget& root, QWidget* from, bool isForward)
{
    const QList<Pane> panes = panesOf(root);
    if (panes.size() < 2) {
        return nullptr;
    }
    const QWidget* here = from == nullptr ? nullptr : paneOf(from, root);
    const qsizetype at = std::ranges::find(panes, here, &Pane::widget) - panes.begin();
    if (at == panes.size()) {
        return isForward ? panes.front().main : panes.back().main;
    }
    return panes[(at + (isForward ? 1 : panes.size() - 1)) % panes.size()].main;
}

QList<QWidget*> tabOrderOf(QWidget& root)
{
    TabOrder order(root, TabOrder::Groups::AreOneStop);
    order.visit(&root);
    return order.order();
}

QList<QWidget*> keyOrderOf(QWidget& root)
{
    TabOrder order(root, TabOrder::Groups::AreOpen);
    order.visit(&root);
    return order.order();
}

void makeTabGroup(QWidget* group)
{
    group->setProperty(kGroup, true);
}

void noteFocusInTabGroup(const QWidget* widget)
{
    if (QWidget* group = mayBeGrouped(widget) ? groupOf(widget) : nullptr) {
        group->setProperty(kLast, QVariant::fromValue(reinterpret_cast<quintptr>(widget)));
    }
}

QWidget* nextInTabGroup(QWidget* from, bool isForward)
{
    QWidget* group = mayBeGrouped(from) ? groupOf(from) : nullptr;
    if (group == nullptr) {
        return nullptr;
    }
    QList<QWidget*> buttons = keyOrderOf(*group);
    buttons.removeIf([](const QWidget* widget) { return !mayBeGrouped(widget); });
    const qsizetype at = std::max<qsizetype>(0, buttons.indexOf(from));
    return buttons.isEmpty() ? nullptr
                             : buttons[(at + (isForward ? 1 : buttons.size() - 1)) % buttons.size()];
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
