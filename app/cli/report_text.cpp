// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/report_text.h"

#include "core/io/text/utf8.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <numeric>

namespace retryscope::cli {

namespace {

constexpr int kGap = 2;
constexpr int kNarrowestColumn = 6;
/// A folded column keeps its words whole, but no longer ones than this.
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
    constexpr int kShort = 18;
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

/// `30 s` is one word, and so is `5 h !`.
QString withUnitsKept(QString text)
{
    static const QRegularExpression unit(QStringLiteral("(?<=[0-9]) (?=(ms|s|min|h|d|days?)(\\s|$))| (?=!)"));
    return text.replace(unit, QStringLiteral("\u00a0"));
}

int longestWordOf(const QString& text)
{
    int longest = 0;
    for (const QString& word : withUnitsKept(text).split(QLatin1Char(' '))) {
        longest = std::max(longest, widthOf(word));
    }
    return longest;
}

QString shortened(const QString& text, int width)
{
    return widthOf(text) <= width ? text : text.left(std::max(0, width - 1)) + QChar(0x2026);
}

/// In lines of at most this width, where no word is longer.
QStringList folded(const QString& text, int width)
{
    return wrapped(withUnitsKept(text), {.width = width}, 0, 0)
        .replace(QChar(QChar::Nbsp), QLatin1Char(' '))
        .split(QLatin1Char('\n'));
}

struct Cell
{
    QString text;
    Tone tone;
};

class TableText
{
public:
    TableText(const ReportTable& table, const TextStyle& style) : m_columns(table.columns), m_style(style)
    {
        for (const std::vector<Toned>& row : table.rows) {
            std::vector<Cell>& cells = m_rows.emplace_back();
            for (const Toned& cell : row) {
                cells.push_back({toQString(cell.text), cell.tone});
            }
        }
    }
    [[nodiscard]] QString text() const;

private:
    [[nodiscard]] std::vector<int> columnWidths() const;
    [[nodiscard]] std::vector<int> naturalWidths() const;
    [[nodiscard]] std::vector<int> longestWords() const;
    [[nodiscard]] std::vector<int> readableWidths() const;
    [[nodiscard]] std::vector<int> shrunk(std::vector<int> widths, const std::vector<int>& narrowest) const;
    [[nodiscard]] QString line(const std::vector<Cell>& cells, const std::vector<int>& widths) const;
    [[nodiscard]] bool isLine(const std::vector<Cell>& row) const { return row.size() != m_columns.size(); }

    const std::vector<ReportColumn>& m_columns;
    const TextStyle& m_style;
    std::vector<std::vector<Cell>> m_rows;
};

std::vector<int> TableText::naturalWidths() const
{
    std::vector<int> widths(m_columns.size(), 0);
    for (const std::vector<Cell>& row : m_rows) {
        for (std::size_t column = 0; !isLine(row) && column < row.size(); ++column) {
            widths[column] = std::max(widths[column], widthOf(row[column].text));
        }
    }
    for (std::size_t column = 0; column < widths.size(); ++column) {
        if (widths[column] > 0) {
            widths[column] = std::max(widths[column], widthOf(toQString(m_columns[column].title)));
        }
    }
    return widths;
}

/// Narrower where there is not room for all, the widest first, but no column narrower than given.
std::vector<int> TableText::shrunk(std::vector<int> widths, const std::vector<int>& narrowest) const
{
    std::vector<std::size_t> order(widths.size());
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&widths](std::size_t left, std::size_t right) { return widths[left] > widths[right]; });
    for (const std::size_t column : order) {
        const WhenNarrow habit = m_columns[column].whenNarrow;
        const bool canShrink = habit == WhenNarrow::Shorten || habit == WhenNarrow::Fold;
        const int excess = totalWidth(widths) - m_style.width;
        if (excess > 0 && canShrink) {
            widths[column] = std::max(std::min(narrowest[column], widths[column]), widths[column] - excess);
        }
    }
    return widths;
}

/// Columns that are narrower leave room for others before these are left out, and get back what those leave.
std::vector<int> TableText::columnWidths() const
{
    std::vector<int> natural = naturalWidths();
    const std::vector<int> readable = readableWidths();
    std::vector<int> widths = shrunk(natural, readable);
    for (const WhenNarrow habit : {WhenNarrow::DropFirst, WhenNarrow::Drop}) {
        for (std::size_t column = natural.size(); column-- > 0 && totalWidth(widths) > m_style.width;) {
            if (m_columns[column].whenNarrow == habit) {
                natural[column] = 0;
                widths = shrunk(natural, readable);
            }
        }
    }
    widths = shrunk(std::move(widths), longestWords());
    return shrunk(std::move(widths), std::vector<int>(widths.size(), kNarrowestColumn));
}

/// Of folded columns; of others the narrowest.
std::vector<int> TableText::longestWords() const
{
    std::vector<int> widths(m_columns.size(), kNarrowestColumn);
    for (std::size_t column = 0; column < widths.size(); ++column) {
        if (m_columns[column].whenNarrow != WhenNarrow::Fold) {
            continue;
        }
        widths[column] = std::max(widths[column], longestWordOf(toQString(m_columns[column].title)));
        for (const std::vector<Cell>& row : m_rows) {
            if (!isLine(row)) {
                const int longest = std::min(longestWordOf(row[column].text), kLongestWord);
                widths[column] = std::max(widths[column], longest);
            }
        }
    }
    return widths;
}

std::vector<int> TableText::readableWidths() const
{
    std::vector<int> widths = longestWords();
    for (std::size_t column = 0; column < widths.size(); ++column) {
        widths[column] = std::max(widths[column], m_columns[column].readable);
    }
    return widths;
}

/// One row, in as many lines as its longest cell needs.
QString TableText::line(const std::vector<Cell>& cells, const std::vector<int>& widths) const
{
    std::vector<QStringList> texts(cells.size());
    qsizetype lines = 1;
    for (std::size_t index = 0; index < cells.size(); ++index) {
        texts[index] = m_columns[index].whenNarrow == WhenNarrow::Fold
                           ? folded(cells[index].text, widths[index])
                           : QStringList{shortened(printable(cells[index].text), widths[index])};
        lines = widths[index] > 0 ? std::max(lines, texts[index].size()) : lines;
    }
    QString result;
    for (qsizetype number = 0; number < lines; ++number) {
        int column = 0; // where the text so far ends
        int start = 0;  // where the next cell begins
        for (std::size_t index = 0; index < cells.size(); ++index) {
            const QString text = widths[index] > 0 ? texts[index].value(number) : QString();
            if (!text.isEmpty()) {
                result += QString(start - column, QLatin1Char(' ')) + m_style.paint(text, cells[index].tone);
                column = start + widthOf(text);
            }
            start += widths[index] > 0 ? widths[index] + kGap : 0;
        }
        result += QLatin1Char('\n');
    }
    return result;
}

QString TableText::text() const
{
    const std::vector<int> widths = columnWidths();
    std::vector<Cell> titles;
    for (const ReportColumn& column : m_columns) {
        titles.push_back({toQString(column.title), Tone::Strong});
    }
    QString result = line(titles, widths);
    for (const std::vector<Cell>& row : m_rows) {
        result += isLine(row) ? m_style.paint(row.front().text, row.front().tone) + QLatin1Char('\n')
                              : line(row, widths);
    }
    return result;
}

QString painted(const std::vector<Toned>& texts, const TextStyle& style)
{
    QString result;
    for (const Toned& one : texts) {
        result += style.paint(toQString(one.text), one.tone);
    }
    return result;
}

QString textOf(const ReportText& part, const TextStyle& style)
{
    const QString indent(part.indent, QLatin1Char(' '));
    const int start = part.indent + widthOf(painted(part.lead, {}));
    return indent + painted(part.lead, style) +
           style.paint(wrapped(toQString(part.text.text), style, part.hang, start), part.text.tone) +
           QLatin1Char('\n');
}

QString textOf(const ReportTable& part, const TextStyle& style)
{
    return TableText(part, style).text();
}

/// Tabs stay, as code to be copied has them.
QString textOf(const ReportLines& part, const TextStyle& style)
{
    QString result;
    for (const std::vector<Toned>& line : part) {
        for (const Toned& one : line) {
            QStringList pieces = toQString(one.text).split(QLatin1Char('\t'));
            for (QString& piece : pieces) {
                piece = style.paint(piece, one.tone);
            }
            result += pieces.join(QLatin1Char('\t'));
        }
        result += QLatin1Char('\n');
    }
    return result;
}

} // namespace

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

QString textOf(const Report& report, const TextStyle& style)
{
    QString result;
    for (const Report::Part& part : report.parts()) {
        result += std::visit([&style](const auto& one) { return textOf(one, style); }, part);
    }
    return result;
}

} // namespace retryscope::cli
