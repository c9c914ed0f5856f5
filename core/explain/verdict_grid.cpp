// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/escape.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/explain/verdict_row.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace retryscope {

namespace {

using Cells = std::vector<std::string>;
/// `1000`, `0.35`
std::string milliseconds(Duration duration)
{
    constexpr Duration::rep kPerMillisecond = 1000;
    const auto whole = duration.count() / kPerMillisecond;
    const auto rest = duration.count() % kPerMillisecond;
    if (rest == 0) {
        return std::to_string(whole);
    }
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%lld.%03lld", static_cast<long long>(whole),
                  static_cast<long long>(rest));
    std::string result = text.data();
    return result.erase(result.find_last_not_of('0') + 1);
}

Cells csvCells(const VerdictRow& row)
{
    const ServerHint* hint = foremostHint(row.hints);
    return {row.policy,
            row.title,
            row.client,
            row.mode,
            std::string(toString(row.verdict)),
            row.stopReason ? std::string(toString(*row.stopReason)) : std::string(),
            std::string(toString(row.kind)),
            row.rule,
            row.name.name,
            row.name.origin,
            row.window ? milliseconds(row.window->low) : std::string(),
            row.window ? milliseconds(row.window->high) : std::string(),
            row.attempts ? std::to_string(*row.attempts) : std::string(),
            row.tokens ? std::to_string(row.tokens->before) : std::string(),
            row.tokens ? std::to_string(row.tokens->cost) : std::string(),
            row.tokens ? std::to_string(row.tokens->after) : std::string(),
            row.why,
            hint ? hint->header : std::string(),
            hint ? std::string(toString(hint->use)) : std::string(),
            hint && hint->asked ? milliseconds(*hint->asked) : std::string(),
            hint && hint->applied ? milliseconds(*hint->applied) : std::string(),
            std::string(toString(row.waitMark)),
            std::string(wordOf(row.evidence)),
            std::string(wordOf(row.ruleEvidence.level))};
}

/// One of the outcomes by which rows are compared, as text.
using Aspect = std::string (*)(const VerdictRow&);

std::string verdictOf(const VerdictRow& row)
{
    return std::string(toString(row.verdict));
}

std::string kindOf(const VerdictRow& row)
{
    return std::string(toString(row.kind));
}

bool allAlike(const std::vector<VerdictRow>& rows, Aspect aspect)
{
    return std::all_of(rows.begin(), rows.end(),
                       [&](const VerdictRow& row) { return aspect(row) == aspect(rows.front()); });
}

std::string mostCommon(const std::vector<VerdictRow>& rows, Aspect aspect)
{
    std::vector<std::pair<std::string, int>> counts;
    for (const VerdictRow& row : rows) {
        const std::string response = aspect(row);
        const auto known = std::find_if(counts.begin(), counts.end(),
                                        [&response](const auto& count) { return count.first == response; });
        if (known == counts.end()) {
            counts.emplace_back(response, 1);
        } else {
            ++known->second;
        }
    }
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& left, const auto& right) { return left.second < right.second; })
        ->first;
}

/// Rows that do not say what most say; none when all say the same.
std::vector<std::size_t> unusualRows(const std::vector<VerdictRow>& rows, Aspect aspect)
{
    std::vector<std::size_t> unusual;
    if (allAlike(rows, aspect)) {
        return unusual;
    }
    const std::string common = mostCommon(rows, aspect);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (aspect(rows[i]) != common) {
            unusual.push_back(i);
        }
    }
    return unusual;
}

/// The delay as far as the server's hint makes it.
std::string hintedDelayOf(const VerdictRow& row)
{
    const ServerHint* hint = foremostHint(row.hints);
    return hint != nullptr && hint->applied ? durationText(*hint->applied) : std::string("its own delay");
}

void addHintDifferences(GridDifferences& differences, const std::vector<VerdictRow>& rows)
{
    const std::vector<std::size_t> unusual = unusualRows(rows, &hintedDelayOf);
    if (unusual.empty()) {
        return;
    }
    differences.rows.insert(differences.rows.end(), unusual.begin(), unusual.end());
    std::sort(differences.rows.begin(), differences.rows.end());
    differences.rows.erase(std::unique(differences.rows.begin(), differences.rows.end()),
                           differences.rows.end());
    differences.sentence =
        prose({differences.sentence,
               filled("%1 of %2 %3 the server's delay hint differently from most.", unusual.size(),
                      rows.size(), unusual.size() == 1 ? "treats" : "treat")});
}

} // namespace

std::string gridAsCsv(const std::vector<VerdictRow>& rows)
{
    TableLines table{{"policy",        "title",       "client",     "mode",         "verdict",
                      "stopReason",    "kind",        "rule",       "errorName",    "errorNameOrigin",
                      "delayLowMs",    "delayHighMs", "attempts",   "tokensBefore", "tokensCost",
                      "tokensAfter",   "why",         "hintHeader", "hintUse",      "hintAskedMs",
                      "hintAppliedMs", "waitMark",    "evidence",   "ruleEvidence"}};
    for (const VerdictRow& row : rows) {
        table.push_back(csvCells(row));
    }
    return csvTable(table);
}

GridDifferences whereTheyDiffer(const std::vector<VerdictRow>& rows)
{
    GridDifferences differences;
    if (rows.size() < 2) {
        return differences;
    }
    for (const Aspect aspect : {&verdictOf, &kindOf, &delayCell}) {
        const std::vector<std::size_t> unusual = unusualRows(rows, aspect);
        if (unusual.empty()) {
            continue;
        }
        differences.rows = unusual;
        const std::size_t count = unusual.size();
        const std::string common = mostCommon(rows, aspect);
        const char* differ = count == 1 ? "differs" : "differ";
        differences.sentence =
            2 * count <= rows.size()
                ? filled("%1 of %2 %3: most say “%4”.", count, rows.size(), differ, common)
                : filled("%1 of %2 %3 from the most frequent, “%4”.", count, rows.size(), differ, common);
        break;
    }
    addHintDifferences(differences, rows);
    if (differences.sentence.empty()) {
        const VerdictRow& any = rows.front();
        const std::string delay = delayCell(any);
        differences.sentence =
            delay.empty()
                ? filled("All %1 agree: %2, %3.", rows.size(), verdictOf(any), kindOf(any))
                : filled("All %1 agree: %2, %3, %4.", rows.size(), verdictOf(any), kindOf(any), delay);
    }
    return differences;
}

} // namespace retryscope
