// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/report_markdown.h"

#include "core/explain/escape.h"

#include <cstddef>
#include <variant>
#include <vector>

namespace retryscope {

namespace {

std::string plain(const std::string& text)
{
    return markdownEscaped(oneLine(text), "\\`*_{}[]<>#|~");
}

/// Titles first, without the columns that no row fills.
TableLines linesOf(const ReportTable& table)
{
    const std::vector<std::size_t> shown = filledColumns(table);
    TableLines lines(1);
    for (const std::size_t column : shown) {
        lines.front().push_back(table.columns[column].title);
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
    enum class Block { None, Paragraph, List, Table, Code, Gap };
    /// Blocks of different kinds, and paragraphs, are set apart by an empty line.
    void begin(Block block);

    std::string m_text;
    Block m_last = Block::None;
    std::string m_bullet = "- ";
};

void Markdown::begin(Block block)
{
    const bool isSameList = block == Block::List && m_last == Block::List;
    m_text += m_last == Block::None || isSameList ? "" : "\n";
    m_last = block;
    m_bullet = block == Block::List ? m_bullet : "- ";
}

void Markdown::operator()(const ReportText& part)
{
    std::string lead;
    for (const Toned& toned : part.plainLead()) {
        const std::string words = plain(toned.text);
        lead += toned.tone == Tone::Strong && !words.empty() ? "**" + words + "**" : words;
    }
    const bool isListed = part.isItem() || part.isField();
    const std::string mark = part.isDetail() ? "  - " : isListed ? m_bullet : "";
    begin(mark.empty() ? Block::Paragraph : Block::List);
    m_text += mark + lead + (lead.empty() ? "" : part.isField() ? ": " : " ") + plain(part.text.text) + '\n';
}

void Markdown::operator()(const ReportTable& table)
{
    begin(Block::Table);
    m_text += markdownTable(linesOf(table));
}

void Markdown::operator()(const ReportLines& lines)
{
    if (isGap(lines) && m_last == Block::List) { // another bullet begins another list
        m_last = Block::Gap;
        m_bullet = m_bullet == "- " ? "* " : "- ";
    }
    if (isGap(lines) || lines.empty()) {
        return; // other blocks are apart anyway
    }
    if (isTitle(lines)) {
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

std::string reportCsv(const Report& report)
{
    std::string csv;
    for (const Report::Part& part : report.parts()) {
        if (const auto* table = std::get_if<ReportTable>(&part)) {
            csv += (csv.empty() ? "" : "\r\n") + csvTable(linesOf(*table));
        }
    }
    return csv;
}

} // namespace retryscope
