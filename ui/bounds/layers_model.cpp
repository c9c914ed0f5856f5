// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/layers_model.h"

#include "core/explain/units.h"
#include "core/io/json/json_units.h"
#include "core/io/text/utf8.h"

namespace retryscope::ui {

namespace {

constexpr int kMostAttempts = 1000;

} // namespace

LayersModel::LayersModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_rows{{.layer = {.name = fromQString(tr("application")), .attempts = 3}},
             {.layer = {.name = fromQString(tr("proxy")), .attempts = 2}, .isBehind = true}}
{
}

std::vector<RetryLayer> LayersModel::taken(bool isBehind) const
{
    std::vector<RetryLayer> layers;
    for (const Row& row : m_rows) {
        if (row.isTaken && row.isBehind == isBehind) {
            layers.push_back(row.layer);
        }
    }
    return layers;
}

std::vector<RetryLayer> LayersModel::outside() const
{
    return taken(false);
}

std::vector<RetryLayer> LayersModel::within() const
{
    return taken(true);
}

void LayersModel::add()
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rows.push_back(
        {.layer = {.name = fromQString(tr("layer %1").arg(row + 1)), .attempts = 2}, .isTaken = true});
    endInsertRows();
}

void LayersModel::remove(int row)
{
    if (row >= 0 && row < rowCount()) {
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
}

int LayersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LayersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant LayersModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::CheckStateRole && index.column() == Where) {
        return row.isBehind ? Qt::Checked : Qt::Unchecked;
    }
    if (role == Qt::CheckStateRole && index.column() == Name) {
        return row.isTaken ? Qt::Checked : Qt::Unchecked;
    }
    if (role != Qt::DisplayRole && role != Qt::EditRole) {
        return {};
    }
    switch (static_cast<Column>(index.column())) {
    case Name:
        return toQString(row.layer.name);
    case Attempts:
        return row.layer.attempts;
    case Delay:
        return toQString(durationText(row.layer.delay));
    case Where:
        return row.isBehind ? tr("yes") : tr("no");
    case ColumnCount:
        break;
    }
    return {};
}

bool LayersModel::edit(Row& row, int column, const QVariant& value)
{
    switch (static_cast<Column>(column)) {
    case Name:
        row.layer.name = fromQString(value.toString().trimmed());
        return true;
    case Attempts: {
        bool isNumber = false;
        const int attempts = value.toInt(&isNumber);
        if (!isNumber || attempts < 1 || attempts > kMostAttempts) {
            return false;
        }
        row.layer.attempts = attempts;
        return true;
    }
    case Delay: {
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
    case Where:
    case ColumnCount:
        break;
    }
    return false;
}

bool LayersModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid()) {
        return false;
    }
    Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::CheckStateRole) {
        (index.column() == Name ? row.isTaken : row.isBehind) = value.toInt() == Qt::Checked;
    } else if (role != Qt::EditRole || !edit(row, index.column(), value)) {
        return false;
    }
    Q_EMIT dataChanged(index, index);
    return true;
}

Qt::ItemFlags LayersModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
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

QVariant LayersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    const QStringList titles{tr("Layer"), tr("Attempts"), tr("Delay"), tr("Server side")};
    return titles.value(section);
}

} // namespace retryscope::ui
