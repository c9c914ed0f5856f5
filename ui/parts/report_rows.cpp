// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/report_rows.h"

#include "core/explain/phrases.h"

#include <utility>

namespace retryscope::ui {

ReportRows::ReportRows(QObject* parent) : TableModel({}, parent) {}

void ReportRows::display(ReportTable table)
{
    Columns columns;
    for (const std::size_t place : filledColumns(table)) {
        const ReportColumn& column = table.columns[place];
        const auto cellOf = [place](const std::vector<Toned>& row) {
            return place < row.size() ? row[place] : Toned{};
        };
        columns.push_back(
            {.title = toQString(capitalised(column.title)),
             .text = [cellOf](const std::vector<Toned>& row) { return toQString(cellOf(row).text); },
             .tone = [cellOf](const std::vector<Toned>& row) { return cellOf(row).tone; },
             .whenNarrow = column.whenNarrow,
             .readable = column.readable,
             .isNumber = column.isNumber});
    }
    setTable(std::move(columns), std::move(table.rows));
}

} // namespace retryscope::ui
