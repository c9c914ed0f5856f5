// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/run_summary.h"
#include "ui/parts/table_model.h"

#include <vector>

namespace retryscope::ui {

/// The runs of the history that match the search, newest first.
class RunsModel : public TableModel<io::RunSummary>
{
    Q_OBJECT
public:
    explicit RunsModel(QObject* parent = nullptr);

    void setRuns(std::vector<io::RunSummary> runs);
    /// Sets the search words, which must all occur; empty: all runs.
    void search(const QString& words);
    /// The row of a run; -1 if it is not shown.
    [[nodiscard]] int rowOf(const QString& id) const;
    [[nodiscard]] int allRuns() const { return static_cast<int>(m_all.size()); }
    /// Bytes of all runs on disk.
    [[nodiscard]] std::int64_t allBytes() const;

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<io::RunSummary> m_all;
    QString m_words;
};

} // namespace retryscope::ui
