// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_row.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace retryscope::ui {

/// Verdicts of all presets about one attempt, one row per preset. Sort by SortRole. Rows keep their positions
/// while the presets stay the same, so a selection survives a change of the response.
class VerdictsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Client,
        Preset,
        Judgement,
        Kind,
        Name,
        DecidingRule,
        FirstDelay,
        Attempts,
        Tokens,
        Hint,
        Evidence, ///< how sure the row is
        ColumnCount
    };
    enum Role {
        SortRole = Qt::UserRole,
        VerdictRole, ///< Verdict as int
        IsTriedRole, ///< judged in a situation of its own
    };

    explicit VerdictsModel(QObject* parent = nullptr);

    void display(std::vector<VerdictRow> rows);
    /// The row judged in a situation that differs from the others'; -1: none.
    void setTrialRow(int row);
    [[nodiscard]] const std::vector<VerdictRow>& rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString cell(int row, int column) const;
    [[nodiscard]] QVariant sortValue(int row, int column) const;
    [[nodiscard]] QString toolTip(int row, int column) const;

    std::vector<VerdictRow> m_rows;
    int m_trialRow = -1;
};

} // namespace retryscope::ui
