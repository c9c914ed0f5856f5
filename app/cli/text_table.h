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
    Fold,    ///< goes on in further lines of its column: no word that decides is cut
    Drop,
    DropFirst, ///< before those that may be dropped
};

struct Column
{
    QString title;
    WhenNarrow whenNarrow = WhenNarrow::Keep;
    int readable = 20; ///< it becomes no narrower than this before others are dropped
};

/// Columns of text, two blanks apart. A column in which every cell is empty is left out. When it is too wide,
/// columns that may become narrower do, the widest first; then those that may be dropped go, the rightmost
/// first.
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

/// Words broken into lines of at most the style's width; lines after the first begin with `indent` blanks.
/// firstColumn: where the first line begins.
[[nodiscard]] QString wrapped(const QString& text, const TextStyle& style, int indent, int firstColumn);
/// Ends in `…` when it is longer.
[[nodiscard]] QString shortened(const QString& text, int width);

} // namespace retryscope::cli
