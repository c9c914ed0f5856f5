// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bench_text.h"
#include "core/explain/escape.h"

#include <map>
#include <set>
#include <string_view>

namespace retryscope {

namespace {

using BenchCells = std::vector<std::string>;

/// Policies of any row, in the order in which they were asked for.
std::vector<std::string> policiesOf(const Bench& bench)
{
    std::vector<std::string> policies;
    std::set<std::string_view> known;
    for (const BenchRow& row : bench.rows) {
        for (const BenchVerdict& verdict : row.verdicts) {
            if (known.insert(verdict.policy).second) {
                policies.push_back(verdict.policy);
            }
        }
    }
    return policies;
}

void addVerdicts(BenchCells& cells, const BenchRow& row, const std::vector<std::string>& policies)
{
    std::map<std::string_view, const BenchVerdict*> verdicts;
    for (const BenchVerdict& verdict : row.verdicts) {
        verdicts.emplace(verdict.policy, &verdict);
    }
    for (const std::string& policy : policies) {
        const auto found = verdicts.find(policy);
        cells.push_back(found == verdicts.end() ? std::string() : verdictCell(*found->second));
    }
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

} // namespace

std::string benchAsMarkdown(const Bench& bench)
{
    const std::vector<std::string> policies = policiesOf(bench);
    BenchCells titles{"Row", "Origin response", "Client gets", "Body", "Headers", "Requests at origin"};
    titles.insert(titles.end(), policies.begin(), policies.end());
    std::string text = markdownRow(titles) + "|";
    for (std::size_t i = 0; i < titles.size(); ++i) {
        text += "---|";
    }
    text += '\n';
    for (const std::size_t index : rowsByWeight(bench)) {
        const BenchRow& row = bench.rows[index];
        BenchCells cells{row.id,        sideCell(row.origin), sideCell(row.client),
                         bodyCell(row), headersCell(row),     arrivalsCell(row)};
        addVerdicts(cells, row, policies);
        text += markdownRow(cells);
    }
    return text + '\n' + markdownEscaped(benchHeadline(bench), "*_<>|") + '\n';
}

std::string benchAsCsv(const Bench& bench)
{
    const std::vector<std::string> policies = policiesOf(bench);
    BenchCells titles{"id",     "title",   "method",   "origin",   "client", "outcome",
                      "bodyIs", "headers", "requests", "arrivals", "tookMs", "sentence"};
    titles.insert(titles.end(), policies.begin(), policies.end());
    std::string text = csvRow(titles);
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
        addVerdicts(cells, row, policies);
        text += csvRow(cells);
    }
    return text;
}

} // namespace retryscope
