// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/report.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace retryscope {

namespace {

constexpr int kItem = 2;
constexpr int kDetail = 4;

} // namespace

bool ReportText::isDetail() const
{
    return indent >= kDetail;
}

std::vector<Toned> ReportText::plainLead() const
{
    std::vector<Toned> plain = lead;
    for (Toned& part : plain) {
        part.text.erase(part.text.find_last_not_of(' ') + 1);
    }
    return plain;
}

bool isTitle(const ReportLines& lines)
{
    return lines.size() == 1 && lines.front().size() == 1 && lines.front().front().tone == Tone::Strong;
}

bool isGap(const ReportLines& lines)
{
    return lines.size() == 1 && lines.front().empty();
}

std::vector<std::size_t> filledColumns(const ReportTable& table)
{
    std::vector<std::size_t> filled;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        const bool isFilled = std::ranges::any_of(table.rows, [column](const std::vector<Toned>& row) {
            return column < row.size() && !row[column].text.empty();
        });
        if (isFilled) {
            filled.push_back(column);
        }
    }
    return filled;
}

void Report::say(std::string text, Tone tone)
{
    if (!text.empty()) {
        add(ReportText{.text = {std::move(text), tone}});
    }
}

void Report::say(const std::vector<std::string>& texts, Tone tone)
{
    for (const std::string& text : texts) {
        say(text, tone);
    }
}

void Report::item(std::string text, Tone tone)
{
    if (!text.empty()) {
        add(ReportText{.text = {std::move(text), tone}, .indent = kItem, .hang = kDetail});
    }
}

void Report::item(const std::vector<std::string>& texts, Tone tone)
{
    for (const std::string& text : texts) {
        item(text, tone);
    }
}

void Report::detail(std::string text, Tone tone)
{
    if (!text.empty()) {
        add(ReportText{.text = {std::move(text), tone}, .indent = kDetail, .hang = kDetail});
    }
}

void Report::title(std::string text)
{
    add(ReportLines{{{std::move(text), Tone::Strong}}});
}

void Report::section(std::string text)
{
    gap();
    title(std::move(text));
}

void Report::headline(std::string name, std::string text)
{
    add(ReportText{.lead = {{std::move(name), Tone::Strong}, {": "}}, .text = {std::move(text)}});
}

void Report::field(std::string name, std::string text, int column, std::string source)
{
    if (text.empty()) {
        return;
    }
    const auto characters = std::ranges::count_if(name, [](char byte) { return (byte & 0xC0) != 0x80; });
    name.append(static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, column - characters)), ' ');
    add(ReportText{.lead = {{std::move(name), Tone::Faint}}, .text = {std::move(text)}, .hang = column});
    if (!source.empty()) {
        add(ReportText{.text = {std::move(source), Tone::Faint}, .indent = column, .hang = column});
    }
}

void Report::gap()
{
    add(ReportLines{{}});
}

void Report::code(const std::string& text, int indent, Tone tone)
{
    ReportLines lines;
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        lines.push_back({{line.empty() ? line : margin + line, tone}});
        at = end + 1;
    }
    add(std::move(lines));
}

void Report::append(Report more)
{
    std::move(more.m_parts.begin(), more.m_parts.end(), std::back_inserter(m_parts));
}

} // namespace retryscope
