// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/library_box.h"

#include "ui/parts/foreign_text.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QWheelEvent>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kTextMargin = 4;

QStandardItem* groupItem(const QString& title, const QFont& font)
{
    auto* item = new QStandardItem(title);
    item->setFlags(Qt::NoItemFlags);
    item->setFont(Theme::smallFont(font));
    return item;
}

} // namespace

LibraryBox::LibraryBox(Items items, QWidget* parent) : QComboBox(parent), m_items(std::move(items))
{
    setMaxVisibleItems(24);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(10);
    connect(this, &QComboBox::activated, this,
            [this](int index) { Q_EMIT chosen(itemData(index).toString()); });
}

void LibraryBox::display(const QString& id, const QString& title)
{
    const QSignalBlocker blocker(this);
    int index = findData(id);
    if (index < 0) {
        addItem(title, id);
        index = count() - 1;
    }
    setItemText(index, title);
    setCurrentIndex(index);
    setToolTip(plainToolTip(title));
}

void LibraryBox::forget()
{
    m_isFilled = false;
}

void LibraryBox::fill()
{
    if (m_isFilled) {
        return;
    }
    m_isFilled = true;
    const QSignalBlocker blocker(this);
    const QString currentId = currentData().toString();
    const QString currentTitle = currentText();
    auto* list = new QStandardItemModel(this);
    QString group;
    for (const Item& item : m_items()) {
        if (item.group != group) {
            group = item.group;
            list->appendRow(groupItem(group, font()));
        }
        auto* entry = new QStandardItem(item.title);
        entry->setData(item.id, Qt::UserRole);
        list->appendRow(entry);
    }
    setModel(list);
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + 32);
    if (!currentId.isEmpty()) {
        display(currentId, currentTitle);
    }
}

void LibraryBox::showPopup()
{
    fill();
    QComboBox::showPopup();
}

void LibraryBox::keyPressEvent(QKeyEvent* event)
{
    fill();
    QComboBox::keyPressEvent(event);
}

/// A title that is too long ends in dots; the tool tip has it whole.
void LibraryBox::paintEvent(QPaintEvent* /*event*/)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect field =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText =
        fontMetrics().elidedText(option.currentText, Qt::ElideRight, field.width() - kTextMargin);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

/// Scrolling over a panel must not change what will be sent.
void LibraryBox::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace retryscope::ui
