// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/escape.h"
#include "core/explain/report.h"
#include "core/io/text/utf8.h"
#include "ui/parts/cell_delegate.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/verdict_sign.h"

#include <QAbstractTableModel>

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace retryscope::ui {

/// What a table shows of each row in one column.
template <typename Row>
struct TableColumn
{
    std::string_view id; ///< unique in its table; no translation changes it
    QString title;
    std::function<QString(const Row&)> text;
    std::function<QVariant(const Row&)> sortValue; ///< empty: the text
    std::function<QString(const Row&)> toolTip;    ///< plain text; empty: the text
    std::function<QString(const Row&)> spoken;     ///< for assistive technology; empty: the text
    std::function<Tone(const Row&)> tone;          ///< empty: Tone::Plain
    std::function<Sign(const Row&)> sign;          ///< empty: Sign::None
    QString about;                                 ///< tool tip of the title; empty: none
    WhenNarrow whenNarrow = WhenNarrow::Keep;
    int readable = 16;     ///< characters that are left when the column is shortened or wraps
    bool isNumber = false; ///< at the right, one below the other
    bool groups = false;   ///< a text is shown once above the rows that share it
    /// Of an EditableTable: stores what the user typed, or returns false where it is not a value of this
    /// column. Empty: the user cannot edit the cells.
    std::function<bool(Row&, const QVariant&)> set;
    std::function<QVariant(const Row&)> edited; ///< the value in the editor; empty: the text
    std::function<bool(const Row&)> isChecked;  ///< empty: no check box
    std::function<void(Row&, bool)> setChecked; ///< there if isChecked is
};

/// A table of values, one for each row, that columns show.
template <typename Row>
class TableModel : public QAbstractTableModel
{
public:
    using Columns = std::vector<TableColumn<Row>>;

    /// Rows that stand over others and cannot be chosen; empty: none.
    std::function<bool(const Row&)> isHeading = {};

    TableModel(Columns columns, QObject* parent) : QAbstractTableModel(parent), m_columns(std::move(columns))
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
    /// Other rows under other columns.
    void setTable(Columns columns, std::vector<Row> rows)
    {
        beginResetModel();
        m_own.reset();
        m_columns = std::move(columns);
        m_rows = std::make_shared<const std::vector<Row>>(std::move(rows));
        endResetModel();
    }
    /// Shows other values; where there are as many as before, the rows keep their places, so that a selection
    /// stays.
    void renewRows(std::vector<Row> rows)
    {
        if (rows.size() != m_rows->size()) {
            setRows(std::move(rows));
            return;
        }
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
    /// The column of this id, which must exist.
    [[nodiscard]] int columnOf(std::string_view id) const
    {
        const auto found = std::find_if(m_columns.begin(), m_columns.end(),
                                        [id](const TableColumn<Row>& column) { return column.id == id; });
        Q_ASSERT(found != m_columns.end());
        return static_cast<int>(found - m_columns.begin());
    }

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
            return plainToolTip(column.toolTip ? column.toolTip(row) : column.text(row));
        case Qt::AccessibleTextRole:
            return column.spoken ? QVariant(column.spoken(row)) : QVariant();
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case CellRole::Sort:
            return column.sortValue ? column.sortValue(row) : QVariant(column.text(row));
        case CellRole::Tone:
            return column.tone ? QVariant(static_cast<int>(column.tone(row))) : QVariant();
        case CellRole::Sign:
            return column.sign ? QVariant(static_cast<int>(column.sign(row))) : QVariant();
        default:
            return {};
        }
    }
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        return index.isValid() && isHeading && isHeading(at(index.row())) ? Qt::ItemFlags(Qt::NoItemFlags)
                                                                          : QAbstractTableModel::flags(index);
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
            return QAbstractTableModel::headerData(section, orientation, role);
        }
        const TableColumn<Row>& column = columnAt(section);
        switch (role) {
        case Qt::DisplayRole:
            return column.title;
        case Qt::ToolTipRole:
            return column.about.isEmpty() ? QVariant() : QVariant(column.about);
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case CellRole::ColumnId:
            return QString::fromLatin1(column.id.data(), static_cast<qsizetype>(column.id.size()));
        case CellRole::WhenNarrow:
            return static_cast<int>(column.whenNarrow);
        case CellRole::Readable:
            return column.readable;
        case CellRole::Groups:
            return column.groups;
        default:
            return {};
        }
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

    [[nodiscard]] const TableColumn<Row>& columnAt(int column) const
    {
        return m_columns[static_cast<std::size_t>(column)];
    }

private:
    [[nodiscard]] static QVariant alignmentOf(const TableColumn<Row>& column)
    {
        return static_cast<int>((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    Columns m_columns;
    std::shared_ptr<const std::vector<Row>> m_rows = std::make_shared<const std::vector<Row>>();
    std::shared_ptr<std::vector<Row>> m_own; ///< the copy, once a row was changed
};

/// A table whose rows the user edits, adds, removes and puts in another order. A view hears
/// of it by the signals of QAbstractItemModel, the owner by userEdited.
template <typename Row>
class EditableTable : public TableModel<Row>
{
public:
    using TableModel<Row>::TableModel;

    /// Called after each change by the user, and by the functions below; not by setRows().
    std::function<void()> userEdited = {};
    bool canBeDragged = false; ///< rows to other places

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

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override
    {
        if (!index.isValid() || (role != Qt::EditRole && role != Qt::CheckStateRole)) {
            return TableModel<Row>::data(index, role);
        }
        const TableColumn<Row>& column = this->columnAt(index.column());
        const Row& row = this->at(index.row());
        if (role == Qt::EditRole) {
            return column.edited ? column.edited(row) : QVariant(column.text(row));
        }
        return !column.isChecked ? QVariant() : column.isChecked(row) ? Qt::Checked : Qt::Unchecked;
    }
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override
    {
        if (!index.isValid()) {
            return false;
        }
        const TableColumn<Row>& column = this->columnAt(index.column());
        Row row = this->at(index.row());
        if (role == Qt::CheckStateRole && column.setChecked) {
            column.setChecked(row, value.toInt() == Qt::Checked);
        } else if (role != Qt::EditRole || !column.set || !column.set(row, value)) {
            return false;
        }
        set(index.row(), std::move(row));
        return true;
    }
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        Qt::ItemFlags flags = TableModel<Row>::flags(index);
        if (index.isValid()) {
            const TableColumn<Row>& column = this->columnAt(index.column());
            flags.setFlag(Qt::ItemIsEditable, static_cast<bool>(column.set));
            flags.setFlag(Qt::ItemIsUserCheckable, static_cast<bool>(column.isChecked));
            flags.setFlag(Qt::ItemIsDragEnabled, canBeDragged);
        } else {
            flags.setFlag(Qt::ItemIsDropEnabled, canBeDragged);
        }
        return flags;
    }
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
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
    virtual void onEdited()
    {
        if (userEdited) {
            userEdited();
        }
    }
};

} // namespace retryscope::ui
