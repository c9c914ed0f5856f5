// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_row.h"

#include <QSortFilterProxyModel>

namespace retryscope::ui {

class VerdictsModel;

/// Sorts the verdicts and leaves out those that nobody asked for.
class VerdictsFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit VerdictsFilter(VerdictsModel* model, QObject* parent = nullptr);

    /// In any column, whatever the case.
    void setText(const QString& text);
    void setOnlyDifferences(bool isOn);
    /// Call it after the model has new verdicts.
    void refresh();
    /// In what the presets differ, as one sentence.
    [[nodiscard]] QString differences() const;
    /// The rows as they stand, from top to bottom.
    [[nodiscard]] std::vector<VerdictRow> rowsShown() const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    VerdictsModel* m_model;
    bool m_onlyDifferences = false;
    GridDifferences m_differences;
};

} // namespace retryscope::ui
