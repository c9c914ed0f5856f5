// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_summary.h"

#include "core/decide/backoff.h"
#include "core/explain/condition_text.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_facts.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/policy/members.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

constexpr std::string_view kWhen = " when ";

constexpr const char* kNone = "none";

std::string joinedOrNone(const std::vector<std::string>& parts)
{
    return parts.empty() ? kNone : joined(parts, ", ");
}

std::string costsText(const QuotaSpec& quota)
{
    std::string result = tokensNumber(quota.capacity, quota.perToken) + " per " +
                         std::string(wordOf(quota.scope)) + ", " + tokensNumber(quota.cost, quota.perToken) +
                         " per retry";
    for (const auto& [kind, cost] : quota.costByKind) {
        result += ", " + std::string(wordsFor(kind).word) + " " + tokensNumber(cost, quota.perToken);
    }
    return result;
}

/// What was found so far.
struct Comparison
{
    std::vector<PolicyDifference> differences;
    ToldMembers told; ///< by the differences
};

std::map<std::string_view, const PolicyFact*> byName(const std::vector<PolicyFact>& facts)
{
    std::map<std::string_view, const PolicyFact*> named;
    for (const PolicyFact& fact : facts) {
        named.emplace(fact.name, &fact);
    }
    return named;
}

void compareFacts(Comparison& comparison, const std::vector<PolicyFact>& ours,
                  const std::vector<PolicyFact>& theirs)
{
    const std::map<std::string_view, const PolicyFact*> here = byName(ours);
    const std::map<std::string_view, const PolicyFact*> there = byName(theirs);
    for (const PolicyFact& fact : ours) {
        const auto other = there.find(fact.name);
        const std::string value = other == there.end() ? std::string() : other->second->value;
        if (fact.value != value) {
            comparison.differences.push_back({fact.name, fact.value, value});
            comparison.told.add(fact.tells);
            if (other != there.end()) {
                comparison.told.add(other->second->tells);
            }
        }
    }
    for (const PolicyFact& fact : theirs) {
        if (!here.contains(fact.name)) {
            comparison.differences.push_back({fact.name, {}, fact.value});
            comparison.told.add(fact.tells);
        }
    }
}

const Rule* ruleOf(const std::vector<Rule>& rules, const std::string& id)
{
    const auto found =
        std::find_if(rules.begin(), rules.end(), [&id](const Rule& rule) { return rule.id == id; });
    return found == rules.end() ? nullptr : &*found;
}

std::vector<std::string> missingFrom(const std::vector<std::string>& names,
                                     const std::vector<std::string>& whole)
{
    std::vector<std::string> missing;
    std::copy_if(whole.begin(), whole.end(), std::back_inserter(missing), [&names](const std::string& name) {
        return std::find(names.begin(), names.end(), name) == names.end();
    });
    return missing;
}

/// What decides, without texts for people.
Rule bare(Rule rule)
{
    rule.title.clear();
    rule.source.clear();
    rule.meaning.clear();
    rule.message.clear();
    rule.advice.clear();
    rule.proviso.clear();
    return rule;
}

/// With the names that only this one lists, which its count would hide.
std::string comparedRule(const Rule& rule, const Rule& other)
{
    const std::vector<std::string> own = missingFrom(other.when.nameIn, rule.when.nameIn);
    return ruleSummary(rule) + (own.empty() ? "" : " (with " + joinedOrNone(own) + ")");
}

/// service: empty for the general rules.
void compareRules(Comparison& comparison, const std::vector<Rule>& here, const std::vector<Rule>& there,
                  const std::string& service)
{
    const auto add = [&](const std::string& id, std::string ours, std::string theirs) {
        const bool isGeneral = service.empty();
        comparison.differences.push_back(
            {"rule " + id + (isGeneral ? "" : " for " + service), std::move(ours), std::move(theirs)});
        comparison.told.add({(isGeneral ? "rules." : "services." + service + ".rules.") + id});
    };
    for (const Rule& rule : here) {
        const Rule* other = ruleOf(there, rule.id);
        if (!other) {
            add(rule.id, ruleSummary(rule), {});
            continue;
        }
        std::string ours = comparedRule(rule, *other);
        std::string theirs = comparedRule(*other, rule);
        if (bare(rule) != bare(*other) && ours != theirs) {
            add(rule.id, std::move(ours), std::move(theirs));
        }
    }
    for (const Rule& rule : there) {
        if (!ruleOf(here, rule.id)) {
            add(rule.id, {}, ruleSummary(rule));
        }
    }
}

/// Those of the first list that the second has, too, in order.
std::vector<std::string> commonOf(const std::vector<std::string>& names,
                                  const std::vector<std::string>& others)
{
    std::vector<std::string> common;
    std::ranges::copy_if(names, std::back_inserter(common), [&others](const std::string& name) {
        return std::ranges::find(others, name) != others.end();
    });
    return common;
}

/// Of rules the first or the last match decides, of hints the first that can be read.
void compareOrder(std::vector<PolicyDifference>& differences, const char* what,
                  const std::vector<std::string>& here, const std::vector<std::string>& there)
{
    const std::vector<std::string> ours = commonOf(here, there);
    const std::vector<std::string> theirs = commonOf(there, here);
    if (ours != theirs) {
        differences.push_back({what, joinedOrNone(ours), joinedOrNone(theirs)});
    }
}

template <typename T>
std::vector<std::string> namesIn(const std::vector<T>& list, std::string T::*name)
{
    std::vector<std::string> names;
    for (const T& entry : list) {
        names.push_back(entry.*name);
    }
    return names;
}

/// The members that differ, and whose values no difference in words tells.
void addMembers(Comparison& comparison, std::vector<MemberDifference> members)
{
    for (MemberDifference& member : members) {
        if (!comparison.told.contains(member.path)) {
            comparison.differences.push_back(
                {std::move(member.path), std::move(member.here), std::move(member.there)});
        }
    }
}

/// ` when the status is 500`, where both values end with it: a text that names two values says it once. Empty
/// otherwise.
std::string_view commonCondition(std::string_view here, std::string_view there)
{
    const std::size_t begin = here.find(kWhen);
    const std::string_view condition = begin == std::string_view::npos ? "" : here.substr(begin);
    return there.ends_with(condition) ? condition : std::string_view();
}

} // namespace

std::string evidenceText(EvidenceLevel evidence)
{
    constexpr std::array<const char*, 6> kWords{"recorded",  "measured",        "from source",
                                                "announced", "from a document", "assumed"};
    static_assert(kWords.size() == EnumWords<EvidenceLevel>::kWords.size());
    return kWords.at(static_cast<std::size_t>(evidence));
}

PolicySummary summaryOf(const Policy& policy)
{
    const BackoffComputed low = computeBackoff(policy.backoff, 1, ErrorKind::Transient, 0);
    std::vector<std::string> hints;
    for (const HintSpec& hint : policy.hints) {
        if (std::find(hints.begin(), hints.end(), hint.header) == hints.end()) {
            hints.push_back(hint.header);
        }
    }
    return {.client = clientOf(policy),
            .evidence = evidenceOf(policy),
            .attempts = policy.attempts.attempts(),
            .firstDelayLow = low.low,
            .firstDelayHigh = low.high,
            .cap = policy.backoff.cap,
            .jitter = jitterText(policy.backoff),
            .quota = policy.quota ? costsText(*policy.quota) : kNone,
            .hints = joinedOrNone(hints)};
}

std::string clientOf(const Policy& policy)
{
    const std::string& name = titleOf(policy);
    return policy.document.empty() ? name.substr(0, std::min(name.find(','), name.find(" ("))) : "document";
}

std::string ruleMembersText(const Rule& rule)
{
    std::vector<std::string> parts;
    for (const Member& member : membersOf(rule)) {
        if (!member.isText && !member.isUsual && member.path != "kind") {
            parts.push_back(member.path + " " + (member.value.empty() ? kNone : member.value));
        }
    }
    return joined(parts, "; ", "; ");
}

std::string ruleSummary(const Rule& rule)
{
    return std::string(wordsFor(rule.kind).word) + std::string(kWhen) + conditionText(rule.when) +
           (rule.quotaCost ? ", costs " + std::to_string(*rule.quotaCost) : "") +
           (rule.delay ? ", waits " + durationText(*rule.delay) : "") +
           (rule.atMost ? ", at most " + std::to_string(*rule.atMost) + " per call" : "") +
           (rule.countsAsAttempt ? "" : ", not counted as an attempt") +
           (rule.succeedsAtLimit ? ", returned as a success when no retry is left" : "") +
           (rule.unread.empty() ? "" : ", if code that was not read says so: " + rule.unread) +
           (rule.raises.empty() ? "" : ", raises " + rule.raises) +
           (rule.proviso.empty() ? "" : "; this applies " + rule.proviso);
}

std::vector<PolicyDifference> differencesBetween(const Policy& here, const Policy& there)
{
    Comparison comparison;
    compareFacts(comparison, factsOf(here), factsOf(there));
    compareRules(comparison, here.rules, there.rules, {});
    const ServiceOverride nothing;
    for (const auto& [service, change] : here.services) {
        const auto other = there.services.find(service);
        compareRules(comparison, change.rules,
                     (other == there.services.end() ? nothing : other->second).rules, service);
    }
    for (const auto& [service, change] : there.services) {
        if (!here.services.contains(service)) {
            compareRules(comparison, nothing.rules, change.rules, service);
        }
    }
    compareOrder(comparison.differences, kOrderOfRules, namesIn(here.rules, &Rule::id),
                 namesIn(there.rules, &Rule::id));
    compareOrder(comparison.differences, "order of hints", namesIn(here.hints, &HintSpec::header),
                 namesIn(there.hints, &HintSpec::header));
    addMembers(comparison, differencesOf(membersOf(here), membersOf(there)));
    return std::move(comparison.differences);
}

std::string differenceText(const PolicyDifference& difference)
{
    const std::string_view here = difference.here.empty() ? "none" : std::string_view(difference.here);
    const std::string_view there = difference.there.empty() ? "none" : std::string_view(difference.there);
    const std::string_view condition = commonCondition(here, there);
    return condition.empty() ? filled("%1: %2 → %3", difference.what, here, there)
                             : filled("%1%2: %3 → %4", difference.what, condition,
                                      here.substr(0, here.size() - condition.size()),
                                      there.substr(0, there.size() - condition.size()));
}

bool areNeighbours(const Policy& one, const Policy& other)
{
    return one.id != other.id && one.document == other.document && clientOf(one) == clientOf(other);
}

} // namespace retryscope
