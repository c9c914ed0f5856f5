// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/runs/runs_model.h"

#include "ui/runs/run_words.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace retryscope::ui {

RunsModel::RunsModel(QObject* parent)
    : TableModel({{.title = {},
                   .text = titleOf,
                   .toolTip =
                       [](const io::RunSummary& run) {
                           return titleOf(run) + QLatin1Char('\n') + originOf(run);
                       }}},
                 parent)
{
}

void RunsModel::setRuns(std::vector<io::RunSummary> runs)
{
    m_all = std::move(runs);
    setRows(io::matching(m_all, m_words));
}

void RunsModel::search(const QString& words)
{
    m_words = words;
    setRows(io::matching(m_all, m_words));
}

int RunsModel::rowOf(const QString& id) const
{
    const auto found =
        std::find_if(rows().begin(), rows().end(), [&id](const io::RunSummary& run) { return run.id == id; });
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

std::int64_t RunsModel::allBytes() const
{
    return std::accumulate(m_all.begin(), m_all.end(), std::int64_t{0},
                           [](std::int64_t sum, const io::RunSummary& run) { return sum + run.bytes; });
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    if (index.isValid() && role == Qt::AccessibleTextRole) {
        const io::RunSummary& run = at(index.row());
        return QStringLiteral("%1, %2, %3").arg(titleOf(run), originOf(run), timeOf(run));
    }
    return TableModel::data(index, role);
}

} // namespace retryscope::ui
