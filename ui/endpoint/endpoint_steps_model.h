// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/scenario.h"
#include "ui/parts/table_model.h"

namespace retryscope::ui {

/// The steps of a scenario as a list that can be edited and put in another order.
class EndpointStepsModel : public EditableTable<EndpointStep>
{
    Q_OBJECT
public:
    enum Role {
        MarkRole = CellRole::FirstOwnRole, ///< position as text: `1`, or `∞` for the last step, which repeats
        DetailRole,
        ToneRole, ///< StepTone as int
    };
    /// The kind of a step; a view gives each kind its own colour.
    enum class StepTone { Success, Redirect, ClientError, ServerError, Fault };

    explicit EndpointStepsModel(QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }

Q_SIGNALS:
    /// The user changed the steps; not emitted by showRows().
    void edited();

protected:
    void onEdited() override;
};

} // namespace retryscope::ui
