// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_markdown.h"

#include "core/explain/escape.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"
#include "ui/proxy/bench_delegate.h"
#include "ui/proxy/bench_model.h"

#include <QTableView>

namespace retryscope::ui {

namespace {

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
    TableLines lines(1);
    for (int column = 0; column < model.columnCount(); ++column) {
        if (!table.isColumnHidden(column)) {
            lines.front().push_back(
                fromQString(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
        }
        if (column == BenchModel::Behaviour && isMarked) {
            lines.front().push_back(fromQString(tr("Compared")));
        }
    }
    for (int row = 0; row < model.rowCount(); ++row) {
        std::vector<std::string>& cells = lines.emplace_back();
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex index = model.index(row, column);
            if (!table.isColumnHidden(column)) {
                const QString detail = index.data(BenchModel::DetailRole).toString();
                cells.push_back(fromQString(index.data().toString() +
                                            (detail.isEmpty() ? QString() : QLatin1Char(' ') + detail)));
            }
            if (column == BenchModel::Behaviour && isMarked) {
                cells.push_back(fromQString(benchMarkWord(markAt(model, row))));
            }
        }
    }
    return markdownTable(lines);
}

} // namespace retryscope::ui
