// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/row_difference.h"

#include "core/explain/bench_text.h"
#include "core/explain/phrases.h"
#include "core/explain/value_words.h"
#include "core/facts/letter_case.h"
#include "core/probe/bench_difference.h"
#include "core/probe/side_difference.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace retryscope {

namespace {

/// `503`, `200, truncated`, `read timeout`
std::string statusText(const AttemptFacts& facts)
{
    const std::string status = facts.response ? std::to_string(facts.response->status) : std::string();
    const std::string_view fault = facts.fault ? wordsFor(facts.fault->kind).cell : std::string_view();
    return status.empty() && fault.empty()   ? "none"
           : status.empty() || fault.empty() ? status + std::string(fault)
                                             : filled("%1, %2", status, fault);
}

/// Without headers in which a proxy names itself.
std::string listOf(const std::vector<std::string>& names)
{
    std::vector<std::string> kept;
    for (const std::string& name : names) {
        if (!namesTheBox(name)) {
            kept.push_back(inLowerCase(name));
        }
    }
    std::sort(kept.begin(), kept.end());
    return kept.empty() ? "none" : joined(kept, ", ");
}

/// Requests at the origin for each request that was sent.
std::string arrivalsOf(const BenchRow& row)
{
    const int sent = std::max(row.requests, 1);
    return std::to_string((row.arrivals + sent - 1) / sent);
}

class RowComparison
{
public:
    RowComparison(const BenchRow& earlier, const BenchRow& later) : m_earlier(earlier), m_later(later) {}

    std::vector<std::string> differences()
    {
        note("status", statusText(m_earlier.client), statusText(m_later.client));
        note("outcome", wordsFor(m_earlier.outcome).label, wordsFor(m_later.outcome).label);
        if (!m_earlier.isBodyEitherWay && !m_later.isBodyEitherWay) {
            noteBody();
        }
        note("lost headers", listOf(m_earlier.lostHeaders), listOf(m_later.lostHeaders));
        note("added headers", listOf(m_earlier.addedHeaders), listOf(m_later.addedHeaders));
        note("changed headers", listOf(m_earlier.changedHeaders), listOf(m_later.changedHeaders));
        note("requests at the origin", arrivalsOf(m_earlier), arrivalsOf(m_later));
        std::map<std::string_view, Verdict> through;
        for (const BenchVerdict& after : m_later.verdicts) {
            through.emplace(after.policy, after.through.verdict);
        }
        for (const BenchVerdict& before : m_earlier.verdicts) {
            if (const auto after = through.find(before.policy); after != through.end()) {
                note(before.policy, toString(before.through.verdict), toString(after->second));
            }
        }
        return std::move(m_what);
    }

private:
    void noteBody()
    {
        if (m_earlier.client.response && m_later.client.response) {
            note("body", bodyCell(m_earlier), bodyCell(m_later));
        }
        if (m_what.empty() && !haveSameBody(m_earlier.client, m_later.client)) {
            m_what.emplace_back("different text in the body");
        }
    }

    void note(std::string_view what, std::string_view before, std::string_view after)
    {
        if (before != after) {
            m_what.push_back(filled("%1: %2 → %3", what, before, after));
        }
    }

    const BenchRow& m_earlier;
    const BenchRow& m_later;
    std::vector<std::string> m_what;
};

} // namespace

std::vector<RowDifference> differencesOf(const Bench& earlier, const Bench& later)
{
    std::vector<RowDifference> differences;
    for (const BenchRow& row : earlier.rows) {
        const BenchRow* other = later.find(row.id);
        if (other == nullptr) {
            differences.push_back({.id = row.id, .what = {"the row is missing"}, .isGone = true});
        } else if (std::vector<std::string> what = RowComparison(row, *other).differences(); !what.empty()) {
            differences.push_back({.id = row.id, .what = std::move(what)});
        }
    }
    for (const BenchRow& row : later.rows) {
        if (earlier.find(row.id) == nullptr) {
            differences.push_back({.id = row.id, .what = {"the row is new"}, .isNew = true});
        }
    }
    return differences;
}

} // namespace retryscope
