// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_report.h"

#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_facts.h"
#include "core/explain/policy_summary.h"
#include "core/explain/value_words.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

constexpr int kColumn = 10;

/// A line of a report: facts of one group that continue each other are one.
struct FactLine
{
    std::string group;
    std::string text;
    std::string source;
};

std::vector<FactLine> linesOf(const std::vector<PolicyFact>& facts)
{
    std::vector<FactLine> lines;
    for (const PolicyFact& fact : facts) {
        if (fact.group.empty()) {
            continue;
        }
        const std::string text = fact.label.empty() ? fact.value : fact.label + " " + fact.value;
        if (fact.continues) {
            lines.back().text += ", " + text;
        } else {
            lines.push_back({fact.group, text, fact.source});
        }
    }
    return lines;
}

void addRules(Report& report, const std::vector<Rule>& rules)
{
    for (const Rule& rule : rules) {
        report.item(rule.id + ": " + ruleTitle(rule) + " → " + std::string(wordsFor(rule.kind).word) +
                    (rule.unread.empty() ? "" : "; depends on code that was not read: " + rule.unread) +
                    (rule.raises.empty() ? "" : "; raises " + rule.raises) +
                    (rule.proviso.empty() ? "" : "; applies " + rule.proviso));
        report.detail(ruleMembersText(rule));
        report.detail(rule.source, Tone::Faint);
    }
}

/// What one service or operation changes.
void addOverride(Report& report, const std::string& name, const ServiceOverride& change)
{
    report.say("for " + name);
    addRules(report, change.rules);
    for (const FactLine& line : linesOf(factsOf(change))) {
        report.item(line.group + ": " + line.text);
        report.detail(line.source, Tone::Faint);
    }
}

/// In which mode the SDK is when nothing is set, and what switches its rules; empty for other policies.
std::string usualModeText(const Policy& policy, const Sdks& sdks)
{
    const std::optional<SdkPlace> place = placeOf(sdks, policy.id);
    if (!place) {
        return {};
    }
    const SdkLine& line = *place->line;
    const std::string usual = filled("if nothing is set, this SDK uses mode %1",
                                     line.use == SwitchUse::Always ? line.defaultAfter : line.defaultBefore);
    const SdkLine* const since = defaultLineOf(*place->sdk);
    const std::string standing =
        since == nullptr ? std::string() : filled("; the 2026 rules are its default since %1", since->from);
    const std::string details =
        since == nullptr && line.use != SwitchUse::Read
            ? std::string()
            : filled(" (checked on %1; details: retryscope-cli affected)", place->sdk->checkedOn);
    return line.use == SwitchUse::Read
               ? usual + filled("; with AWS_NEW_RETRIES_2026=true, mode %1", line.defaultAfter) + standing +
                     details
               : usual + standing + details;
}

const char* nameOf(const PolicyNote& note)
{
    return !note.conflictsAbout.empty() ? "conflict" : !note.assumedAbout.empty() ? "assumed" : "note";
}

} // namespace

Report policyReport(const Policy& policy, const Sdks& sdks)
{
    Report report;
    const auto add = [&report](const char* name, const std::string& text, const std::string& source = {}) {
        report.field(name, text, kColumn, source);
    };
    report.title(policy.id);
    report.say(policy.title);
    add("follows", policy.document);
    for (const EmulatedClient& client : policy.emulates) {
        add("emulates", client.client + " " + client.version + " " + client.mode);
    }
    add("default", usualModeText(policy, sdks));
    for (const FactLine& line : linesOf(generalFactsOf(policy))) {
        add(line.group.c_str(), line.text, line.source);
    }
    for (const PolicyFact& other : otherMembersOf(policy)) {
        add("also", other.name + ": " + other.value);
    }
    for (const PolicyNote& note : policy.notes) {
        add(nameOf(note), note.text, note.source);
    }
    report.say(policy.lastMatchWins ? "rules (the last match wins)" : "rules (the first match wins)");
    addRules(report, policy.rules);
    report.item("otherwise → " + std::string(toString(policy.otherwise)));
    for (const auto* overrides : {&policy.services, &policy.operations}) {
        for (const auto& [name, change] : *overrides) {
            addOverride(report, name, change);
        }
    }
    return report;
}

Report policiesReport(const std::vector<Policy>& policies)
{
    ReportTable table{{{"policy"},
                       {"attempts", WhenNarrow::DropFirst},
                       {"evidence"},
                       {"mode", WhenNarrow::DropFirst},
                       {"name", WhenNarrow::Drop}},
                      {}};
    for (const Policy& policy : policies) {
        table.add({{policy.id, Tone::Strong},
                   {std::to_string(policy.attempts.attempts())},
                   {std::string(wordOf(evidenceOf(policy)))},
                   {policy.mode},
                   {shortNameOf(policy)}});
    }
    return Report(std::move(table));
}

Report checkedReport(const std::string& file, const std::vector<PolicyProblem>& warnings)
{
    Report report;
    report.code(file + ": valid");
    for (const PolicyProblem& warning : warnings) {
        report.code("WARNING: " + warning.sentence());
    }
    return report;
}

} // namespace retryscope
