// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/run_totals.h"

#include <QAbstractTableModel>

#include <vector>

namespace retryscope::ui {

/// One row per compared run, the reference first: the result and its difference from the reference.
class ComparisonModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        PolicyColumn,
        Attempts,
        MoreAttempts,
        Time,
        MoreTime,
        Tokens,
        VerdictColumn,
        Evidence, ///< the source of the policy, for example `recorded`
        ColumnCount
    };

    struct Row
    {
        QString policy;
        RunTotals totals;
        QString evidence; ///< `recorded`, `from source`
    };

    explicit ComparisonModel(QObject* parent = nullptr);

    void setRows(std::vector<Row> rows);
    /// The numbers of one row in a line: `✕ 5 attempts (+2) · 3.2 s (+1.9 s) · 25 tokens · failed`.
    [[nodiscard]] QString numbersOf(int row) const;
    [[nodiscard]] QString markdown() const;
    [[nodiscard]] QString csv() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString cell(int row, int column) const;
    [[nodiscard]] QStringList cells(int row) const;
    [[nodiscard]] QStringList titles() const;

    std::vector<Row> m_rows;
};

} // namespace retryscope::ui
