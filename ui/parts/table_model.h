// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/escape.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"

#include <QAbstractTableModel>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace retryscope::ui {

/// What a table shows of each row in one column.
template <typename Row>
struct TableColumn
{
    QString title;
    QString (*text)(const Row&);
    QVariant (*sortValue)(const Row&) = nullptr; ///< nullptr: the text
    QString (*toolTip)(const Row&) = nullptr;    ///< plain text; nullptr: the text
    QString about = {};                          ///< tool tip of the title; empty: none
};

/// A table of values, one for each row, that columns show. Subclasses name their columns by position and add
/// what a delegate needs.
template <typename Row>
class TableModel : public QAbstractTableModel
{
public:
    static constexpr int SortRole = Qt::UserRole; ///< further roles begin after it

    TableModel(std::vector<TableColumn<Row>> columns, QObject* parent)
        : QAbstractTableModel(parent), m_columns(std::move(columns))
    {
    }

    void setRows(std::vector<Row> rows)
    {
        showRows(std::make_shared<const std::vector<Row>>(std::move(rows)));
    }
    /// Shows these rows (not nullptr). There can be very many, so they are copied only when one is changed.
    void showRows(std::shared_ptr<const std::vector<Row>> rows)
    {
        beginResetModel();
        m_own.reset();
        m_rows = std::move(rows);
        endResetModel();
    }
    /// Shows other values in rows that keep their places, so that a selection stays; needs as many as before.
    void renewRows(std::vector<Row> rows)
    {
        m_own.reset();
        m_rows = std::make_shared<const std::vector<Row>>(std::move(rows));
        if (rowCount() > 0) {
            onChanged(0, rowCount() - 1);
        }
    }
    void replace(int row, Row value)
    {
        ownRows()[static_cast<std::size_t>(row)] = std::move(value);
        onChanged(row, row);
    }
    void setTitle(int column, const QString& title)
    {
        m_columns[static_cast<std::size_t>(column)].title = title;
        Q_EMIT headerDataChanged(Qt::Horizontal, column, column);
    }
    [[nodiscard]] const std::vector<Row>& rows() const { return *m_rows; }
    [[nodiscard]] const Row& at(int row) const { return rows()[static_cast<std::size_t>(row)]; }
    [[nodiscard]] QString text(int row, int column) const { return columnAt(column).text(at(row)); }

    /// The titles, then all rows, for Markdown and CSV.
    [[nodiscard]] TableLines texts() const
    {
        TableLines lines(1);
        for (const TableColumn<Row>& column : m_columns) {
            lines.front().push_back(fromQString(column.title));
        }
        for (const Row& row : rows()) {
            std::vector<std::string>& cells = lines.emplace_back();
            for (const TableColumn<Row>& column : m_columns) {
                cells.push_back(fromQString(column.text(row)));
            }
        }
        return lines;
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(rows().size());
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
            return {};
        }
        const TableColumn<Row>& column = columnAt(index.column());
        const Row& row = at(index.row());
        switch (role) {
        case Qt::DisplayRole:
            return column.text(row);
        case Qt::ToolTipRole:
            return plainToolTip(column.toolTip != nullptr ? column.toolTip(row) : column.text(row));
        case SortRole:
            return column.sortValue != nullptr ? column.sortValue(row) : QVariant(column.text(row));
        default:
            return {};
        }
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
            return QAbstractTableModel::headerData(section, orientation, role);
        }
        const TableColumn<Row>& column = columnAt(section);
        return role == Qt::DisplayRole                              ? QVariant(column.title)
               : role == Qt::ToolTipRole && !column.about.isEmpty() ? QVariant(column.about)
                                                                    : QVariant();
    }

protected:
    /// The rows, to be changed.
    std::vector<Row>& ownRows()
    {
        if (!m_own) {
            m_own = std::make_shared<std::vector<Row>>(*m_rows);
            m_rows = m_own;
        }
        return *m_own;
    }
    /// Tells the views that these rows show something else. roles: in what; empty: in anything.
    void onChanged(int first, int last, const QList<int>& roles = {})
    {
        Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1), roles);
    }

private:
    [[nodiscard]] const TableColumn<Row>& columnAt(int column) const
    {
        return m_columns[static_cast<std::size_t>(column)];
    }

    std::vector<TableColumn<Row>> m_columns;
    std::shared_ptr<const std::vector<Row>> m_rows = std::make_shared<const std::vector<Row>>();
    std::shared_ptr<std::vector<Row>> m_own; ///< the copy, once a row was changed
};

/// A table whose rows the user adds, removes and puts in another order.
template <typename Row>
class EditableTable : public TableModel<Row>
{
public:
    using TableModel<Row>::TableModel;

    void set(int row, Row value)
    {
        this->replace(row, std::move(value));
        onEdited();
    }
    void insert(int row, Row value)
    {
        this->beginInsertRows({}, row, row);
        this->ownRows().insert(this->ownRows().begin() + row, std::move(value));
        this->endInsertRows();
        onEdited();
    }
    /// Moves one row; `to` is its place afterwards.
    void move(int from, int to) { moveRows({}, from, 1, {}, to > from ? to + 1 : to); }

    bool moveRows(const QModelIndex& parent, int source, int count, const QModelIndex& destinationParent,
                  int destination) override
    {
        const bool isInside = source >= 0 && count >= 1 && source + count <= this->rowCount() &&
                              destination >= 0 && destination <= this->rowCount();
        if (!isInside ||
            !this->beginMoveRows(parent, source, source + count - 1, destinationParent, destination)) {
            return false;
        }
        const auto first = this->ownRows().begin() + source;
        const auto target = this->ownRows().begin() + destination;
        if (destination > source) {
            std::rotate(first, first + count, target);
        } else {
            std::rotate(target, first, first + count);
        }
        this->endMoveRows();
        onEdited();
        return true;
    }
    bool removeRows(int row, int count, const QModelIndex& parent = {}) override
    {
        if (parent.isValid() || row < 0 || count < 1 || row + count > this->rowCount()) {
            return false;
        }
        this->beginRemoveRows({}, row, row + count - 1);
        const auto first = this->ownRows().begin() + row;
        this->ownRows().erase(first, first + count);
        this->endRemoveRows();
        onEdited();
        return true;
    }

protected:
    /// Called after each change by the user.
    virtual void onEdited() {}
};

} // namespace retryscope::ui
