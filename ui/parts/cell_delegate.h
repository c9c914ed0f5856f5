// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace retryscope::ui {

/// What a model tells of its cells beyond the roles of Qt. Own roles of a model begin at FirstOwnRole.
namespace CellRole {
enum Role {
    Sort = Qt::UserRole, ///< by what the rows are sorted
    Tone,                ///< retryscope::Tone as int; not there: Plain
    Sign,                ///< ui::Sign as int, drawn before the text in its colour
    // Of a column's header:
    ColumnId,   ///< the same in every language
    WhenNarrow, ///< retryscope::WhenNarrow as int
    Readable,   ///< characters that are left when the column is shortened or wraps
    Groups,     ///< true: a text is shown once above the rows that share it
    WidestText, ///< where measuring all rows would take too long
    FirstOwnRole
};
} // namespace CellRole

/// Draws a cell of a table: its sign, and its text in its tone, shortened or wrapped only as its column
/// allows.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    static constexpr int kInset = 6;       ///< pixels at either side of a cell's text, beside the style's own
    static constexpr int kRowPadding = 10; ///< pixels above and below the text, together

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    /// A column that folds is as high as its text at the width of the option's rectangle.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// A cell without a value keeps what it says while it is edited.
    [[nodiscard]] QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const override;

    /// The lines that the cell shows, in a rectangle of this size.
    [[nodiscard]] QStringList linesIn(QSize size, const QStyleOptionViewItem& option,
                                      const QModelIndex& index) const;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace retryscope::ui
