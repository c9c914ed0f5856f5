// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/field_table.h"

#include "ui/parts/table.h"
#include "ui/parts/text_space.h"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QSet>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kFewestRows = 2;
constexpr int kMostRows = 9; ///< more are scrolled to

} // namespace

FieldTable::FieldTable(const QString& objectName, const QString& accessibleName, QWidget* parent)
    : QTableView(parent)
{
    prepareTable(this, objectName, accessibleName, [this](CopyForm) { return chosenFields(); });
    setLeastCharacters(this, 0); // as its rows say
    setLeastLines(this, 0);
    for (const char* name : {"copyMarkdown", "copyCsv"}) {
        removeAction(findChild<QAction*>(QString::fromLatin1(name)));
    }
    setFrameShape(QFrame::StyledPanel);
    setShowGrid(true);
    setSelectionBehavior(QAbstractItemView::SelectItems);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(QAbstractItemView::AllEditTriggers);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
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

/// A redactor knows a secret by its name, so both are in one line.
QString FieldTable::chosenFields() const
{
    QSet<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedIndexes()) {
        rows.insert(index.row());
    }
    QStringList lines;
    for (int row = 0; row < model()->rowCount(); ++row) {
        if (rows.contains(row)) {
            lines += QStringLiteral("%1: %2").arg(model()->index(row, 0).data().toString(),
                                                  model()->index(row, 1).data().toString());
        }
    }
    return lines.join(QLatin1Char('\n'));
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

void FieldTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateGeometry();
    }
}

} // namespace retryscope::ui
