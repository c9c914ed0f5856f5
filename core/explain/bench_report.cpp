// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bench_report.h"

#include "core/explain/bench_text.h"
#include "core/explain/escape.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/explain/verdict_row.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace retryscope {

namespace {

/// Rows named in one list; the rest is counted.
constexpr std::size_t kMostRowsNamed = 8;

/// From a file, which anybody may have written: one line without control characters.
std::string plainLine(const std::string& text)
{
    return shownName(oneLine(text));
}

ReportText paragraph(std::string text)
{
    return {.text = {std::move(text)}, .indent = 2, .hang = 2};
}

std::string namesOf(std::vector<std::string> rows)
{
    std::ranges::transform(rows, rows.begin(), plainLine);
    const bool isCut = rows.size() > kMostRowsNamed;
    return joinedUpTo(kMostRowsNamed, std::move(rows), isCut ? " and " : ", ");
}

Report benchHead(const Bench& bench)
{
    constexpr int kHeadColumn = 8;
    Report report;
    report.field("proxy",
                 bench.through.empty() ? boxText(bench)
                                       : filled("%1 at %2, origin at %3", boxText(bench),
                                                plainLine(bench.through), plainLine(bench.listen)),
                 kHeadColumn);
    if (bench.evidence == BenchEvidence::FromSource) {
        report.field(
            "source",
            filled("not probed: %1 origin responses, from documentation and source code", bench.rows.size()),
            kHeadColumn);
    } else {
        report.field("probed",
                     filled("%1 origin responses (%2) in %3", bench.rows.size(), plainLine(bench.behaviours),
                            durationText(bench.took)),
                     kHeadColumn);
    }
    report.gap();
    report.say(benchHeadline(bench),
               bench.flips() > 0 || !bench.isOriginReached ? Tone::Warning : Tone::Good);
    report.say(benchTotals(bench));
    return report;
}

/// One row: what happened, and what of it is not said by the group that it stands in.
void addRow(Report& report, const BenchRow& row)
{
    report.add(ReportText{.lead = {{"  " + plainLine(row.id), Tone::Strong},
                                   {row.title.empty() ? "" : "  " + plainLine(row.title), Tone::Faint}}});
    report.detail(prose({rowSentence(row), arrivalSentence(row),
                         row.outcome == RowOutcome::HeldBack ? endSentence(row) : "",
                         row.isUnstable ? "Its requests had different outcomes." : "",
                         row.source.empty() ? "" : "Source: " + oneLine(row.source)}));
}

/// What rows of one group have in common: whose verdicts change, else whose delays. Empty if the
/// proxy changes no verdict and no delay of the row, and sends it once.
std::vector<std::string> meaningOf(const BenchRow& row)
{
    std::vector<std::string> sentences = flipSentences(row);
    if (sentences.empty() && row.isResent()) {
        sentences.emplace_back(
            row.mayBeDoneTwice()
                ? "The proxy sent this request more than once; the origin might have processed it twice."
                : "The proxy sent this request more than once; the verdicts are the same.");
    }
    if (sentences.empty()) {
        sentences.push_back(delaySentence(row));
    }
    std::erase(sentences, "");
    return sentences;
}

/// Rows whose verdict or delay the proxy changes, grouped by what changes.
void addMeanings(Report& report, const Bench& bench)
{
    std::vector<std::pair<std::vector<std::string>, Report>> groups;
    for (const std::size_t index : rowsByWeight(bench)) {
        const BenchRow& row = bench.rows[index];
        const std::vector<std::string> meaning = meaningOf(row);
        if (meaning.empty()) {
            continue;
        }
        auto group =
            std::ranges::find_if(groups, [&meaning](const auto& known) { return known.first == meaning; });
        if (group == groups.end()) {
            group = groups.insert(groups.end(), {meaning, {}});
        }
        addRow(group->second, row);
    }
    for (auto& [meaning, rows] : groups) {
        report.gap();
        report.say(meaning, Tone::Strong);
        report.append(std::move(rows));
    }
}

/// To be copied: a line that goes on ends as a shell has it. width: of a line, in characters.
void addCommand(Report& report, const std::string& command, int width)
{
    constexpr int kIndent = 6;
    std::string lines;
    std::size_t column = kIndent;
    std::istringstream words(command);
    for (std::string word; words >> word;) {
        if (!lines.empty() && column + 1 + word.size() + 2 > static_cast<std::size_t>(width)) {
            lines += " \\\n  " + word;
            column = kIndent + 2 + word.size();
        } else {
            lines += (lines.empty() ? "" : " ") + word;
            column += word.size() + (column == kIndent ? 0 : 1);
        }
    }
    report.code(lines, kIndent);
}

void addAdvice(Report& report, const BenchAdvice& advice, int width)
{
    report.item((advice.policy.empty() ? "" : plainLine(advice.policy) + ": ") + advice.title);
    report.detail("for " + namesOf(advice.rows), Tone::Faint);
    if (advice.isCommand) {
        addCommand(report, advice.code, width);
    } else {
        report.code(advice.code, 6);
    }
}

void addAllAdvice(Report& report, const BenchFindings& findings, int width)
{
    for (const auto& [title, all] : {std::pair("What the owner of the proxy can change", &findings.box),
                                     std::pair("What the owners of clients can change", &findings.clients)}) {
        if (!all->empty()) {
            report.section(title);
        }
        for (const BenchAdvice& advice : *all) {
            addAdvice(report, advice, width);
        }
    }
    if (!findings.boxNames.empty() && !findings.box.empty()) {
        report.add(paragraph(filled("The responses do not identify the proxy. To see the configuration to "
                                    "write, name the proxy with --box NAME (%1).",
                                    joined(findings.boxNames, ", "))));
    }
    if (!findings.lasting.empty()) {
        report.section("No setting of the proxy or of these clients prevents");
        report.add(paragraph(namesOf(findings.lasting)));
    }
}

/// Rows without another verdict: those in which something changed as a table, the others by name.
void addRest(Report& report, const Bench& bench)
{
    ReportTable table{{{"row"},
                       {"client receives", WhenNarrow::Fold, 12},
                       {"origin contacted"},
                       {"body"},
                       {"headers", WhenNarrow::Fold, 16}},
                      {}};
    std::vector<std::string> same;
    for (const BenchRow& row : bench.rows) {
        if (!meaningOf(row).empty()) {
            continue;
        }
        if (row.outcome == RowOutcome::PassedOn) {
            same.push_back(plainLine(row.id));
            continue;
        }
        table.add({{plainLine(row.id), Tone::Strong},
                   {sideCell(row.client)},
                   {arrivalsCell(row)},
                   {bodyCell(row)},
                   {headersCell(row)}});
    }
    if (!table.rows.empty()) {
        report.section("Changed by the proxy, with the same verdicts");
        report.add(std::move(table));
    }
    if (!same.empty()) {
        report.section(filled("Passed on unchanged (%1)", same.size()));
        report.add(paragraph(joined(same, ", ")));
    }
}

std::string countsText(const Bench& bench)
{
    std::map<Verdict, int> counts;
    std::size_t policies = 0;
    for (const BenchRow& row : bench.rows) {
        policies = std::max(policies, row.verdicts.size());
        for (const BenchVerdict& verdict : row.verdicts) {
            ++counts[verdict.through.verdict];
        }
    }
    return filled("%1 under %2: %3", counted(static_cast<int>(bench.rows.size()), "row"),
                  counted(static_cast<int>(policies), "policy", "policies"), verdictCounts(counts));
}

void addDifferences(Report& report, const BenchFindings& findings)
{
    if (findings.expected.empty()) {
        return;
    }
    if (findings.differences.empty()) {
        report.gap();
        report.say(filled("As expected: no difference from %1.", findings.expected), Tone::Good);
        return;
    }
    report.section(filled("Differences from %1 (%2)", findings.expected, progressText(findings.progress)));
    for (const RowDifference& difference : findings.differences) {
        report.add(paragraph(difference.id + ": " + joined(difference.what, "; ", "; ")));
    }
}

} // namespace

Report benchReport(const Bench& bench, const BenchFindings& findings, int width)
{
    Report report = benchHead(bench);
    if (!bench.isOriginReached) { // the rows do not show what the proxy does
        report.say("Configure the proxy to forward to the origin. For an example: retryscope-cli probe "
                   "--print-config NAME");
        return report;
    }
    addDifferences(report, findings);
    addMeanings(report, bench);
    addAllAdvice(report, findings, width);
    addRest(report, bench);
    report.gap();
    report.say(countsText(bench));
    return report;
}

Report likenessReport(const Bench& bench, const AttemptFacts& facts, const std::vector<Likeness>& like)
{
    Report report;
    report.say(filled("%1, behind %2", sideText(facts), boxTitle(bench)));
    report.say(likenessText(facts, like));
    for (const bool isExact : {true, false}) {
        bool hasTitle = false;
        for (const Likeness& likeness : like) {
            if (likeness.isExact != isExact) {
                continue;
            }
            if (!std::exchange(hasTitle, true)) {
                report.gap();
                report.say(isExact ? "Origin responses that reach the client as this response"
                                   : "Origin responses with the same status, but another body or error name");
            }
            const BenchRow& row = bench.rows[likeness.row];
            report.item(filled("%1: %2 (%3)", oneLine(row.id), oneLine(row.title), sideText(row.origin)));
        }
    }
    return report;
}

} // namespace retryscope
