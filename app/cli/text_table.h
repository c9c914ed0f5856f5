// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"

#include <QString>

#include <vector>

namespace retryscope::cli {

struct Cell
{
    QString text;
    Tone tone = Tone::Plain;
};

/// What may happen to a column when the table is wider than the terminal.
enum class WhenNarrow {
    Keep,
    Shorten, ///< ends in `…`: for texts from outside, however long
    Fold,    ///< wraps onto further lines of its column instead of being cut
    Drop,
    DropFirst, ///< dropped before the Drop columns
};

struct Column
{
    QString title;
    WhenNarrow whenNarrow = WhenNarrow::Keep;
    int readable = 20; ///< minimum width before other columns are dropped
};

/// Columns of text, two spaces apart. Empty columns are omitted. If the table is too wide, columns that can
/// shrink do so, widest first; then columns that can be dropped are, rightmost first.
class TextTable
{
public:
    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    /// cells: one per column.
    void addRow(std::vector<Cell> cells) { m_rows.push_back(std::move(cells)); }
    /// A line across all columns.
    void addLine(const QString& text) { m_rows.push_back({{text, Tone::Faint}}); }
    [[nodiscard]] QString text(const TextStyle& style) const;

private:
    [[nodiscard]] std::vector<int> columnWidths(int available) const;
    [[nodiscard]] std::vector<int> naturalWidths() const;
    [[nodiscard]] std::vector<int> longestWords() const;
    [[nodiscard]] std::vector<int> readableWidths() const;
    [[nodiscard]] std::vector<int> shrunk(std::vector<int> widths, const std::vector<int>& narrowest,
                                          int available) const;
    [[nodiscard]] QString line(const std::vector<Cell>& cells, const std::vector<int>& widths,
                               const TextStyle& style) const;
    [[nodiscard]] bool isLine(const std::vector<Cell>& row) const { return row.size() != m_columns.size(); }

    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

/// Wraps the text to the style's width; every line after the first begins with `indent` spaces. firstColumn:
/// column at which the first line begins.
[[nodiscard]] QString wrapped(const QString& text, const TextStyle& style, int indent, int firstColumn);
/// Cut to `width` and ended with `…` if longer.
[[nodiscard]] QString shortened(const QString& text, int width);

} // namespace retryscope::cli
