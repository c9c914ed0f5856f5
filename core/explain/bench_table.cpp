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

/// A verdict of each policy of any row, in the order in which they were asked for.
std::vector<const BenchVerdict*> clientsOf(const Bench& bench)
{
    std::vector<const BenchVerdict*> clients;
    std::set<std::string_view> known;
    for (const BenchRow& row : bench.rows) {
        for (const BenchVerdict& verdict : row.verdicts) {
            if (known.insert(verdict.policy).second) {
                clients.push_back(&verdict);
            }
        }
    }
    return clients;
}

void addTitles(BenchCells& titles, const std::vector<const BenchVerdict*>& clients)
{
    for (const BenchVerdict* client : clients) {
        titles.push_back(clientText(*client));
    }
}

void addVerdicts(BenchCells& cells, const BenchRow& row, const std::vector<const BenchVerdict*>& clients)
{
    std::map<std::string_view, const BenchVerdict*> verdicts;
    for (const BenchVerdict& verdict : row.verdicts) {
        verdicts.emplace(verdict.policy, &verdict);
    }
    for (const BenchVerdict* client : clients) {
        const auto found = verdicts.find(client->policy);
        cells.push_back(found == verdicts.end() ? std::string() : verdictCell(*found->second));
    }
}

} // namespace

std::string benchAsCsv(const Bench& bench)
{
    const std::vector<const BenchVerdict*> clients = clientsOf(bench);
    BenchCells titles{"id",     "title",   "method",   "origin",   "client", "outcome",
                      "bodyIs", "headers", "requests", "arrivals", "tookMs", "sentence"};
    addTitles(titles, clients);
    TableLines table{titles};
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
        addVerdicts(cells, row, clients);
        table.push_back(std::move(cells));
    }
    return csvTable(table);
}

} // namespace retryscope
