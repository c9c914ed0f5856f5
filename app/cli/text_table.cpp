// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/text_table.h"

#include <QStringList>

#include <algorithm>
#include <numeric>

namespace retryscope::cli {

namespace {

constexpr int kGap = 2;
/// A column is shortened to this width before others are dropped, and further only when nothing else is left.
constexpr int kReadableColumn = 20;
constexpr int kNarrowestColumn = 6;

int widthOf(const QString& text)
{
    return static_cast<int>(text.size());
}

/// Width of the whole table; columns of width 0 are not shown.
int totalWidth(const std::vector<int>& widths)
{
    const int sum = std::accumulate(widths.begin(), widths.end(), 0);
    const auto shown = std::count_if(widths.begin(), widths.end(), [](int width) { return width > 0; });
    return sum + kGap * std::max(0, static_cast<int>(shown) - 1);
}

} // namespace

std::vector<int> TextTable::columnWidths(int available) const
{
    std::vector<int> widths(m_columns.size(), 0);
    for (const std::vector<Cell>& row : m_rows) {
        for (std::size_t column = 0; !isLine(row) && column < row.size(); ++column) {
            widths[column] = std::max(widths[column], widthOf(row[column].text));
        }
    }
    for (std::size_t column = 0; column < widths.size(); ++column) {
        if (widths[column] > 0) {
            widths[column] = std::max(widths[column], widthOf(m_columns[column].title));
        }
    }
    const auto canShrink = [this](std::size_t column) {
        return m_columns[column].whenNarrow == WhenNarrow::Shorten ||
               m_columns[column].whenNarrow == WhenNarrow::Wrap;
    };
    const auto shrinkTo = [&](int narrowest) {
        for (std::size_t column = widths.size(); column-- > 0;) {
            const int excess = totalWidth(widths) - available;
            if (excess > 0 && canShrink(column)) {
                widths[column] = std::max(std::min(narrowest, widths[column]), widths[column] - excess);
            }
        }
    };
    shrinkTo(kReadableColumn);
    for (std::size_t column = widths.size(); column-- > 0 && totalWidth(widths) > available;) {
        if (m_columns[column].whenNarrow == WhenNarrow::Drop) {
            widths[column] = 0;
        }
    }
    shrinkTo(kNarrowestColumn);
    return widths;
}

QString TextTable::line(const std::vector<Cell>& cells, const std::vector<int>& widths,
                        const TextStyle& style) const
{
    QString result;
    int column = 0; // where the text so far ends
    int start = 0;  // where the next cell begins
    for (std::size_t index = 0; index < cells.size(); ++index) {
        if (widths[index] == 0) {
            continue;
        }
        const bool isWrapped = m_columns[index].whenNarrow == WhenNarrow::Wrap;
        const QString text = isWrapped ? wrapped(cells[index].text, style, start, start)
                                       : shortened(printable(cells[index].text), widths[index]);
        if (!text.isEmpty()) {
            result += QString(start - column, QLatin1Char(' ')) + style.paint(text, cells[index].tone);
            column = start + widthOf(text);
        }
        start += widths[index] + kGap;
    }
    return result + QLatin1Char('\n');
}

QString TextTable::text(const TextStyle& style) const
{
    const std::vector<int> widths = columnWidths(style.width);
    std::vector<Cell> titles;
    for (const Column& column : m_columns) {
        titles.push_back({column.title, Tone::Strong});
    }
    QString result = line(titles, widths, style);
    for (const std::vector<Cell>& row : m_rows) {
        result += isLine(row) ? style.paint(row.front().text, row.front().tone) + QLatin1Char('\n')
                              : line(row, widths, style);
    }
    return result;
}

QString wrapped(const QString& text, const TextStyle& style, int indent, int firstColumn)
{
    QString result;
    int column = firstColumn;
    bool isAtStart = true;
    for (const QString& word : printable(text).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!isAtStart && column + 1 + widthOf(word) > style.width) {
            result += QLatin1Char('\n') + QString(indent, QLatin1Char(' '));
            column = indent;
            isAtStart = true;
        }
        result += isAtStart ? word : QLatin1Char(' ') + word;
        column += widthOf(word) + (isAtStart ? 0 : 1);
        isAtStart = false;
    }
    return result;
}

QString shortened(const QString& text, int width)
{
    return widthOf(text) <= width ? text : text.left(std::max(0, width - 1)) + QChar(0x2026);
}

} // namespace retryscope::cli
