// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/report_html.h"

#include "core/explain/escape.h"
#include "core/explain/phrases.h"

#include <cstddef>
#include <variant>
#include <vector>

namespace retryscope {

namespace {

const char* classOf(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return "good";
    case Tone::Warning:
        return "warning";
    case Tone::Bad:
        return "bad";
    case Tone::Faint:
        return "faint";
    case Tone::Plain:
    case Tone::Strong:
        break;
    }
    return "";
}

std::string element(const Toned& toned)
{
    const std::string text = htmlEscaped(toned.text);
    if (toned.tone == Tone::Strong) {
        return "<b>" + text + "</b>";
    }
    const std::string name = classOf(toned.tone);
    return name.empty() ? text : "<span class=\"" + name + "\">" + text + "</span>";
}

/// Writes a report part by part.
class Html
{
public:
    void operator()(const ReportText& part);
    void operator()(const ReportTable& table);
    void operator()(const ReportLines& lines);
    [[nodiscard]] std::string text() const { return m_text; }

private:
    std::string m_text;
};

void Html::operator()(const ReportText& part)
{
    std::string lead;
    for (const Toned& toned : part.plainLead()) {
        lead += element(part.isField() ? Toned{capitalised(toned.text) + ": ", Tone::Strong} : toned);
    }
    const char* name = part.isDetail() ? " class=\"detail\"" : part.isItem() ? " class=\"item\"" : "";
    m_text += std::string("<p") + name + ">" + lead + (part.isField() || lead.empty() ? "" : " ") +
              element(part.text) + "</p>\n";
}

void Html::operator()(const ReportTable& table)
{
    const std::vector<std::size_t> shown = filledColumns(table);
    if (shown.empty()) {
        return;
    }
    m_text += "<table><tr>";
    for (const std::size_t column : shown) {
        m_text += "<th>" + htmlEscaped(capitalised(table.columns[column].title)) + "</th>";
    }
    m_text += "</tr>\n";
    for (const std::vector<Toned>& row : table.rows) {
        m_text += "<tr>";
        if (row.size() == 1 && shown.size() > 1) {
            m_text +=
                "<td colspan=\"" + std::to_string(shown.size()) + "\">" + element(row.front()) + "</td>";
        } else {
            for (const std::size_t column : shown) {
                m_text += "<td>" + (column < row.size() ? element(row[column]) : std::string()) + "</td>";
            }
        }
        m_text += "</tr>\n";
    }
    m_text += "</table>\n";
}

void Html::operator()(const ReportLines& lines)
{
    if (isTitle(lines)) {
        m_text += "<h3>" + htmlEscaped(lines.front().front().text) + "</h3>\n";
        return;
    }
    if (isGap(lines)) {
        return;
    }
    m_text += "<pre>";
    for (const std::vector<Toned>& line : lines) {
        for (const Toned& toned : line) {
            m_text += element(toned);
        }
        m_text += '\n';
    }
    m_text += "</pre>\n";
}

} // namespace

std::string htmlEscaped(std::string_view text)
{
    std::string escaped;
    for (const char sign : oneLine(text)) {
        switch (sign) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        case '\'':
            escaped += "&#39;";
            break;
        default:
            escaped += sign;
        }
    }
    return escaped;
}

std::string reportHtml(const Report& report)
{
    Html html;
    for (const Report::Part& part : report.parts()) {
        std::visit(html, part);
    }
    return html.text();
}

} // namespace retryscope
