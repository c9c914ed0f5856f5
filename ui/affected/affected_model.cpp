// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/affected/affected_model.h"

#include "core/affected/affected_text.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

QString affectedCell(const AffectedClient& client, int column)
{
    const AffectedCells cells = cellsOf(client);
    switch (static_cast<AffectedModel::Column>(column)) {
    case AffectedModel::Title:
        return toQString(client.sdk->title).section(QStringLiteral(" ("), 0, 0); // whole in the details
    case AffectedModel::Mode:
        return toQString(cells.mode);
    case AffectedModel::Attempts:
        return toQString(cells.attempts);
    case AffectedModel::FirstDelay:
        return toQString(cells.firstDelay);
    case AffectedModel::Throttling:
        return toQString(cells.throttlingDelay);
    case AffectedModel::Tokens:
        return toQString(cells.tokens);
    case AffectedModel::ColumnCount:
        break;
    }
    return {};
}

} // namespace

AffectedModel::AffectedModel(QObject* parent) : QAbstractTableModel(parent) {}

void AffectedModel::display(std::vector<AffectedClient> clients)
{
    beginResetModel();
    m_clients = std::move(clients);
    endResetModel();
}

void AffectedModel::replace(int row, AffectedClient client)
{
    m_clients[static_cast<std::size_t>(row)] = std::move(client);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int AffectedModel::affectedCount() const
{
    return static_cast<int>(
        std::count_if(m_clients.begin(), m_clients.end(),
                      [](const AffectedClient& client) { return client.today != client.after; }));
}

int AffectedModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_clients.size());
}

int AffectedModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant AffectedModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const AffectedClient& client = clientAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return affectedCell(client, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == Title ? QVariant(toQString(client.sdk->title)) : QVariant();
    case Qt::ToolTipRole:
        return plainToolTip(index.column() == Title ? toQString(client.sdk->title)
                                                    : affectedCell(client, index.column()));
    case kIsAffectedRole:
        return client.today != client.after;
    default:
        return {};
    }
}

QVariant AffectedModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    const QStringList titles{tr("SDK"),         tr("Mode"),       tr("Attempts"),
                             tr("First delay"), tr("Throttling"), tr("Tokens per retry")};
    return titles.value(section);
}

} // namespace retryscope::ui
