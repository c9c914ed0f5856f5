// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_report.h"

#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_summary.h"
#include "core/explain/policy_words.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

constexpr int kColumn = 10;

std::string attemptLimitText(const AttemptLimit& attempts)
{
    const std::string most =
        attempts.countsFirst ? filled("%1, the first one included", attempts.max)
                             : filled("%1 (%2 retries after the first)", attempts.attempts(), attempts.max);
    return most + attemptHabitsText(attempts);
}

void addRules(Report& report, const std::vector<Rule>& rules)
{
    for (const Rule& rule : rules) {
        report.item(rule.id + ": " + ruleTitle(rule) + " → " + std::string(toString(rule.kind)) +
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
    const auto add = [&report](const char* title, const std::string& text, const std::string& source) {
        report.item(std::string(title) + ": " + text);
        report.detail(source, Tone::Faint);
    };
    if (change.attempts) {
        add("attempts", attemptLimitText(*change.attempts), change.attempts->source);
    }
    if (change.backoff) {
        add("backoff", backoffLine(*change.backoff), change.backoff->source);
    }
    if (change.quota) {
        add("quota", quotaLine(*change.quota), change.quota->source);
    }
    if (change.success) {
        add("success", successLine(*change.success), change.success->source);
    }
    if (!change.replaces.empty()) {
        add("general rules that do not apply", joined(change.replaces, ", "), {});
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

std::string kindsText(const std::vector<ErrorKind>& kinds)
{
    std::vector<std::string> words;
    for (const ErrorKind kind : kinds) {
        words.emplace_back(toString(kind));
    }
    return joined(words, ", ");
}

/// `connect 30 s; read none`
std::string timeoutsText(const std::vector<PolicyFact>& facts)
{
    constexpr std::string_view kEnd = " timeout";
    std::vector<std::string> parts;
    for (const PolicyFact& fact : facts) {
        if (fact.name.ends_with(kEnd)) {
            parts.push_back(fact.name.substr(0, fact.name.size() - kEnd.size()) + " " + fact.value);
        }
    }
    return joined(parts, "; ", "; ");
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
    add("attempts", attemptLimitText(policy.attempts), policy.attempts.source);
    add("backoff", backoffLine(policy.backoff), policy.backoff.source);
    if (policy.quota) {
        add("quota", quotaLine(*policy.quota), policy.quota->source);
    }
    if (policy.limiter) {
        add("send rate", limiterLine(*policy.limiter), policy.limiter->source);
    }
    for (const HintSpec& hint : policy.hints) {
        add("hint", hintLine(hint), hint.source);
    }
    if (policy.connection) {
        add("connect", "opens a new connection after " + kindsText(policy.connection->closeAfter),
            policy.connection->source);
    }
    if (policy.requestBody) {
        add("body", requestBodyLine(*policy.requestBody), policy.requestBody->source);
    }
    if (policy.clock) {
        add("clock", clockLine(*policy.clock), policy.clock->source);
    }
    for (const AttemptHeader& header : policy.attemptHeaders) {
        add("header", header.name + ": " + attemptHeaderLine(header), header.source);
    }
    add("success", successLine(policy.success), policy.success.source);
    for (const auto& [protocol, reading] : policy.reading) {
        add("reads", protocol + ": " + placesLine(reading), reading.source);
    }
    const std::vector<PolicyFact> facts = factsOf(policy);
    if (policy.timeouts) {
        add("timeouts", timeoutsText(facts), policy.timeouts->source);
    }
    for (const auto& [fact, name] :
         {std::pair("redirects", "redirects"), std::pair("error classes", "raises")}) {
        const auto found = std::ranges::find(facts, fact, &PolicyFact::name);
        if (found != facts.end()) {
            add(name, found->value, found->source);
        }
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
