// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_markdown.h"

#include "core/explain/escape.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"
#include "ui/proxy/bench_delegate.h"
#include "ui/proxy/bench_model.h"

#include <QStringList>
#include <QTableView>

namespace retryscope::ui {

namespace {

std::string markdownLine(const QStringList& cells)
{
    std::string line = "|";
    for (const QString& cell : cells) {
        line += ' ' + markdownEscaped(oneLine(fromQString(cell)), "\\`*_{}[]<>#|!~") + " |";
    }
    return line + '\n';
}

int markAt(const QAbstractItemModel& model, int row)
{
    return model.index(row, BenchModel::Behaviour).data(BenchModel::MarkRole).toInt();
}

} // namespace

std::string shownAsMarkdown(const QTableView& table)
{
    const QAbstractItemModel& model = *table.model();
    bool isMarked = false;
    for (int row = 0; row < model.rowCount(); ++row) {
        isMarked = isMarked || markAt(model, row) != BenchModel::Unmarked;
    }
    QStringList titles;
    for (int column = 0; column < model.columnCount(); ++column) {
        if (!table.isColumnHidden(column)) {
            titles += model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        }
        if (column == BenchModel::Behaviour && isMarked) {
            titles += tr("Compared");
        }
    }
    std::string text = markdownLine(titles) + '|';
    for (qsizetype i = 0; i < titles.size(); ++i) {
        text += "---|";
    }
    text += '\n';
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex index = model.index(row, column);
            if (!table.isColumnHidden(column)) {
                const QString detail = index.data(BenchModel::DetailRole).toString();
                cells += index.data().toString() + (detail.isEmpty() ? QString() : QLatin1Char(' ') + detail);
            }
            if (column == BenchModel::Behaviour && isMarked) {
                cells += benchMarkWord(markAt(model, row));
            }
        }
        text += markdownLine(cells);
    }
    return text;
}

} // namespace retryscope::ui
