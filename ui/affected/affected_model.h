// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affected/affected_client.h"

#include <QAbstractTableModel>

#include <vector>

namespace retryscope::ui {

/// One row per SDK: its behaviour today → after the switch to the rules of 2026.
class AffectedModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Title, Mode, Attempts, FirstDelay, Throttling, Tokens, ColumnCount };
    static constexpr int kIsAffectedRole = Qt::UserRole; ///< something changes for this SDK

    explicit AffectedModel(QObject* parent = nullptr);

    void display(std::vector<AffectedClient> clients);
    void replace(int row, AffectedClient client);
    [[nodiscard]] const AffectedClient& clientAt(int row) const
    {
        return m_clients[static_cast<std::size_t>(row)];
    }
    /// Number of SDKs whose behaviour changes.
    [[nodiscard]] int affectedCount() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::vector<AffectedClient> m_clients;
};

} // namespace retryscope::ui
