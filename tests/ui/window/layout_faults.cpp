// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/window/layout_faults.h"

#include "ui/parts/elided_label.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMap>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace retryscope::test {

namespace {

QString nameOf(const QWidget* widget)
{
    QString path;
    for (const QWidget* one = widget; one != nullptr && !one->isWindow(); one = one->parentWidget()) {
        if (!one->objectName().isEmpty() && !one->objectName().startsWith(QStringLiteral("qt_"))) {
            path = one == widget ? one->objectName() : one->objectName() + QLatin1Char('/') + path;
            break;
        }
        path = path.isEmpty() ? QString::fromLatin1(one->metaObject()->className()) : path;
    }
    return path;
}

QString textOf(const QWidget* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        return label->text();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        return button->text();
    }
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
        return box->currentText();
    }
    return {};
}

bool isControl(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QComboBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QLabel*>(widget) != nullptr ||
           qobject_cast<const QTabBar*>(widget) != nullptr ||
           (qobject_cast<const QAbstractScrollArea*>(widget) != nullptr &&
            qobject_cast<const QHeaderView*>(widget) == nullptr);
}

/// The width and height that the widget lacks to show its text.
QSize lackOf(const QWidget* widget)
{
    const auto* label = qobject_cast<const QLabel*>(widget);
    if (label != nullptr &&
        (label->text().isEmpty() || dynamic_cast<const ui::ElidedLabel*>(label) != nullptr)) {
        return label->text().isEmpty() ? QSize()
                                       : QSize(0, widget->fontMetrics().height() - widget->height());
    }
    if (label != nullptr && label->wordWrap()) {
        return {label->minimumSizeHint().width() - label->width(),
                label->heightForWidth(label->width()) - label->height()};
    }
    if (const auto* box = qobject_cast<const QComboBox*>(widget); box != nullptr && !box->isEditable()) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.editable = false;
        const QRect field =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        const int icon = box->itemIcon(box->currentIndex()).isNull() ? 0 : box->iconSize().width() + 4;
        return {box->fontMetrics().horizontalAdvance(box->currentText()) + icon - field.width(),
                box->fontMetrics().height() - box->height()};
    }
    if (const auto* edit = qobject_cast<const QLineEdit*>(widget);
        edit != nullptr && qobject_cast<const QAbstractSpinBox*>(edit->parentWidget()) != nullptr) {
        constexpr int kInside = 4; // what a QLineEdit keeps free beside its text
        return {edit->fontMetrics().horizontalAdvance(edit->text()) + kInside - edit->width(),
                edit->fontMetrics().height() - edit->height()};
    }
    if (label != nullptr || qobject_cast<const QAbstractButton*>(widget) != nullptr) {
        const QSize least = label != nullptr ? label->sizeHint() : widget->minimumSizeHint();
        return {least.width() - widget->width(), least.height() - widget->height()};
    }
    return {0, widget->fontMetrics().height() - widget->height()};
}

/// Lies over its neighbours on purpose.
bool isOverlay(const QWidget* widget)
{
    return widget->property("lifted").toBool() || widget->property("overlay").toBool() ||
           qobject_cast<const QScrollBar*>(widget) != nullptr ||
           qobject_cast<const QSplitterHandle*>(widget) != nullptr; // wider than the line that it draws
}

/// A pane that Panes does not show at present.
bool isFoldedAway(const QWidget* widget)
{
    return qobject_cast<const QSplitter*>(widget->parentWidget()) != nullptr &&
           !widget->geometry().intersects(widget->parentWidget()->rect());
}

/// Rooms and panels scroll down where they must, and never sideways.
bool isWiderThanItsArea(const QScrollArea& area)
{
    return area.widget() != nullptr && area.widget()->width() > area.viewport()->width();
}

/// A row of a list or table that is lower than its delegate asks for now; invalid: none.
QModelIndex firstLowRow(const QAbstractItemView& view)
{
    const QAbstractItemModel* model = view.model();
    const auto* tree = qobject_cast<const QTreeView*>(&view);
    if (model == nullptr) {
        return {};
    }
    QModelIndex index = view.indexAt(QPoint(2, 2));
    for (; index.isValid();
         index = tree != nullptr ? tree->indexBelow(index) : index.siblingAtRow(index.row() + 1)) {
        const QRect place = view.visualRect(index);
        if (place.top() > view.viewport()->height()) {
            break;
        }
        if (!place.isEmpty() &&
            place.height() < std::max(view.sizeHintForIndex(index).height(), view.fontMetrics().height())) {
            return index;
        }
    }
    return {};
}

int leastWidthOf(const QWidget* widget)
{
    return std::max(widget->minimumSizeHint().width(), widget->minimumWidth());
}

/// The way down to what needs most width.
QString widestIn(const QWidget* widget)
{
    const QWidget* widest = nullptr;
    for (const QWidget* child : widget->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!child->isHidden() && !child->isWindow() &&
            (widest == nullptr || leastWidthOf(child) > leastWidthOf(widest))) {
            widest = child;
        }
    }
    return QStringLiteral("%1 (%2) ").arg(nameOf(widget)).arg(leastWidthOf(widget)) +
           (widest == nullptr ? QString() : widestIn(widest));
}

/// True when a part of the widget is where no scrolling leads.
bool isLost(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    const QRect place = widget->geometry();
    if (const auto* area = qobject_cast<const QScrollArea*>(parent->parentWidget());
        area != nullptr && area->viewport() == parent) {
        return (area->verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
                place.height() > parent->height()) ||
               (area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
                place.width() > parent->width());
    }
    if (const auto* area = qobject_cast<const QAbstractScrollArea*>(parent->parentWidget());
        area != nullptr && area->viewport() == parent) {
        return false; // it scrolls there
    }
    return !parent->rect().contains(place);
}

/// A field of its own; not the one in another field or in a frame that looks like one.
bool isField(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    const bool isPart = qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
                        qobject_cast<const QComboBox*>(parent) != nullptr ||
                        parent->property("look") == QStringLiteral("field");
    return !isPart && (qobject_cast<const QLineEdit*>(widget) != nullptr ||
                       qobject_cast<const QComboBox*>(widget) != nullptr ||
                       qobject_cast<const QAbstractSpinBox*>(widget) != nullptr);
}

bool isButton(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) != nullptr &&
           qobject_cast<const QTabBar*>(widget->parentWidget()) == nullptr &&
           qobject_cast<const QTableView*>(widget->parentWidget()) == nullptr; // its corner
}

const QWidget* formOf(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    while (parent != nullptr && qobject_cast<const QFormLayout*>(parent->layout()) == nullptr) {
        parent = parent->parentWidget();
    }
    return parent;
}

/// The values of which there are more than allowed, each with what has it first.
void addWhereTooMany(QStringList& faults, const QString& what, const QMap<int, QString>& values, int most)
{
    if (values.size() > most) {
        QStringList parts;
        for (auto entry = values.begin(); entry != values.end(); ++entry) {
            parts += QStringLiteral("%1 (%2)").arg(entry.key()).arg(entry.value());
        }
        faults += QStringLiteral("%1: %2").arg(what, parts.join(QStringLiteral(", ")));
    }
}

} // namespace

QStringList spaceFaults(const QWidget& room)
{
    QMap<int, QString> heights;
    QMap<int, QString> sizes;
    QMap<const QWidget*, QMap<int, QString>> edges;
    for (const QWidget* widget : room.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty()) {
            continue;
        }
        if (isField(widget) || isButton(widget)) {
            heights.insert(widget->height(), nameOf(widget));
        }
        if (isControl(widget)) {
            sizes.insert(qRound(widget->font().pointSizeF() * 10), nameOf(widget));
        }
        if (const QWidget* form = isField(widget) ? formOf(widget) : nullptr) {
            edges[form].insert(widget->mapTo(form, QPoint(0, 0)).x(), nameOf(widget));
        }
    }
    QStringList faults;
    addWhereTooMany(faults, QStringLiteral("heights of controls"), heights, 3);
    addWhereTooMany(faults, QStringLiteral("sizes of text, in tenths of a point"), sizes, 4);
    for (const QMap<int, QString>& form : edges) {
        addWhereTooMany(faults, QStringLiteral("left edges in a form"), form, 2);
    }
    return faults;
}

QStringList layoutFaults(const QWidget& window)
{
    QStringList faults;
    QList<const QWidget*> parents{&window};
    while (!parents.isEmpty()) {
        const QWidget* parent = parents.takeFirst();
        QList<const QWidget*> shown;
        for (const QWidget* widget : parent->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (!widget->isVisible() || widget->isWindow() || isFoldedAway(widget)) {
                continue;
            }
            if (qobject_cast<const QTabBar*>(widget) == nullptr) { // its buttons scroll it
                parents += widget;
            }
            if (isOverlay(widget)) {
                continue;
            }
            const QString name = nameOf(widget);
            if (isControl(widget)) {
                const QSize lack = lackOf(widget);
                if (lack.width() > 0 || lack.height() > 0) {
                    faults += QStringLiteral("cut by %1×%2: %3 “%4”")
                                  .arg(std::max(0, lack.width()))
                                  .arg(std::max(0, lack.height()))
                                  .arg(name, textOf(widget).left(40));
                }
            }
            if (const auto* area = qobject_cast<const QScrollArea*>(widget);
                area != nullptr && isWiderThanItsArea(*area)) {
                faults += QStringLiteral("scrolls sideways (%2 in %3) for %1")
                              .arg(widestIn(area->widget()))
                              .arg(area->widget()->width())
                              .arg(area->viewport()->width());
            }
            if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) {
                if (const QModelIndex row = firstLowRow(*view); row.isValid()) {
                    faults += QStringLiteral("row %1 of %2 has %3 of %4 pixels")
                                  .arg(row.row())
                                  .arg(name)
                                  .arg(view->visualRect(row).height())
                                  .arg(view->sizeHintForIndex(row).height());
                }
            }
            if (isLost(widget) && !widget->geometry().isEmpty()) {
                const QRect place = widget->geometry();
                faults += QStringLiteral("leaves %1: %2 (%3,%4 %5×%6 in %7×%8)")
                              .arg(nameOf(parent), name)
                              .arg(place.x())
                              .arg(place.y())
                              .arg(place.width())
                              .arg(place.height())
                              .arg(parent->width())
                              .arg(parent->height());
            }
            for (const QWidget* other : shown) {
                const QRect common = other->geometry().intersected(widget->geometry());
                if (!common.isEmpty()) {
                    faults += QStringLiteral("overlap by %1×%2: %3 and %4")
                                  .arg(common.width())
                                  .arg(common.height())
                                  .arg(nameOf(other), name);
                }
            }
            shown += widget;
        }
    }
    return faults;
}

} // namespace retryscope::test
