// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/headers_model.h"

#include "core/io/text/utf8.h"

#include <utility>

namespace retryscope::ui {

HeadersModel::HeadersModel(QObject* parent)
    : EditableTable({{.title = tr("Header"),
                      .text =
                          [](const Header& header) {
                              return toQString(header.name);
                          }},
                     {.title = tr("Value"),
                      .text =
                          [](const Header& header) {
                              return toQString(header.value);
                          }}},
                    parent)
    , m_addHint(tr("Type here to add a header"))
{
    setHeaders({});
}

void HeadersModel::setWords(const QString& nameTitle, const QString& addHint)
{
    setTitle(Name, nameTitle);
    m_addHint = addHint;
}

void HeadersModel::setNotKept(const QStringList& names)
{
    m_notKept = names;
    setRows(rows());
}

bool HeadersModel::isNotKept(const Header& header) const
{
    return header.value.empty() && m_notKept.contains(toQString(header.name), Qt::CaseInsensitive);
}

Headers HeadersModel::headers() const
{
    return {{rows().begin(), rows().end() - 1}};
}

void HeadersModel::setHeaders(Headers headers)
{
    headers.add({}, {}); // the row that adds one
    setRows(std::move(headers.entries));
}

QVariant HeadersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (role == Qt::ToolTipRole && index.row() == fieldCount()) {
        return m_addHint;
    }
    const bool isMissing = index.column() == Value && isNotKept(at(index.row()));
    if (role == NotKeptRole) {
        return isMissing;
    }
    if (isMissing && (role == Qt::DisplayRole || role == Qt::ToolTipRole)) {
        return tr("not saved: type it again");
    }
    return EditableTable::data(index, role == Qt::EditRole ? Qt::DisplayRole : role);
}

Qt::ItemFlags HeadersModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags base = EditableTable::flags(index);
    return index.isValid() ? base | Qt::ItemIsEditable : base;
}

bool HeadersModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    // A line break would end the header on the wire, so it never gets into one.
    const QString text = value.toString().simplified();
    const int row = index.row();
    const bool isNew = row == fieldCount();
    if (text == this->text(row, index.column())) {
        return !isNew; // walking through the cells changes nothing
    }
    Header header = at(row);
    (index.column() == Name ? header.name : header.value) = fromQString(text);
    if (header.name.empty() && (header.value.empty() || index.column() == Name)) {
        // Whose name is cleared is removed, once the editor that cleared it is closed.
        QMetaObject::invokeMethod(
            this,
            [this, row] {
                if (row < fieldCount() && at(row).name.empty()) {
                    removeRows(row, 1);
                }
            },
            Qt::QueuedConnection);
    }
    replace(row, std::move(header));
    if (isNew) {
        insert(row + 1, {});
    } else {
        onEdited();
    }
    return true;
}

/// Never the last one, which adds a header.
bool HeadersModel::removeRows(int row, int count, const QModelIndex& parent)
{
    return row + count <= fieldCount() && EditableTable::removeRows(row, count, parent);
}

} // namespace retryscope::ui
