// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/report_markdown.h"

#include "core/explain/escape.h"

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

namespace retryscope {

namespace {

constexpr int kDetailIndent = 4; ///< characters; of what belongs to an item

std::string plain(const std::string& text)
{
    return markdownEscaped(oneLine(text), "\\`*_{}[]<>#|~");
}

/// A lead of a field is filled with blanks up to its column.
std::string trimmed(std::string text)
{
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

bool isFilled(const ReportTable& table, std::size_t column)
{
    return std::ranges::any_of(table.rows, [column](const std::vector<Toned>& row) {
        return column < row.size() && !row[column].text.empty();
    });
}

/// Titles first, without the columns that no row fills.
TableLines linesOf(const ReportTable& table)
{
    TableLines lines(1);
    std::vector<std::size_t> shown;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (isFilled(table, column)) {
            shown.push_back(column);
            lines.front().push_back(table.columns[column].title);
        }
    }
    for (const std::vector<Toned>& row : table.rows) {
        std::vector<std::string>& cells = lines.emplace_back();
        for (const std::size_t column : shown) {
            cells.push_back(column < row.size() ? row[column].text : std::string());
        }
    }
    return lines;
}

/// Writes a report part by part.
class Markdown
{
public:
    void operator()(const ReportText& part);
    void operator()(const ReportTable& table);
    void operator()(const ReportLines& lines);
    [[nodiscard]] std::string text() const { return m_text; }

private:
    enum class Block { None, Paragraph, List, Table, Code };
    /// Blocks of different kinds, and paragraphs, are set apart by an empty line.
    void begin(Block block);

    std::string m_text;
    Block m_last = Block::None;
};

void Markdown::begin(Block block)
{
    const bool isSameList = block == Block::List && m_last == Block::List;
    m_text += m_last == Block::None || isSameList ? "" : "\n";
    m_last = block;
}

void Markdown::operator()(const ReportText& part)
{
    std::string lead;
    for (const Toned& toned : part.lead) {
        const std::string words = plain(trimmed(toned.text));
        lead += toned.tone == Tone::Strong && !words.empty() ? "**" + words + "**" : words;
    }
    const bool isField = !part.lead.empty() && part.hang > 0;
    const bool isItem = part.indent > 0 || isField;
    begin(isItem ? Block::List : Block::Paragraph);
    m_text += !isItem ? "" : part.indent >= kDetailIndent ? "  - " : "- ";
    m_text += lead + (lead.empty() ? "" : isField ? ": " : " ") + plain(part.text.text) + '\n';
}

void Markdown::operator()(const ReportTable& table)
{
    begin(Block::Table);
    m_text += markdownTable(linesOf(table));
}

void Markdown::operator()(const ReportLines& lines)
{
    const bool isGap = lines.size() == 1 && lines.front().empty();
    if (isGap || lines.empty()) {
        return; // blocks are apart anyway
    }
    const bool isTitle =
        lines.size() == 1 && lines.front().size() == 1 && lines.front().front().tone == Tone::Strong;
    if (isTitle) {
        begin(Block::Paragraph);
        m_text += "### " + plain(lines.front().front().text) + '\n';
        return;
    }
    begin(Block::Code);
    m_text += "````\n"; // longer than a fence that stands in the code
    for (const std::vector<Toned>& line : lines) {
        for (const Toned& toned : line) {
            m_text += oneLine(toned.text);
        }
        m_text += '\n';
    }
    m_text += "````\n";
}

} // namespace

std::string reportMarkdown(const Report& report)
{
    Markdown markdown;
    for (const Report::Part& part : report.parts()) {
        std::visit(markdown, part);
    }
    return markdown.text();
}

} // namespace retryscope
