// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

QT_BEGIN_NAMESPACE
class QModelIndex;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

enum class CopyForm {
    Text,     ///< the chosen rows, without the titles; cells are divided by tabs
    AllText,  ///< titles and all rows
    Markdown, ///< titles and the chosen rows; all rows where at most one is chosen
    Csv       ///< the same
};

/// The look and the habits of every table of the window. Rows are chosen one at a time and are as high as the
/// font asks for, now and after each change of it; Tab leaves the table; nothing is edited. Columns are as
/// wide as their content where there is room; without room each does what its CellRole::WhenNarrow says, and
/// then the table scrolls. A column that the user drags keeps its width until a double click on its edge.
/// Ctrl+C copies the chosen rows as text, and the menu of the table copies Markdown and CSV, without secrets.
/// objectName: for tests; accessibleName: for assistive technology; copied: what a copy holds where that is
/// not copiedTable().
void prepareTable(QTableView* table, const QString& objectName, const QString& accessibleName,
                  std::function<QString(CopyForm)> copied = {});
/// Makes this the current cell and selects its row alone, whatever keys are held: setCurrentIndex() takes
/// Ctrl for a wish to change the selection by one row.
void selectOnly(QTableView& table, const QModelIndex& index);
/// Lets the user edit the cells that its model lets be edited.
void letEdit(QTableView* table);
/// Gives the columns their widths at once, not when the program is idle the next time.
void fitColumns(QTableView* table);

/// The text of the shown columns, and of those that the table hides for lack of room.
[[nodiscard]] QString copiedTable(const QTableView& table, CopyForm form);

} // namespace retryscope::ui
