// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_row.h"
#include "ui/parts/table_model.h"

namespace retryscope::ui {

/// Verdicts of all presets about one attempt, one row per preset. Rows keep their positions while the presets
/// stay the same, so a selection survives a change of the response.
class VerdictsModel : public TableModel<VerdictRow>
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
        VerdictRole = SortRole + 1, ///< Verdict as int
        IsTriedRole,                ///< judged in a situation of its own
    };

    explicit VerdictsModel(QObject* parent = nullptr);

    void display(std::vector<VerdictRow> verdicts);
    /// The row judged in a situation that differs from the others'; -1: none.
    void setTrialRow(int row);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    int m_trialRow = -1;
};

} // namespace retryscope::ui
