// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/policy_summary.h"

#include <QAbstractTableModel>

#include <vector>

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

/// One row per preset of the library, with its numbers. Sort by SortRole.
class PresetsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Client,
        Title,
        Version,
        Mode,
        Origin,
        Attempts,
        FirstDelay,
        Cap,
        Jitter,
        Quota,
        Hints,
        ColumnCount
    };
    enum Role { SortRole = Qt::UserRole };

    explicit PresetsModel(QObject* parent = nullptr);

    /// Skips presets that cannot be read; the policy panel reports their errors.
    void load(const io::Library& library);

    [[nodiscard]] const std::vector<Policy>& presets() const { return m_presets; }
    /// Library key: the id of a built-in preset, or the file of a policy of the user's.
    [[nodiscard]] const QString& keyOf(int row) const { return m_keys[static_cast<std::size_t>(row)]; }
    /// Row of this key; -1: none.
    [[nodiscard]] int rowOf(const QString& key) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString cell(int row, int column) const;
    [[nodiscard]] QVariant sortValue(int row, int column) const;

    std::vector<Policy> m_presets;
    std::vector<PolicySummary> m_summaries;
    std::vector<QString> m_keys;
};

} // namespace retryscope::ui
