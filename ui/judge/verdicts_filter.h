// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/judge/verdict_columns.h"

#include <QSortFilterProxyModel>

namespace retryscope::ui {

/// Sorts and filters the verdicts.
class VerdictsFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit VerdictsFilter(VerdictsModel* model, QObject* parent = nullptr);

    /// Matches any column, ignoring case.
    void setText(const QString& text);
    void setOnlyDifferences(bool isOn);
    /// Call this after the model has received new verdicts.
    void refresh();
    /// How the presets differ, in one sentence.
    [[nodiscard]] QString differences() const;
    /// The visible rows, from top to bottom.
    [[nodiscard]] std::vector<VerdictRow> rowsShown() const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    VerdictsModel* m_model;
    bool m_onlyDifferences = false;
    GridDifferences m_differences;
};

} // namespace retryscope::ui
