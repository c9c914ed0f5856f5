// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

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
    /// `took: 12 ms`, a line for each column of the row that says something.
    [[nodiscard]] QString rowText(int row) const;
    /// Header and all rows.
    [[nodiscard]] QString text() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    int m_flexible = 0;
    bool m_isWide = false;
};

} // namespace retryscope::ui
