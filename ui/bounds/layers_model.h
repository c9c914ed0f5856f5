// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"
#include "ui/parts/table_model.h"

namespace retryscope::ui {

struct LayerRow
{
    RetryLayer layer;
    bool isBehind = false; ///< between client and server, not around the client
    bool isTaken = false;  ///< switched on
};

/// An editable list of layers that retry, around and behind the client; each can be switched on or off.
class LayersModel : public EditableTable<LayerRow>
{
    Q_OBJECT
public:
    enum Column { Name, Attempts, Delay, Where };

    /// Starts with an application that makes 3 attempts and a proxy that makes 2, both switched off.
    explicit LayersModel(QObject* parent = nullptr);

    /// The switched-on layers that call the client, outermost first.
    [[nodiscard]] std::vector<RetryLayer> outside() const { return taken(false); }
    /// The switched-on layers between client and server, nearest to the client first.
    [[nodiscard]] std::vector<RetryLayer> within() const { return taken(true); }
    void add();

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    [[nodiscard]] std::vector<RetryLayer> taken(bool isBehind) const;
};

} // namespace retryscope::ui
