// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bench_text.h"
#include "core/explain/escape.h"

#include <algorithm>

namespace retryscope {

namespace {

using BenchCells = std::vector<std::string>;

/// Policies of any row, in the order in which they were asked for.
std::vector<std::string> policiesOf(const Bench& bench)
{
    std::vector<std::string> policies;
    for (const BenchRow& row : bench.rows) {
        for (const BenchVerdict& verdict : row.verdicts) {
            if (std::find(policies.begin(), policies.end(), verdict.policy) == policies.end()) {
                policies.push_back(verdict.policy);
            }
        }
    }
    return policies;
}

std::string cellOf(const BenchRow& row, const std::string& policy)
{
    const auto found =
        std::find_if(row.verdicts.begin(), row.verdicts.end(),
                     [&policy](const BenchVerdict& verdict) { return verdict.policy == policy; });
    return found == row.verdicts.end() ? std::string() : verdictCell(*found);
}

std::string markdownRow(const BenchCells& cells)
{
    std::string line = "|";
    for (const std::string& cell : cells) {
        line += ' ' + markdownEscaped(oneLine(cell), "\\`*_{}[]<>#|!~") + " |";
    }
    return line + '\n';
}

std::string csvRow(const BenchCells& cells)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        line += i == 0 ? "" : ",";
        appendCsvCell(line, oneLine(cells[i]));
    }
    return line + "\r\n";
}

BenchCells titlesOf(const Bench& bench, BenchCells titles)
{
    for (const std::string& policy : policiesOf(bench)) {
        titles.push_back(policy);
    }
    return titles;
}

} // namespace

std::string benchAsMarkdown(const Bench& bench)
{
    const BenchCells titles =
        titlesOf(bench, {"Row", "The origin does", "The client gets", "Body", "Headers", "Origin asked"});
    std::string text = markdownRow(titles) + "|";
    for (std::size_t i = 0; i < titles.size(); ++i) {
        text += "---|";
    }
    text += '\n';
    for (const std::size_t index : rowsByWeight(bench)) {
        const BenchRow& row = bench.rows[index];
        BenchCells cells{row.id,        sideCell(row.origin), sideCell(row.client),
                         bodyCell(row), headersCell(row),     arrivalsCell(row)};
        for (const std::string& policy : policiesOf(bench)) {
            cells.push_back(cellOf(row, policy));
        }
        text += markdownRow(cells);
    }
    return text + '\n' + markdownEscaped(benchHeadline(bench), "*_<>|") + '\n';
}

std::string benchAsCsv(const Bench& bench)
{
    std::string text =
        csvRow(titlesOf(bench, {"id", "title", "method", "origin", "client", "outcome", "bodyIs", "headers",
                                "requests", "arrivals", "tookMs", "sentence"}));
    for (const BenchRow& row : bench.rows) {
        BenchCells cells{row.id,
                         row.title,
                         row.request.method,
                         sideCell(row.origin),
                         sideCell(row.client),
                         std::string(wordOf(row.outcome)),
                         std::string(wordOf(row.bodyIs)),
                         headersCell(row),
                         std::to_string(row.requests),
                         std::to_string(row.arrivals),
                         std::to_string(toMilliseconds(row.took)),
                         rowSentence(row)};
        for (const std::string& policy : policiesOf(bench)) {
            cells.push_back(cellOf(row, policy));
        }
        text += csvRow(cells);
    }
    return text;
}

} // namespace retryscope
