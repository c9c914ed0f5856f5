// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/table.h"

#include "core/explain/escape.h"
#include "core/io/text/utf8.h"
#include "ui/parts/cell_delegate.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/form.h"
#include "ui/parts/table_fitter.h"
#include "ui/parts/text_space.h"
#include "ui/parts/tr.h"

#include <QAction>
#include <QHeaderView>
#include <QShortcut>
#include <QTableView>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kLeastCharacters = 40; ///< across a table, which scrolls
constexpr int kLeastLines = 6;       ///< the header and three rows
constexpr int kMostMeasured = 200;   ///< rows; the columns of a longer table are as wide as these ask for

TableFitter* fitterOf(const QTableView* table)
{
    return table->findChild<TableFitter*>(QString(), Qt::FindDirectChildrenOnly);
}

QString tabbed(const TableLines& lines)
{
    QStringList texts;
    for (const std::vector<std::string>& line : lines) {
        QStringList cells;
        for (const std::string& cell : line) {
            cells += toQString(tableCell(cell));
        }
        texts += cells.join(QLatin1Char('\t'));
    }
    return texts.join(QLatin1Char('\n'));
}

/// In a table of rows these keys mean the first and the last one, not the ends of a row.
void addRowKeys(QTableView* table)
{
    const auto add = [table](Qt::Key key, bool isLast) {
        auto* shortcut = new QShortcut(QKeySequence(key), table);
        shortcut->setContext(Qt::WidgetShortcut);
        QObject::connect(shortcut, &QShortcut::activated, table, [table, isLast] {
            const int rows = table->model()->rowCount();
            const int column = std::max(0, table->currentIndex().column());
            table->setCurrentIndex(table->model()->index(isLast ? rows - 1 : 0, column));
        });
    };
    add(Qt::Key_Home, false);
    add(Qt::Key_End, true);
}

void addCopying(QTableView* table, const std::function<QString(CopyForm)>& copied)
{
    const auto add = [table, &copied](const QString& title, CopyForm form, const char* name) {
        auto* action = new QAction(title, table);
        action->setObjectName(QString::fromLatin1(name));
        QObject::connect(action, &QAction::triggered, table, [table, form, copied] {
            copyWithoutSecrets(copied ? copied(form) : copiedTable(*table, form));
        });
        table->addAction(action);
        return action;
    };
    QAction* text = add(tr("&Copy"), CopyForm::Text, "copyRows");
    text->setShortcut(QKeySequence::Copy);
    text->setShortcutContext(Qt::WidgetShortcut);
    add(tr("Copy as &Markdown"), CopyForm::Markdown, "copyMarkdown");
    add(tr("Copy as CS&V"), CopyForm::Csv, "copyCsv");
    table->setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace

void prepareTable(QTableView* table, const QString& objectName, const QString& accessibleName,
                  std::function<QString(CopyForm)> copied)
{
    nameInput(table, objectName, accessibleName);
    table->setFrameShape(QFrame::NoFrame);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setResizeContentsPrecision(kMostMeasured);
    table->setItemDelegate(new CellDelegate(table));
    addCopying(table, copied);
    addRowKeys(table);
    new TableFitter(table);
    setLeastCharacters(table, kLeastCharacters);
    setLeastLines(table, kLeastLines);
}

void selectOnly(QTableView& table, const QModelIndex& index)
{
    table.selectionModel()->setCurrentIndex(index,
                                            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void letEdit(QTableView* table)
{
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
}

void fitColumns(QTableView* table)
{
    fitterOf(table)->fitNow();
}

QString copiedTable(const QTableView& table, CopyForm form)
{
    const QAbstractItemModel& model = *table.model();
    std::vector<int> columns;
    for (int place = 0; place < model.columnCount(); ++place) {
        const int column = table.horizontalHeader()->logicalIndex(place);
        if (!table.isColumnHidden(column) || fitterOf(&table)->hasNoRoomFor(column)) {
            columns.push_back(column);
        }
    }
    TableLines lines;
    if (form != CopyForm::Text) {
        std::vector<std::string>& titles = lines.emplace_back();
        for (const int column : columns) {
            titles.push_back(fromQString(model.headerData(column, Qt::Horizontal).toString()));
        }
    }
    const auto add = [&](int row) {
        std::vector<std::string>& cells = lines.emplace_back();
        for (const int column : columns) {
            cells.push_back(fromQString(model.index(row, column).data().toString()));
        }
    };
    QModelIndexList chosen = table.selectionModel()->selectedRows();
    std::sort(chosen.begin(), chosen.end());
    if (form == CopyForm::Text || (form != CopyForm::AllText && chosen.size() > 1)) {
        for (const QModelIndex& row : chosen) {
            add(row.row());
        }
    } else {
        for (int row = 0; row < model.rowCount(); ++row) {
            add(row);
        }
    }
    return form == CopyForm::Markdown ? toQString(markdownTable(lines))
           : form == CopyForm::Csv    ? toQString(csvTable(lines))
                                      : tabbed(lines);
}

} // namespace retryscope::ui
