// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/headers_model.h"

#include "core/io/text/utf8.h"

#include <utility>

namespace retryscope::ui {

HeadersModel::HeadersModel(QObject* parent)
    : QAbstractTableModel(parent), m_nameTitle(tr("Header")), m_addHint(tr("Type here to add a header"))
{
}

void HeadersModel::setWords(const QString& nameTitle, const QString& addHint)
{
    m_nameTitle = nameTitle;
    m_addHint = addHint;
}

void HeadersModel::setNotKept(const QStringList& names)
{
    beginResetModel();
    m_notKept = names;
    endResetModel();
}

bool HeadersModel::isNotKept(const Header& header) const
{
    return header.value.empty() && m_notKept.contains(toQString(header.name), Qt::CaseInsensitive);
}

void HeadersModel::setHeaders(Headers headers)
{
    beginResetModel();
    m_headers = std::move(headers);
    endResetModel();
}

int HeadersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : fieldCount() + 1;
}

int HeadersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant HeadersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const bool isBlank = index.row() == fieldCount();
    if (role == Qt::ToolTipRole && isBlank) {
        return m_addHint;
    }
    const bool isMissing = !isBlank && index.column() == Value &&
                           isNotKept(m_headers.entries[static_cast<std::size_t>(index.row())]);
    if (role == NotKeptRole) {
        return isMissing;
    }
    if (isMissing && (role == Qt::DisplayRole || role == Qt::ToolTipRole)) {
        return tr("not saved: type it again");
    }
    if (role != Qt::DisplayRole && role != Qt::EditRole) {
        return {};
    }
    if (isBlank) {
        return QString();
    }
    const Header& header = m_headers.entries[static_cast<std::size_t>(index.row())];
    return toQString(index.column() == Name ? header.name : header.value);
}

QVariant HeadersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == Name ? m_nameTitle : tr("Value");
}

Qt::ItemFlags HeadersModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    return index.isValid() ? base | Qt::ItemIsEditable : base;
}

bool HeadersModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    // A line break would end the header on the wire, so it never gets into one.
    const QString text = value.toString().simplified();
    if (index.row() < fieldCount() && text == data(index, Qt::EditRole).toString()) {
        return true; // walking through the cells changes nothing
    }
    if (index.row() == fieldCount()) {
        if (text.isEmpty()) {
            return false;
        }
        beginInsertRows({}, fieldCount() + 1, fieldCount() + 1);
        m_headers.add({}, {});
        endInsertRows();
    }
    Header& header = m_headers.entries[static_cast<std::size_t>(index.row())];
    (index.column() == Name ? header.name : header.value) = fromQString(text);
    if (header.name.empty() && (header.value.empty() || index.column() == Name)) {
        // Whose name is cleared is removed, once the editor that cleared it is closed.
        QMetaObject::invokeMethod(
            this, [this, row = index.row()] { removeNameless(row); }, Qt::QueuedConnection);
    }
    Q_EMIT dataChanged(index, index);
    Q_EMIT edited();
    return true;
}

void HeadersModel::removeNameless(int row)
{
    if (row < fieldCount() && m_headers.entries[static_cast<std::size_t>(row)].name.empty()) {
        removeRows(row, 1);
    }
}

bool HeadersModel::removeRows(int row, int count, const QModelIndex& parent)
{
    if (parent.isValid() || row < 0 || count < 1 || row + count > fieldCount()) {
        return false;
    }
    beginRemoveRows({}, row, row + count - 1);
    const auto first = m_headers.entries.begin() + row;
    m_headers.entries.erase(first, first + count);
    endRemoveRows();
    Q_EMIT edited();
    return true;
}

} // namespace retryscope::ui
