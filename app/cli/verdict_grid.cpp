// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/row_order.h"
#include "app/cli/verdict_report.h"
#include "core/change/other_protocols.h"
#include "core/explain/body_error_text.h"
#include "core/explain/effect_text.h"
#include "core/explain/phrases.h"
#include "core/explain/redirect_text.h"
#include "core/explain/stop_text.h"
#include "core/io/documents/error_files.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <map>
#include <utility>

namespace retryscope::cli {

namespace {

/// By client, documents last; presets of one client stay in their order.
std::vector<const JudgedUnder*> byClient(std::vector<const JudgedUnder*> rows)
{
    std::ranges::stable_sort(rows, {}, [](const JudgedUnder* verdict) {
        return std::pair(!verdict->situation.policy.policy.document.empty(),
                         toQString(verdict->row.client).toLower());
    });
    return rows;
}

/// Named where they are few, else counted.
std::string namedOrCounted(const std::vector<std::string>& policies, const char* lead)
{
    constexpr std::size_t kMostNamed = 12;
    return policies.size() <= kMostNamed ? lead + joined(policies, ", ") : std::string();
}

/// Wide enough for more than the names of the policies and what they decide.
bool isWide(int width)
{
    constexpr int kWide = 100;
    return width >= kWide;
}

ReportTable tableFor(int width)
{
    ReportTable table{{{"policy"}, // never cut: ids are copied
                       {"verdict"},
                       {"kind", WhenNarrow::Drop},
                       {"delay", WhenNarrow::Fold},
                       {"delay hint", WhenNarrow::Fold},
                       {"attempts", WhenNarrow::Drop}},
                      {}};
    if (isWide(width)) {
        for (const char* title : {"rule", "error name", "tokens", "evidence"}) {
            table.columns.push_back({title, WhenNarrow::Drop});
        }
    }
    return table;
}

std::vector<Toned> cellsOf(const JudgedUnder& verdict, int width)
{
    const VerdictRow& row = verdict.row;
    std::vector<Toned> cells{{' ' + row.policy + (verdict.isRecorded ? " *" : ""), Tone::Strong},
                             {std::string(toString(row.verdict)), toneOf(row)},
                             {std::string(kindWord(row.kind))},
                             {delayCell(row)},
                             {hintCell(row)},
                             {attemptsCell(row)}};
    if (isWide(width)) {
        cells.insert(cells.end(),
                     {{row.rule}, {nameCell(row)}, {tokensCell(row)}, {std::string(wordOf(row.evidence))}});
    }
    return cells;
}

/// `Error name: 429 (xml:Error/Code) for 38; none for curl-retry-3, envoy-5xx`; the response is one, so there
/// are few.
std::string namesText(const std::vector<JudgedUnder>& verdicts)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> policiesOf;
    for (const JudgedUnder& verdict : verdicts) {
        const std::string name = verdict.row.name.state == NameState::Absent ? "none" : nameCell(verdict.row);
        auto known = std::ranges::find_if(policiesOf, [&name](const auto& one) { return one.first == name; });
        if (known == policiesOf.end()) {
            known = policiesOf.insert(policiesOf.end(), {name, {}});
        }
        known->second.push_back(verdict.row.policy);
    }
    std::vector<std::string> parts;
    for (const auto& [name, policies] : policiesOf) {
        const std::string named = namedOrCounted(policies, "");
        parts.push_back(policiesOf.size() == 1
                            ? name
                            : name + " for " + (named.empty() ? std::to_string(policies.size()) : named));
    }
    return "Error name: " + joined(parts, "; ", "; ");
}

/// `302 is a redirect to “/x”: 12 of 90 policies follow it, 20 do not, and of 58 it is unknown.`
std::string redirectText(const std::vector<JudgedUnder>& verdicts)
{
    const std::string clause = redirectClause(verdicts.front().situation.facts);
    const auto count = [&verdicts](Followed followed) {
        return std::ranges::count_if(verdicts, [followed](const JudgedUnder& verdict) {
            return verdict.row.redirect && verdict.row.redirect->followed == followed;
        });
    };
    return clause.empty()
               ? clause
               : filled("%1. Of %2 policies %3 follow it and %4 do not. Of the others it is unknown.", clause,
                        verdicts.size(), count(Followed::Yes), count(Followed::No));
}

/// What follows from the response alone, whoever looks at it: an error in the body of a success, a batch that
/// came back in part, a redirect, an error that no retry cures.
std::vector<std::string> responseTexts(const std::vector<JudgedUnder>& verdicts)
{
    std::vector<std::string> texts;
    const Situation& any = verdicts.front().situation;
    if (const std::string bodyError = bodyErrorClause(any.facts); !bodyError.empty()) {
        const auto noticing = std::ranges::count_if(
            verdicts, [](const JudgedUnder& verdict) { return verdict.row.noticesBodyError; });
        texts.push_back(filled("The status is a success, but %1: %2 of %3 policies %4 at it.", bodyError,
                               noticing, verdicts.size(), noticing == 1 ? "looks" : "look"));
    }
    const auto effect = possibleEffectOf(any.spec, any.facts, verdicts.front().row.kind);
    const bool isInPart = effect && effect->processing == Processing::PartlyDone;
    texts.push_back(isInPart ? effectSentence(*effect, responderOf(any.facts).kind) : redirectText(verdicts));
    if (const auto incurable = incurableErrorIn(io::incurableErrors(), any.facts)) {
        texts.push_back(incurableSentence(*incurable));
    }
    return texts;
}

/// How many would judge otherwise if the service spoke another protocol; empty where none would.
std::string protocolsText(const std::vector<JudgedUnder>& verdicts)
{
    std::vector<std::string> differing;
    std::vector<std::string> protocols;
    for (const JudgedUnder& verdict : verdicts) {
        const std::vector<ProtocolVerdict> others = verdictsInOtherProtocols(verdict.situation);
        for (const ProtocolVerdict& other : others) {
            if (std::ranges::find(protocols, other.protocol) == protocols.end()) {
                protocols.push_back(other.protocol);
            }
        }
        if (!others.empty()) {
            differing.push_back(verdict.row.policy);
        }
    }
    return differing.empty()
               ? std::string()
               : filled("Protocol: %1. With another protocol (%2), %3 of %4 policies decide differently%5 "
                        "(see --service, --protocol)",
                        verdicts.front().situation.policy.protocol, joined(protocols, ", "), differing.size(),
                        verdicts.size(), namedOrCounted(differing, ": "));
}

/// Who would judge otherwise if the service were said; empty where none would.
std::vector<std::string> servicesTexts(const std::vector<JudgedUnder>& verdicts)
{
    std::map<std::string, std::vector<std::string>> differing;
    for (const JudgedUnder& verdict : verdicts) {
        for (const std::string& service : verdict.otherServices) {
            differing[service].push_back(verdict.row.policy);
        }
    }
    std::map<std::vector<std::string>, std::vector<std::string>>
        servicesOf; // most differ for the same clients
    for (const auto& [service, policies] : differing) {
        servicesOf[policies].push_back(service);
    }
    std::vector<std::string> texts;
    for (const auto& [policies, services] : servicesOf) {
        texts.push_back(
            filled("Service: none given. For %1, %2 of %3 policies decide differently: %4 (see --service)",
                   joined(services, " or "), policies.size(), verdicts.size(), joined(policies, ", ")));
    }
    return texts;
}

} // namespace

Report verdictGrid(const std::vector<JudgedUnder>& verdicts, bool isGrouped, int width)
{
    Report report;
    if (verdicts.empty()) {
        return report;
    }
    ReportTable table = tableFor(width);
    std::string client;
    std::map<Verdict, int> counts;
    std::vector<const JudgedUnder*> rows;
    for (const JudgedUnder& verdict : verdicts) {
        rows.push_back(&verdict);
    }
    for (const JudgedUnder* verdict : isGrouped ? byClient(std::move(rows)) : std::move(rows)) {
        ++counts[verdict->row.verdict];
        if (isGrouped && verdict->row.client != client) {
            client = verdict->row.client;
            table.addLine(client == "document" ? "documents" : client);
        }
        table.add(cellsOf(*verdict, width));
    }
    report.add(std::move(table));
    report.gap();
    report.say(namesText(verdicts));
    report.say(responseTexts(verdicts));
    report.say(askedLine(rowsOf(verdicts)));
    if (std::ranges::any_of(verdicts, [](const JudgedUnder& verdict) {
            return verdict.row.waitMark != WaitMark::None && verdict.row.window;
        })) {
        report.say("! the delay can be longer than one minute, or than the deadline allows");
    }
    report.say(protocolsText(verdicts));
    report.say(servicesTexts(verdicts));
    if (std::ranges::any_of(verdicts, &JudgedUnder::isRecorded)) {
        report.say(std::string("* ") + kRecordedSituation);
    }
    report.say(counted(static_cast<int>(verdicts.size()), "policy", "policies") + ": " +
               verdictCounts(counts));
    return report;
}

} // namespace retryscope::cli
