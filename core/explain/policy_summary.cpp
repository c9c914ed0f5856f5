// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_summary.h"

#include "core/decide/backoff.h"
#include "core/explain/condition_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_words.h"
#include "core/explain/units.h"
#include "core/policy/members.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace retryscope {

namespace {

constexpr const char* kNone = "none";

template <typename Enum, std::size_t N>
std::string word(const std::array<const char*, N>& words, Enum value)
{
    static_assert(N == EnumWords<Enum>::kWords.size());
    return words.at(static_cast<std::size_t>(value));
}

std::string joinedOrNone(const std::vector<std::string>& parts)
{
    return parts.empty() ? kNone : joined(parts, ", ");
}

std::string jitterText(const BackoffSpec& backoff)
{
    if (backoff.type == BackoffType::None) {
        return kNone;
    }
    const std::string part = "up to " + factorText(backoff.spread * 100) + " % ";
    switch (backoff.jitter) {
    case Jitter::Around:
        return part + "either way";
    case Jitter::Above:
        return part + "on top";
    case Jitter::Below:
        return part + "off";
    case Jitter::Plus:
        return "up to " + durationText(backoff.noise) + " on top";
    case Jitter::None:
    case Jitter::Full:
    case Jitter::Equal:
    case Jitter::Decorrelated:
    case Jitter::DecorrelatedV2:
        break;
    }
    return std::string(wordOf(backoff.jitter));
}

std::string attemptsText(const AttemptLimit& attempts)
{
    const std::string all = std::to_string(attempts.attempts());
    return (attempts.countsFirst ? all : all + " (" + std::to_string(attempts.max) + " retries)") +
           attemptHabitsText(attempts);
}

std::string baseText(const BackoffSpec& backoff)
{
    if (backoff.type == BackoffType::None) {
        return kNone;
    }
    if (backoff.type == BackoffType::Listed) {
        return delaysText(backoff);
    }
    std::vector<std::string> parts{durationText(backoff.base.byDefault)};
    for (const auto& [kind, base] : backoff.base.byKind) {
        parts.push_back(std::string(toString(kind)) + " " + durationText(base));
    }
    return joinedOrNone(parts);
}

std::string growthText(const BackoffSpec& backoff)
{
    if (backoff.type == BackoffType::None) {
        return kNone;
    }
    if (backoff.type == BackoffType::Listed) {
        return "as listed";
    }
    if (backoff.type == BackoffType::Linear) {
        return "× n, from " + std::to_string(backoff.exponentStart + 1);
    }
    return "× " + factorText(backoff.factor) + ", from exponent " + std::to_string(backoff.exponentStart);
}

std::string firstDelayText(const BackoffSpec& backoff)
{
    const BackoffComputed first = computeBackoff(backoff, 1, ErrorKind::Transient, 0);
    return first.atOnce ? "at once" : windowText(first.low, first.high);
}

std::string capText(const BackoffSpec& backoff)
{
    constexpr std::array<const char*, 2> kWords{"before jitter", "after jitter"};
    return backoff.cap ? durationText(*backoff.cap) + ", " + word(kWords, backoff.capApplies) : kNone;
}

std::string waitsText(const BackoffSpec& backoff)
{
    const std::string when =
        backoff.when == BackoffWhen::BeforeEach ? "before every attempt" : "after a failure";
    return backoff.beforeGivingUp ? when + ", and once more before giving up" : when;
}

std::string costsText(const QuotaSpec& quota)
{
    constexpr std::array<const char*, 2> kScopes{"client", "call"};
    std::string result = tokensNumber(quota.capacity, quota.perToken) + " per " + word(kScopes, quota.scope) +
                         ", " + tokensNumber(quota.cost, quota.perToken) + " per retry";
    for (const auto& [kind, cost] : quota.costByKind) {
        result += ", " + std::string(toString(kind)) + " " + tokensNumber(cost, quota.perToken);
    }
    return result;
}

std::string quotaText(const QuotaSpec& quota)
{
    constexpr std::array<const char*, 5> kGivenBack{"nothing", "1", "the cost of the last retry",
                                                    "the cost of the last retry and 1",
                                                    "the cost of the last retry, nothing without a retry"};
    constexpr std::array<const char*, 3> kWhenEmpty{"", "; a retry that costs more takes what is left",
                                                    "; also charges the last failure of a call"};
    const std::string polling =
        quota.longPolling.empty()
            ? ""
            : "; operations that poll for work wait before they fail for lack of tokens";
    return costsText(quota) + "; a success gives back " + word(kGivenBack, quota.giveBack) +
           word(kWhenEmpty, quota.whenEmpty) + reserveText(quota) + polling;
}

/// A header may be read in several ways, one after the other.
std::string hintTitle(const std::vector<HintSpec>& hints, const HintSpec& hint)
{
    const auto before = std::count_if(hints.data(), &hint,
                                      [&hint](const HintSpec& other) { return other.header == hint.header; });
    return "delay hint " + hint.header + (before > 0 ? ", otherwise" : "");
}

std::string hintText(const HintSpec& hint)
{
    return std::string(hintUnitText(hint.unit)) + "; " + hintBoundsText(hint) + hintHabitsText(hint);
}

std::string limiterText(const LimiterSpec& limiter)
{
    return "adaptive, starts at the first throttling response, at least " +
           rateText(limiter.minFillRatePerSecond) +
           (limiter.whenEmpty == WhenLimited::Fail ? "; fails instead of waiting" : "");
}

std::string timeoutText(const std::optional<Duration>& timeout)
{
    return !timeout                       ? std::string("unknown")
           : *timeout == Duration::zero() ? std::string(kNone)
                                          : durationText(*timeout);
}

void addBackoff(std::vector<PolicyFact>& facts, const BackoffSpec& backoff, const std::string& suffix)
{
    facts.push_back({"first delay" + suffix, firstDelayText(backoff), backoff.source});
    facts.push_back({"base" + suffix, baseText(backoff), backoff.source});
    facts.push_back({"growth" + suffix, growthText(backoff), backoff.source});
    facts.push_back({"cap" + suffix, capText(backoff), backoff.source});
    facts.push_back({"jitter" + suffix, jitterText(backoff), backoff.source});
    facts.push_back({"delay applies" + suffix, waitsText(backoff), backoff.source});
}

void addService(std::vector<PolicyFact>& facts, const std::string& service, const ServiceOverride& change)
{
    const std::string suffix = " for " + service;
    if (change.attempts) {
        facts.push_back({"attempts" + suffix, attemptsText(*change.attempts), change.attempts->source});
    }
    if (change.backoff) {
        addBackoff(facts, *change.backoff, suffix);
    }
    if (change.quota) {
        facts.push_back({"retry quota" + suffix, quotaText(*change.quota), change.quota->source});
    }
    if (change.success) {
        facts.push_back({"success" + suffix, successLine(*change.success), change.success->source});
    }
    if (!change.replaces.empty()) {
        facts.push_back({"general rules not used" + suffix, joinedOrNone(change.replaces), {}});
    }
}

void addState(std::vector<PolicyFact>& facts, const Policy& policy)
{
    facts.push_back({"retry quota", policy.quota ? quotaText(*policy.quota) : kNone,
                     policy.quota ? policy.quota->source : std::string()});
    facts.push_back({"send rate", policy.limiter ? limiterText(*policy.limiter) : "not limited",
                     policy.limiter ? policy.limiter->source : std::string()});
    for (const HintSpec& hint : policy.hints) {
        facts.push_back({hintTitle(policy.hints, hint), hintText(hint), hint.source});
    }
    if (policy.connection) {
        std::vector<std::string> kinds;
        for (const ErrorKind kind : policy.connection->closeAfter) {
            kinds.emplace_back(toString(kind));
        }
        facts.push_back({"new connection after", joinedOrNone(kinds), policy.connection->source});
    }
    if (policy.requestBody) {
        facts.push_back({"request body", requestBodyLine(*policy.requestBody), policy.requestBody->source});
    }
    if (policy.clock) {
        facts.push_back({"clock", clockLine(*policy.clock), policy.clock->source});
    }
    if (policy.timeouts) {
        if (policy.timeouts->attempt) {
            facts.push_back(
                {"attempt timeout", timeoutText(policy.timeouts->attempt), policy.timeouts->source});
        }
        facts.push_back({"connect timeout", timeoutText(policy.timeouts->connect), policy.timeouts->source});
        facts.push_back({"read timeout", timeoutText(policy.timeouts->read), policy.timeouts->source});
    }
    if (policy.errorClasses) {
        facts.push_back({"error classes",
                         policy.errorClasses->responded + ", without a response " +
                             policy.errorClasses->unanswered +
                             (policy.errorClasses->exhausted.empty()
                                  ? ""
                                  : ", without a retry left " + policy.errorClasses->exhausted),
                         policy.errorClasses->source});
    }
    if (policy.redirects) {
        facts.push_back({"redirects", redirectsLine(*policy.redirects), policy.redirects->source});
    }
    for (const AttemptHeader& header : policy.attemptHeaders) {
        facts.push_back({"header " + header.name, attemptHeaderLine(header), header.source});
    }
}

/// Which fact puts a member into words. It need not do so in every case: the share of a jitter that has none
/// is in no words.
struct SaidMember
{
    std::string_view path; ///< a beginning, without `services.NAME.`
    const char* fact;      ///< %1: the second part of the path, without a `#2`
};

constexpr std::array kSaid{
    SaidMember{"attempts.", "attempts"},
    SaidMember{"backoff.type", "growth"},
    SaidMember{"backoff.base", "base"},
    SaidMember{"backoff.factor", "growth"},
    SaidMember{"backoff.exponentStart", "growth"},
    SaidMember{"backoff.delays", "base"},
    SaidMember{"backoff.cap", "cap"},
    SaidMember{"backoff.jitter", "jitter"},
    SaidMember{"backoff.spread", "jitter"},
    SaidMember{"backoff.noise", "jitter"},
    SaidMember{"backoff.floor", "first delay"},
    SaidMember{"backoff.firstWithoutJitter", "first delay"},
    SaidMember{"backoff.firstRetryAtOnce", "first delay"},
    SaidMember{"backoff.when", "delay applies"},
    SaidMember{"backoff.beforeGivingUp", "delay applies"},
    SaidMember{"quota.", "retry quota"},
    SaidMember{"limiter.", "send rate"},
    SaidMember{"hints.", "delay hint %1"},
    SaidMember{"connection.", "new connection after"},
    SaidMember{"requestBody.", "request body"},
    SaidMember{"clock.", "clock"},
    SaidMember{"timeouts.attempt", "attempt timeout"},
    SaidMember{"timeouts.connect", "connect timeout"},
    SaidMember{"timeouts.read", "read timeout"},
    SaidMember{"errorClasses.", "error classes"},
    SaidMember{"redirects.", "redirects"},
    SaidMember{"attemptHeaders.", "header %1"},
    SaidMember{"success.", "success"},
    SaidMember{"ruleOrder", "rules"},
    SaidMember{"otherwise.kind", "when no rule matches"},
    SaidMember{"replaces", "general rules not used"},
    SaidMember{"rules.", "rule %1"},
};

/// The ends of what the lines of a report do not say, or not in every case; tst_member_law finds what is
/// missing.
constexpr std::array<std::string_view, 17> kNotInReport{
    ".spread", ".noise",       ".capApplies",   ".longPolling",     ".costPerAttempt",    ".minCapacity",
    ".scale",  ".smooth",      ".laterWithTtl", ".dates",           ".timeBucketSeconds", ".decimals",
    ".signed", ".hidesOthers", ".leading",      ".restartsBackoff", "requestBody.max"};

/// The fact that says it; empty: none.
std::string factSaying(std::string_view path)
{
    std::string suffix;
    for (const std::string_view overrides : {"services.", "operations."}) {
        if (path.starts_with(overrides)) {
            path.remove_prefix(overrides.size());
            const std::size_t end = std::min(path.find('.'), path.size());
            suffix = " for " + std::string(path.substr(0, end));
            path.remove_prefix(std::min(end + 1, path.size()));
        }
    }
    const std::size_t first = path.find('.');
    const std::string_view rest = first == std::string_view::npos ? "" : path.substr(first + 1);
    const std::string second(rest.substr(0, rest.find_first_of(".#")));
    if (path.starts_with("reading.") && rest.ends_with(".places")) {
        return "error name in " + second + " responses" + suffix;
    }
    const auto found =
        std::ranges::find_if(kSaid, [path](const SaidMember& said) { return path.starts_with(said.path); });
    if (found == kSaid.end()) {
        return {};
    }
    std::string fact = found->fact;
    if (const std::size_t mark = fact.find("%1"); mark != std::string::npos) {
        fact.replace(mark, 2, second);
    }
    return fact + suffix;
}

bool isInReport(std::string_view path)
{
    return !factSaying(path).empty() &&
           std::ranges::none_of(kNotInReport, [path](std::string_view end) { return path.ends_with(end); });
}

const PolicyFact* factOf(const std::vector<PolicyFact>& facts, const std::string& name)
{
    const auto found = std::find_if(facts.begin(), facts.end(),
                                    [&name](const PolicyFact& fact) { return fact.name == name; });
    return found == facts.end() ? nullptr : &*found;
}

void compareFacts(std::vector<PolicyDifference>& differences, const Policy& here, const Policy& there)
{
    const std::vector<PolicyFact> ours = factsOf(here);
    const std::vector<PolicyFact> theirs = factsOf(there);
    for (const PolicyFact& fact : ours) {
        const PolicyFact* other = factOf(theirs, fact.name);
        if (!other || other->value != fact.value) {
            differences.push_back({fact.name, fact.value, other ? other->value : std::string()});
        }
    }
    for (const PolicyFact& fact : theirs) {
        if (!factOf(ours, fact.name)) {
            differences.push_back({fact.name, {}, fact.value});
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

void compareRules(std::vector<PolicyDifference>& differences, const std::vector<Rule>& here,
                  const std::vector<Rule>& there, const std::string& suffix)
{
    for (const Rule& rule : here) {
        const Rule* other = ruleOf(there, rule.id);
        if (!other) {
            differences.push_back({"rule " + rule.id + suffix, ruleSummary(rule), {}});
            continue;
        }
        std::string ours = comparedRule(rule, *other);
        std::string theirs = comparedRule(*other, rule);
        if (bare(rule) != bare(*other) && ours != theirs) {
            differences.push_back({"rule " + rule.id + suffix, std::move(ours), std::move(theirs)});
        }
    }
    for (const Rule& rule : there) {
        if (!ruleOf(here, rule.id)) {
            differences.push_back({"rule " + rule.id + suffix, {}, ruleSummary(rule)});
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

/// The members that differ, and that no difference in words says.
void addMembers(std::vector<PolicyDifference>& differences, const Policy& here, const Policy& there)
{
    std::vector<PolicyDifference> others;
    for (MemberDifference& member : differencesOf(membersOf(here), membersOf(there))) {
        const std::string fact = factSaying(member.path);
        const bool isSaid = std::ranges::any_of(differences, [&fact](const PolicyDifference& difference) {
            return difference.what == fact || difference.what == fact + ", otherwise";
        });
        if (!isSaid) {
            others.push_back({std::move(member.path), std::move(member.here), std::move(member.there)});
        }
    }
    differences.insert(differences.end(), others.begin(), others.end());
}

} // namespace

std::string evidenceText(EvidenceLevel evidence)
{
    constexpr std::array<const char*, 5> kWords{"recorded", "measured", "from source", "announced",
                                                "from a document"};
    return word(kWords, evidence);
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

std::vector<PolicyFact> factsOf(const Policy& policy)
{
    std::vector<PolicyFact> facts{{"attempts", attemptsText(policy.attempts), policy.attempts.source}};
    addBackoff(facts, policy.backoff, {});
    addState(facts, policy);
    facts.push_back({"success", successLine(policy.success), policy.success.source});
    for (const auto& [protocol, reading] : policy.reading) {
        facts.push_back({"error name in " + protocol + " responses", placesLine(reading), reading.source});
    }
    facts.push_back({"rules", policy.lastMatchWins ? "the last match wins" : "the first match wins", {}});
    facts.push_back(
        {"when no rule matches", std::string(toString(policy.otherwise)), policy.otherwiseSource});
    for (const auto& [service, change] : policy.services) {
        addService(facts, service, change);
    }
    for (const auto& [operation, change] : policy.operations) {
        addService(facts, operation, change);
    }
    return facts;
}

std::vector<PolicyFact> otherMembersOf(const Policy& policy)
{
    std::vector<PolicyFact> others;
    for (const Member& member : membersOf(policy)) {
        const bool isRule =
            member.path.starts_with("rules.") || member.path.find(".rules.") != std::string::npos;
        if (member.isText || member.isUsual || isRule || isInReport(member.path)) {
            continue;
        }
        // reading.json.in200.1.within stands in the line of reading.json.
        constexpr std::array<std::string_view, 5> kOfSeveral{"reading.", "hints.", "attemptHeaders.",
                                                             "services.", "operations."};
        std::size_t end = member.path.find('.');
        const bool isOfSeveral = std::ranges::any_of(
            kOfSeveral, [&member](std::string_view group) { return member.path.starts_with(group); });
        if (isOfSeveral) {
            const std::size_t next = member.path.find('.', end + 1);
            end = next == std::string::npos ? end : next;
        }
        const std::string group = member.path.substr(0, end);
        const std::string text =
            (end == std::string::npos ? std::string() : member.path.substr(end + 1) + " ") +
            (member.value.empty() ? kNone : member.value);
        if (!others.empty() && others.back().name == group) {
            others.back().value += "; " + text;
        } else {
            others.push_back({group, text, {}});
        }
    }
    return others;
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
    return std::string(toString(rule.kind)) + " when " + conditionText(rule.when) +
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
    std::vector<PolicyDifference> differences;
    compareFacts(differences, here, there);
    compareRules(differences, here.rules, there.rules, {});
    const ServiceOverride nothing;
    for (const auto& [service, change] : here.services) {
        const auto other = there.services.find(service);
        compareRules(differences, change.rules,
                     (other == there.services.end() ? nothing : other->second).rules, " for " + service);
    }
    for (const auto& [service, change] : there.services) {
        if (!here.services.contains(service)) {
            compareRules(differences, nothing.rules, change.rules, " for " + service);
        }
    }
    compareOrder(differences, kOrderOfRules, namesIn(here.rules, &Rule::id), namesIn(there.rules, &Rule::id));
    compareOrder(differences, "order of hints", namesIn(here.hints, &HintSpec::header),
                 namesIn(there.hints, &HintSpec::header));
    addMembers(differences, here, there);
    return differences;
}

std::string differenceText(const PolicyDifference& difference)
{
    if (difference.there.empty()) {
        return difference.what + ": " + difference.here + ", only in the first";
    }
    if (difference.here.empty()) {
        return difference.what + ": " + difference.there + ", only in the second";
    }
    return difference.what + ": " + difference.here + " instead of " + difference.there;
}

bool areNeighbours(const Policy& one, const Policy& other)
{
    return one.id != other.id && one.document == other.document && clientOf(one) == clientOf(other);
}

} // namespace retryscope
