// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/runs/runs_model.h"

#include "ui/parts/foreign_text.h"
#include "ui/runs/run_words.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace retryscope::ui {

void RunsModel::setRuns(std::vector<io::RunSummary> runs)
{
    beginResetModel();
    m_all = std::move(runs);
    m_shown = io::matching(m_all, m_words);
    endResetModel();
}

void RunsModel::search(const QString& words)
{
    beginResetModel();
    m_words = words;
    m_shown = io::matching(m_all, m_words);
    endResetModel();
}

int RunsModel::rowOf(const QString& id) const
{
    const auto found = std::find_if(m_shown.begin(), m_shown.end(),
                                    [&id](const io::RunSummary& run) { return run.id == id; });
    return found == m_shown.end() ? -1 : static_cast<int>(found - m_shown.begin());
}

std::int64_t RunsModel::allBytes() const
{
    return std::accumulate(m_all.begin(), m_all.end(), std::int64_t{0},
                           [](std::int64_t sum, const io::RunSummary& run) { return sum + run.bytes; });
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const io::RunSummary& run = runAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return titleOf(run);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2, %3").arg(titleOf(run), originOf(run), timeOf(run));
    case Qt::ToolTipRole:
        return plainToolTip(titleOf(run) + QLatin1Char('\n') + originOf(run));
    default:
        return {};
    }
}

} // namespace retryscope::ui
