// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/rule.h"

#include <QAbstractTableModel>

#include <vector>

namespace retryscope::ui {

/// The rules of a policy, in the order in which the client tries them.
class RulesModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Title, Kind, When, Source, ColumnCount };

    explicit RulesModel(QObject* parent = nullptr);

    [[nodiscard]] const std::vector<Rule>& rules() const { return m_rules; }
    void setRules(std::vector<Rule> rules);
    [[nodiscard]] const Rule& rule(int row) const { return m_rules[static_cast<std::size_t>(row)]; }
    void setRule(int row, Rule rule);
    /// Adds a rule and gives it a unique id.
    void insertRule(int row, Rule rule);
    /// Moves one rule; `to` is its row afterwards.
    void moveRule(int from, int to);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Sets a title or a kind; kinds use their names from policy files.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    bool moveRows(const QModelIndex& sourceParent, int sourceRow, int count,
                  const QModelIndex& destinationParent, int destinationChild) override;
    bool removeRows(int row, int count, const QModelIndex& parent = {}) override;

Q_SIGNALS:
    void edited();

private:
    [[nodiscard]] int ruleCount() const { return static_cast<int>(m_rules.size()); }
    [[nodiscard]] QString cell(const Rule& rule, int column) const;

    std::vector<Rule> m_rules;
};

} // namespace retryscope::ui
