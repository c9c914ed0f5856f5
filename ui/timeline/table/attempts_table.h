// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <optional>
#include <vector>

QT_BEGIN_NAMESPACE
class QMenu;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The table of attempts. Columns share the width evenly if there is enough, else they are as narrow as their
/// content.
class AttemptsTable : public QTableView
{
    Q_OBJECT
public:
    explicit AttemptsTable(QWidget* parent = nullptr);

    /// flexible: the column that takes the remaining width of a narrow table. Call after setModel().
    void setFlexibleColumn(int flexible);
    /// Sets the columns to hide in a narrow table, because the timeline shows the same.
    void setDispensableColumns(std::vector<int> columns);
    /// Columns from this one on are shown only when they are chosen. Call it after setModel().
    void setFirstOptionalColumn(int column);
    /// Ids of the optional columns that are shown.
    [[nodiscard]] QStringList chosenColumns() const;
    void chooseColumns(const QStringList& ids);
    /// One entry for each optional column; also what a right click on the header opens.
    [[nodiscard]] QMenu* columnsMenu() const { return m_columns; }
    /// The row as text, one line per non-empty column: `took: 12 ms`.
    [[nodiscard]] QString rowText(int row) const;
    /// Header and all rows as text, with the columns of a wide table.
    [[nodiscard]] QString text() const;

protected:
    [[nodiscard]] int sizeHintForColumn(int column) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] std::vector<int> shownColumns() const;
    void shareWidth();

    QMenu* m_columns;
    int m_flexible = 0;
    std::vector<int> m_dispensable;
    std::optional<bool> m_isWide;  ///< absent: not measured yet
    std::optional<bool> m_isRoomy; ///< with m_isWide
};

} // namespace retryscope::ui
