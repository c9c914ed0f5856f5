// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

QT_BEGIN_NAMESPACE
class QMenu;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The table of attempts, with columns that the user can add.
class AttemptsTable : public QTableView
{
    Q_OBJECT
public:
    explicit AttemptsTable(QWidget* parent = nullptr);

    /// Columns from this one on are shown only when they are chosen. Call it after setModel().
    void setFirstOptionalColumn(int column);
    /// Ids of the optional columns that are shown.
    [[nodiscard]] QStringList chosenColumns() const;
    void chooseColumns(const QStringList& ids);
    /// One entry for each optional column; also what a right click on the header opens.
    [[nodiscard]] QMenu* columnsMenu() const { return m_columns; }
    /// The row as text, one line per non-empty column: `took: 12 ms`.
    [[nodiscard]] QString rowText(int row) const;

private:
    QMenu* m_columns;
};

} // namespace retryscope::ui
