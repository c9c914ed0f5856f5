// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affected/affected_client.h"
#include "ui/parts/table_model.h"

namespace retryscope::ui {

/// One row per SDK: its behaviour today → after the switch to the rules of 2026.
class AffectedModel : public TableModel<AffectedClient>
{
    Q_OBJECT
public:
    enum Column { Title, Mode, Attempts, FirstDelay, Throttling, Tokens };
    static constexpr int kIsAffectedRole = CellRole::FirstOwnRole; ///< something changes for this SDK

    explicit AffectedModel(QObject* parent = nullptr);

    /// Number of SDKs whose behaviour changes.
    [[nodiscard]] int affectedCount() const;

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
};

} // namespace retryscope::ui
