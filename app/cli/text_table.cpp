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
/// A column that wraps keeps its words whole before others are dropped, but no longer ones than this.
constexpr int kLongestWord = 30;

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

/// A long word that would not fit on a line of its own is cut; a shorter one rather stands out a little.
QStringList wordsFor(const QString& text, int room)
{
    constexpr int kShort = 20;
    const int longest = std::max(room, kShort);
    QStringList words;
    for (QString word : printable(text).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        for (; widthOf(word) > longest; word.remove(0, longest)) {
            words.append(word.left(longest));
        }
        words.append(word);
    }
    return words;
}

int longestWordOf(const QString& text)
{
    int longest = 0;
    for (const QString& word : text.split(QLatin1Char(' '))) {
        longest = std::max(longest, widthOf(word));
    }
    return longest;
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
    const auto shrinkTo = [&](const std::vector<int>& narrowest) {
        for (std::size_t column = widths.size(); column-- > 0;) {
            const int excess = totalWidth(widths) - available;
            if (excess > 0 && canShrink(column)) {
                widths[column] =
                    std::max(std::min(narrowest[column], widths[column]), widths[column] - excess);
            }
        }
    };
    shrinkTo(readableWidths());
    for (std::size_t column = widths.size(); column-- > 0 && totalWidth(widths) > available;) {
        if (m_columns[column].whenNarrow == WhenNarrow::Drop) {
            widths[column] = 0;
        }
    }
    shrinkTo(std::vector<int>(widths.size(), kNarrowestColumn));
    return widths;
}

std::vector<int> TextTable::readableWidths() const
{
    std::vector<int> widths(m_columns.size(), kReadableColumn);
    for (const std::vector<Cell>& row : m_rows) {
        for (std::size_t column = 0; !isLine(row) && column < row.size(); ++column) {
            if (m_columns[column].whenNarrow == WhenNarrow::Wrap) {
                const int longest = std::min(longestWordOf(row[column].text), kLongestWord);
                widths[column] = std::max(widths[column], longest);
            }
        }
    }
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
    for (const QString& word : wordsFor(text, style.width - indent)) {
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
