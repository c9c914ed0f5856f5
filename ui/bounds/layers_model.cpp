// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/layers_model.h"

#include "core/explain/units.h"
#include "core/io/json/json_units.h"
#include "core/io/text/utf8.h"

namespace retryscope::ui {

namespace {

constexpr int kMostAttempts = 1000;

/// False: not a value of this column.
bool edit(LayerRow& row, int column, const QVariant& value)
{
    switch (column) {
    case LayersModel::Name:
        row.layer.name = fromQString(value.toString().trimmed());
        return true;
    case LayersModel::Attempts: {
        bool isNumber = false;
        const int attempts = value.toInt(&isNumber);
        if (!isNumber || attempts < 1 || attempts > kMostAttempts) {
            return false;
        }
        row.layer.attempts = attempts;
        return true;
    }
    case LayersModel::Delay: {
        bool isNumber = false;
        QString text = value.toString().remove(QLatin1Char(' '));
        (void)text.toDouble(&isNumber);
        const std::optional<Duration> delay =
            io::durationFromText(isNumber ? text + QStringLiteral("ms") : text);
        if (!delay || *delay < Duration::zero()) {
            return false;
        }
        row.layer.delay = *delay;
        return true;
    }
    default:
        return false;
    }
}

} // namespace

LayersModel::LayersModel(QObject* parent)
    : EditableTable({{.title = tr("Layer"),
                      .text =
                          [](const LayerRow& row) {
                              return toQString(row.layer.name);
                          }},
                     {.title = tr("Attempts"),
                      .text =
                          [](const LayerRow& row) {
                              return QString::number(row.layer.attempts);
                          }},
                     {.title = tr("Delay"),
                      .text =
                          [](const LayerRow& row) {
                              return toQString(durationText(row.layer.delay));
                          }},
                     {.title = tr("Server side"),
                      .text =
                          [](const LayerRow& row) {
                              return row.isBehind ? tr("yes") : tr("no");
                          }}},
                    parent)
{
    setRows({{.layer = {.name = fromQString(tr("application")), .attempts = 3}},
             {.layer = {.name = fromQString(tr("proxy")), .attempts = 2}, .isBehind = true}});
}

std::vector<RetryLayer> LayersModel::taken(bool isBehind) const
{
    std::vector<RetryLayer> layers;
    for (const LayerRow& row : rows()) {
        if (row.isTaken && row.isBehind == isBehind) {
            layers.push_back(row.layer);
        }
    }
    return layers;
}

void LayersModel::add()
{
    insert(rowCount(), {.layer = {.name = fromQString(tr("layer %1").arg(rowCount() + 1)), .attempts = 2},
                        .isTaken = true});
}

QVariant LayersModel::data(const QModelIndex& index, int role) const
{
    if (index.isValid() && role == Qt::CheckStateRole &&
        (index.column() == Name || index.column() == Where)) {
        const LayerRow& row = at(index.row());
        return (index.column() == Name ? row.isTaken : row.isBehind) ? Qt::Checked : Qt::Unchecked;
    }
    if (index.isValid() && role == Qt::EditRole && index.column() == Attempts) {
        return at(index.row()).layer.attempts; // a number, so that the editor has arrows
    }
    return EditableTable::data(index, role == Qt::EditRole ? Qt::DisplayRole : role);
}

bool LayersModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid()) {
        return false;
    }
    LayerRow row = at(index.row());
    if (role == Qt::CheckStateRole) {
        (index.column() == Name ? row.isTaken : row.isBehind) = value.toInt() == Qt::Checked;
    } else if (role != Qt::EditRole || !edit(row, index.column(), value)) {
        return false;
    }
    set(index.row(), std::move(row));
    return true;
}

Qt::ItemFlags LayersModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = EditableTable::flags(index);
    if (!index.isValid()) {
        return usual;
    }
    switch (index.column()) {
    case Name:
        return usual | Qt::ItemIsUserCheckable | Qt::ItemIsEditable;
    case Where:
        return usual | Qt::ItemIsUserCheckable;
    default:
        return usual | Qt::ItemIsEditable;
    }
}

} // namespace retryscope::ui
