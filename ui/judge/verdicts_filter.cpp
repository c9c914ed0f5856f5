// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/verdicts_filter.h"

#include "core/io/text/utf8.h"

#include <algorithm>

namespace retryscope::ui {

VerdictsFilter::VerdictsFilter(VerdictsModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model)
{
    setSourceModel(model);
    setSortRole(CellRole::Sort);
    setFilterKeyColumn(-1);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
    refresh();
}

void VerdictsFilter::setText(const QString& text)
{
    setFilterFixedString(text.trimmed());
}

void VerdictsFilter::setOnlyDifferences(bool isOn)
{
    m_onlyDifferences = isOn;
    invalidateFilter();
}

void VerdictsFilter::refresh()
{
    m_differences = whereTheyDiffer(m_model->rows());
    invalidateFilter();
}

QString VerdictsFilter::differences() const
{
    return toQString(m_differences.sentence);
}

std::vector<VerdictRow> VerdictsFilter::rowsShown() const
{
    std::vector<VerdictRow> rows;
    for (int row = 0; row < rowCount(); ++row) {
        rows.push_back(m_model->rows()[static_cast<std::size_t>(mapToSource(index(row, 0)).row())]);
    }
    return rows;
}

bool VerdictsFilter::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const
{
    const bool differs =
        !m_onlyDifferences || std::binary_search(m_differences.rows.begin(), m_differences.rows.end(),
                                                 static_cast<std::size_t>(sourceRow));
    return differs && QSortFilterProxyModel::filterAcceptsRow(sourceRow, sourceParent);
}

} // namespace retryscope::ui
