// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"

#include <QAbstractTableModel>

#include <vector>

namespace retryscope::ui {

/// An editable list of layers that retry, around and behind the client; each can be switched on or off.
class LayersModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, Attempts, Delay, Where, ColumnCount };

    /// Starts with an application that makes 3 attempts and a proxy that makes 2, both switched off.
    explicit LayersModel(QObject* parent = nullptr);

    /// The switched-on layers that call the client, outermost first.
    [[nodiscard]] std::vector<RetryLayer> outside() const;
    /// The switched-on layers between client and server, nearest to the client first.
    [[nodiscard]] std::vector<RetryLayer> within() const;
    void add();
    void remove(int row);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        RetryLayer layer;
        bool isBehind = false;
        bool isTaken = false;
    };

    [[nodiscard]] std::vector<RetryLayer> taken(bool isBehind) const;
    bool edit(Row& row, int column, const QVariant& value);

    std::vector<Row> m_rows;
};

} // namespace retryscope::ui
