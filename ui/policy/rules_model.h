// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/rule.h"
#include "ui/parts/table_model.h"

namespace retryscope::ui {

/// The rules of a policy, in the order in which the client tries them.
class RulesModel : public EditableTable<Rule>
{
    Q_OBJECT
public:
    enum Column { Title, Kind, When, Source };

    explicit RulesModel(QObject* parent = nullptr);

    /// Adds a rule and gives it a unique id.
    void insertRule(int row, Rule rule);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Sets a title or a kind; kinds use their names from policy files.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void edited();

protected:
    void onEdited() override { Q_EMIT edited(); }
};

} // namespace retryscope::ui
