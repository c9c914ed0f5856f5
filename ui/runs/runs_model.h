// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/run_summary.h"

#include <QAbstractListModel>

#include <vector>

namespace retryscope::ui {

/// The runs of the history that match the search, newest first.
class RunsModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void setRuns(std::vector<io::RunSummary> runs);
    /// Sets the search words, which must all occur; empty: all runs.
    void search(const QString& words);
    [[nodiscard]] const io::RunSummary& runAt(int row) const
    {
        return m_shown[static_cast<std::size_t>(row)];
    }
    /// The row of a run; -1 if it is not shown.
    [[nodiscard]] int rowOf(const QString& id) const;
    [[nodiscard]] int allRuns() const { return static_cast<int>(m_all.size()); }
    /// Bytes of all runs on disk.
    [[nodiscard]] std::int64_t allBytes() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<io::RunSummary> m_all;
    std::vector<io::RunSummary> m_shown;
    QString m_words;
};

} // namespace retryscope::ui
