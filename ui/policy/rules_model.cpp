// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/rules_model.h"

#include "core/explain/condition_text.h"
#include "core/explain/explain.h"
#include "core/io/text/utf8.h"
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

QString conditionCell(const Rule& rule)
{
    return toQString(conditionText(rule.when));
}

QString conditionTip(const Rule& rule)
{
    return rule.when.nameIn.empty() ? conditionCell(rule) : namesText(rule.when.nameIn);
}

} // namespace

RulesModel::RulesModel(QObject* parent)
    : EditableTable({{.title = tr("Rule"),
                      .text =
                          [](const Rule& rule) {
                              return toQString(ruleTitle(rule));
                          }},
                     {.title = tr("Then"),
                      .text =
                          [](const Rule& rule) {
                              return kindTitle(rule.kind);
                          }},
                     {.title = tr("When"), .text = conditionCell, .toolTip = conditionTip},
                     {.title = tr("Source"),
                      .text =
                          [](const Rule& rule) {
                              return toQString(rule.source);
                          }}},
                    parent)
{
}

void RulesModel::insertRule(int row, Rule rule)
{
    rule.id = freeId(rows(), rule.id);
    insert(row, std::move(rule));
}

QVariant RulesModel::data(const QModelIndex& index, int role) const
{
    if (role != Qt::EditRole || !index.isValid()) {
        return EditableTable::data(index, role);
    }
    const Rule& rule = at(index.row());
    return index.column() == Kind    ? toQString(toString(rule.kind))
           : index.column() == Title ? toQString(rule.title)
                                     : text(index.row(), index.column());
}

Qt::ItemFlags RulesModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags base = EditableTable::flags(index);
    const bool isEditable = index.isValid() && (index.column() == Title || index.column() == Kind);
    return isEditable ? base | Qt::ItemIsEditable : base;
}

bool RulesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    Rule changed = at(index.row());
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
    set(index.row(), std::move(changed));
    return true;
}

} // namespace retryscope::ui
