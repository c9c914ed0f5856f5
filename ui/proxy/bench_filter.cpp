// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_filter.h"

#include "ui/proxy/bench_model.h"
#include "ui/proxy/bench_words.h"

#include <utility>

namespace retryscope::ui {

BenchFilter::BenchFilter(BenchModel* model, QObject* parent) : QSortFilterProxyModel(parent), m_model(*model)
{
    setSourceModel(model);
}

void BenchFilter::show(Show rows)
{
    m_shown = rows;
    m_kept.clear();
    invalidateFilter();
}

void BenchFilter::keep(std::string id)
{
    m_kept = std::move(id);
    invalidateFilter();
}

bool BenchFilter::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const
{
    const BenchRow& given = m_model.row(row);
    if (!m_kept.empty() && given.id == m_kept) {
        return true;
    }
    switch (m_shown) {
    case All:
        return true;
    case Flips:
        return given.isFlipped();
    case Duplicates:
        return given.isResent();
    case HeadersLost:
        return hasLostHeaders(given);
    case Changed:
        return m_model.markOf(row) != BenchModel::Unmarked;
    case Alike:
        return m_model.isLikeSought(row);
    }
    return true;
}

} // namespace retryscope::ui
