// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/rules_model.h"

#include "core/explain/condition_text.h"
#include "core/explain/explain.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/policy/rule_text.h"

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// `id`, or `id-2`, `id-3` … when a rule of that id is there already.
std::string freeId(const std::vector<Rule>& rules, const std::string& wanted)
{
    const auto isTaken = [&rules](const std::string& id) {
        return std::any_of(rules.begin(), rules.end(), [&id](const Rule& rule) { return rule.id == id; });
    };
    std::string id = wanted;
    for (int number = 2; isTaken(id); ++number) {
        id = wanted + '-' + std::to_string(number);
    }
    return id;
}

} // namespace

RulesModel::RulesModel(QObject* parent) : QAbstractTableModel(parent) {}

void RulesModel::setRules(std::vector<Rule> rules)
{
    beginResetModel();
    m_rules = std::move(rules);
    endResetModel();
}

void RulesModel::setRule(int row, Rule rule)
{
    m_rules[static_cast<std::size_t>(row)] = std::move(rule);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    Q_EMIT edited();
}

void RulesModel::insertRule(int row, Rule rule)
{
    rule.id = freeId(m_rules, rule.id);
    beginInsertRows({}, row, row);
    m_rules.insert(m_rules.begin() + row, std::move(rule));
    endInsertRows();
    Q_EMIT edited();
}

void RulesModel::moveRule(int from, int to)
{
    moveRows({}, from, 1, {}, to > from ? to + 1 : to);
}

int RulesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ruleCount();
}

int RulesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString RulesModel::cell(const Rule& rule, int column) const
{
    switch (static_cast<Column>(column)) {
    case Title:
        return toQString(ruleTitle(rule));
    case When:
        return toQString(conditionText(rule.when));
    case Kind:
        return kindTitle(rule.kind);
    case Source:
        return toQString(rule.source);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant RulesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Rule& shownRule = rule(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cell(shownRule, index.column());
    case Qt::ToolTipRole:
        if (index.column() == When && !shownRule.when.nameIn.empty()) {
            return plainToolTip(namesText(shownRule.when.nameIn));
        }
        return plainToolTip(cell(shownRule, index.column()));
    case Qt::EditRole:
        if (index.column() == Kind) {
            return toQString(toString(shownRule.kind));
        }
        return index.column() == Title ? toQString(shownRule.title) : cell(shownRule, index.column());
    default:
        return {};
    }
}

QVariant RulesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (orientation == Qt::Vertical) {
        return section + 1;
    }
    const QStringList titles{tr("Rule"), tr("Then"), tr("When"), tr("Source")};
    return titles.value(section);
}

Qt::ItemFlags RulesModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    const bool isEditable = index.isValid() && (index.column() == Title || index.column() == Kind);
    return isEditable ? base | Qt::ItemIsEditable : base;
}

bool RulesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    Rule changed = rule(index.row());
    if (index.column() == Title) {
        changed.title = fromQString(value.toString());
    } else if (index.column() == Kind) {
        const std::optional<ErrorKind> kind = errorKindFrom(fromQString(value.toString()));
        if (!kind) {
            return false;
        }
        changed.kind = *kind;
    } else {
        return false;
    }
    setRule(index.row(), std::move(changed));
    return true;
}

bool RulesModel::moveRows(const QModelIndex& sourceParent, int sourceRow, int count,
                          const QModelIndex& destinationParent, int destinationChild)
{
    const bool isInside = sourceRow >= 0 && count >= 1 && sourceRow + count <= ruleCount() &&
                          destinationChild >= 0 && destinationChild <= ruleCount();
    if (!isInside ||
        !beginMoveRows(sourceParent, sourceRow, sourceRow + count - 1, destinationParent, destinationChild)) {
        return false;
    }
    const auto first = m_rules.begin() + sourceRow;
    const auto target = m_rules.begin() + destinationChild;
    if (destinationChild > sourceRow) {
        std::rotate(first, first + count, target);
    } else {
        std::rotate(target, first, first + count);
    }
    endMoveRows();
    Q_EMIT edited();
    return true;
}

bool RulesModel::removeRows(int row, int count, const QModelIndex& parent)
{
    if (parent.isValid() || row < 0 || count < 1 || row + count > ruleCount()) {
        return false;
    }
    beginRemoveRows({}, row, row + count - 1);
    m_rules.erase(m_rules.begin() + row, m_rules.begin() + row + count);
    endRemoveRows();
    Q_EMIT edited();
    return true;
}

} // namespace retryscope::ui
