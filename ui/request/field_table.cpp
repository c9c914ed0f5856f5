// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/field_table.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kFewestRows = 2;
constexpr int kMostRows = 9; ///< more are scrolled to
constexpr int kRowPadding = 10;
constexpr double kNameShare = 0.44;

} // namespace

FieldTable::FieldTable(QWidget* parent) : QTableView(parent)
{
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setMinimumSectionSize(40);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(QAbstractItemView::AllEditTriggers);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setTextElideMode(Qt::ElideRight);
    fitRows();
}

void FieldTable::setModel(QAbstractItemModel* model)
{
    QTableView::setModel(model);
    const auto grow = [this] {
        updateGeometry();
    };
    connect(model, &QAbstractItemModel::rowsInserted, this, grow);
    connect(model, &QAbstractItemModel::rowsRemoved, this, grow);
    connect(model, &QAbstractItemModel::modelReset, this, grow);
}

/// The editor of a cell would walk from the last cell to the first and back, and never out of the table.
void FieldTable::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint)
{
    const QModelIndex at = currentIndex();
    const bool isInEmptyRow = at.row() == model()->rowCount() - 1;
    const bool leavesForwards = hint == QAbstractItemDelegate::EditNextItem && isInEmptyRow;
    const bool leavesBackwards =
        hint == QAbstractItemDelegate::EditPreviousItem && at.row() == 0 && at.column() == 0;
    if (!leavesForwards && !leavesBackwards) {
        QTableView::closeEditor(editor, hint);
        return;
    }
    QTableView::closeEditor(editor, QAbstractItemDelegate::NoHint);
    focusNextPrevChild(leavesForwards);
}

int FieldTable::heightFor(int rows) const
{
    return horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() +
           2 * frameWidth();
}

QSize FieldTable::sizeHint() const
{
    const int rows = model() == nullptr ? 0 : model()->rowCount();
    return {QTableView::sizeHint().width(), heightFor(std::clamp(rows, kFewestRows, kMostRows))};
}

QSize FieldTable::minimumSizeHint() const
{
    return {60, sizeHint().height()};
}

void FieldTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    setColumnWidth(0, static_cast<int>(viewport()->width() * kNameShare));
}

void FieldTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fitRows();
    }
}

void FieldTable::fitRows()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowPadding);
    updateGeometry();
}

} // namespace retryscope::ui
