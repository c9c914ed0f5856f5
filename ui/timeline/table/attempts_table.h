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

/// The table of attempts: columns share the width evenly where there is enough of it, and are as narrow as
/// their content where there is not.
class AttemptsTable : public QTableView
{
    Q_OBJECT
public:
    explicit AttemptsTable(QWidget* parent = nullptr);

    /// Call it after setModel(). flexible: the column that takes what is left of a narrow table.
    void setFlexibleColumn(int flexible);
    /// Hidden while the table is too narrow for all: what the timeline says as well.
    void setDispensableColumns(std::vector<int> columns);
    /// Columns from this one on are shown only when they are chosen. Call it after setModel().
    void setFirstOptionalColumn(int column);
    /// Ids of the optional columns that are shown.
    [[nodiscard]] QStringList chosenColumns() const;
    void chooseColumns(const QStringList& ids);
    /// One entry for each optional column; also what a right click on the header opens.
    [[nodiscard]] QMenu* columnsMenu() const { return m_columns; }
    /// `took: 12 ms`, a line for each column of the row that says something.
    [[nodiscard]] QString rowText(int row) const;
    /// Header and all rows, as many columns as are shown where there is room.
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
