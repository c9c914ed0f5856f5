// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/code_gaps.h"

#include "core/decide/backoff.h"
#include "core/explain/explain.h"
#include "core/explain/policy_facts.h"
#include "core/explain/value_words.h"
#include "core/facts/grpc_status.h"
#include "core/policy/mapping.h"
#include "core/recipes/first_verdicts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace retryscope {

namespace {

/// More than which statuses, faults and methods are retried: FirstVerdicts do not see all that it does.
bool asksForMore(const Rule& rule)
{
    Condition rest = rule.when;
    rest.statusIn.clear();
    rest.faultIn.clear();
    rest.methodIn.clear();
    rest.idempotent.reset();
    rest.bodyIs.clear();
    return rest != Condition{} || rule.delay || rule.atMost || rule.quotaCost || !rule.countsAsAttempt ||
           rule.succeedsAtLimit;
}

/// A rule about the names of gRPC's statuses alone is seen in the verdicts.
bool isOfGrpc(const Rule& rule)
{
    Condition rest = rule.when;
    const bool isKnown = std::all_of(rest.nameIn.begin(), rest.nameIn.end(),
                                     [](const std::string& name) { return !grpcStatusWord(name).empty(); });
    rest.nameIn.clear();
    if (rest.nameIs == NameIs::Present || rest.nameIs == NameIs::Absent) {
        rest.nameIs.reset();
    }
    Rule plain = rule;
    plain.when = rest;
    return isKnown && !asksForMore(plain);
}

std::vector<std::string> saidMore(const std::vector<Rule>& rules, bool isGrpc)
{
    std::vector<std::string> said;
    for (const Rule& rule : rules) {
        if (asksForMore(rule) && !(isGrpc && isOfGrpc(rule))) {
            said.push_back(ruleSummary(rule));
        }
    }
    std::sort(said.begin(), said.end());
    return said;
}

void addRules(std::vector<PolicyDifference>& gaps, const Policy& wanted, const Policy& meant)
{
    const bool isGrpc = readsGrpcStatus(wanted) || readsGrpcStatus(meant);
    const std::vector<std::string> here = saidMore(wanted.rules, isGrpc);
    const std::vector<std::string> there = saidMore(meant.rules, isGrpc);
    std::vector<std::string> only;
    std::set_difference(here.begin(), here.end(), there.begin(), there.end(), std::back_inserter(only));
    for (const std::string& rule : only) {
        gaps.push_back({"a rule", rule, {}});
    }
    only.clear();
    std::set_difference(there.begin(), there.end(), here.begin(), here.end(), std::back_inserter(only));
    for (const std::string& rule : only) {
        gaps.push_back({"a rule", {}, rule});
    }
}

/// Both methods alike are one gap.
struct Verdicts
{
    Verdict getHere;
    Verdict getThere;
    Verdict postHere;
    Verdict postThere;
    bool operator==(const Verdicts&) const = default;
};

void addGap(std::vector<PolicyDifference>& gaps, const std::string& what, const Verdicts& verdicts)
{
    const bool differsForGet = verdicts.getHere != verdicts.getThere;
    const bool differsForPost = verdicts.postHere != verdicts.postThere;
    const bool isOne =
        differsForGet && verdicts.getHere == verdicts.postHere && verdicts.getThere == verdicts.postThere;
    if (differsForGet) {
        gaps.push_back({isOne ? what : what + ", GET", std::string(wordsFor(verdicts.getHere).response),
                        std::string(wordsFor(verdicts.getThere).response)});
    }
    if (differsForPost && !isOne) {
        gaps.push_back({what + ", POST", std::string(wordsFor(verdicts.postHere).response),
                        std::string(wordsFor(verdicts.postThere).response)});
    }
}

class TwoVerdicts
{
public:
    TwoVerdicts(const Policy& wanted, const Policy& meant)
        : m_getHere(wanted, "GET")
        , m_getThere(meant, "GET")
        , m_postHere(wanted, "POST")
        , m_postThere(meant, "POST")
    {
    }
    [[nodiscard]] Verdicts of(int status) const
    {
        return {m_getHere.of(status), m_getThere.of(status), m_postHere.of(status), m_postThere.of(status)};
    }
    [[nodiscard]] Verdicts of(FaultKind fault) const
    {
        return {m_getHere.of(fault), m_getThere.of(fault), m_postHere.of(fault), m_postThere.of(fault)};
    }
    [[nodiscard]] Verdicts ofGrpcStatus(int code) const
    {
        return {m_getHere.ofGrpcStatus(code), m_getThere.ofGrpcStatus(code), m_postHere.ofGrpcStatus(code),
                m_postThere.ofGrpcStatus(code)};
    }

private:
    FirstVerdicts m_getHere;
    FirstVerdicts m_getThere;
    FirstVerdicts m_postHere;
    FirstVerdicts m_postThere;
};

void addVerdicts(std::vector<PolicyDifference>& gaps, const Policy& wanted, const Policy& meant)
{
    const TwoVerdicts verdicts(wanted, meant);
    const std::vector<int> parts = statusParts(wanted, meant);
    for (std::size_t i = 0; i + 1 < parts.size();) {
        const Verdicts these = verdicts.of(parts[i]);
        std::size_t next = i + 1;
        while (next + 1 < parts.size() && verdicts.of(parts[next]) == these) {
            ++next;
        }
        const int last = parts[next] - 1;
        addGap(gaps,
               last == parts[i] ? std::to_string(last)
                                : std::to_string(parts[i]) + " to " + std::to_string(last),
               these);
        i = next;
    }
    for (const auto& word : EnumWords<FaultKind>::kWords) {
        if (word.first != FaultKind::Cancelled) {
            addGap(gaps, faultPhrase(word.first), verdicts.of(word.first));
        }
    }
    for (int code = 0; readsGrpcStatus(wanted) && code < kGrpcStatuses; ++code) {
        const std::string number = std::to_string(code);
        addGap(gaps, "grpc-status " + number + " (" + std::string(grpcStatusWord(number)) + ")",
               verdicts.ofGrpcStatus(code));
    }
}

/// General rules are compared by what they do, and so is one that a mapping adds to those of a service.
bool isSeenElsewhere(const PolicyDifference& difference)
{
    const std::string& what = difference.what;
    const bool isChangedInService =
        what.find(" for ") != std::string::npos && !difference.here.empty() && !difference.there.empty();
    return (what.starts_with("rule ") && !isChangedInService) || what == "when no rule matches" ||
           what == "attempts" || what == "first delay" || what == kOrderOfRules;
}

bool isOfDelays(const std::string& what)
{
    return what == "growth" || what == "cap" || what == "jitter" || what == "least delay" ||
           what == "first retry";
}

/// The same numbers may be written in two ways: 100 ms × 2^n from n = 1 is 200 ms × 2^n from 0.
bool haveSameDelays(const BackoffSpec& one, const BackoffSpec& other)
{
    constexpr int kRetries = 30;
    if (one.when != other.when || one.jitter != other.jitter) {
        return false;
    }
    for (int retry = 1; retry <= kRetries; ++retry) {
        for (const ErrorKind kind : {ErrorKind::Transient, ErrorKind::Throttling}) {
            const BackoffComputed here = computeBackoff(one, retry, kind, 0);
            const BackoffComputed there = computeBackoff(other, retry, kind, 0);
            if (here.low != there.low || here.high != there.high || here.atOnce != there.atOnce) {
                return false;
            }
        }
    }
    return true;
}

void addAttempts(std::vector<PolicyDifference>& gaps, const AttemptLimit& here, const AttemptLimit& there)
{
    if (here.attempts() != there.attempts()) {
        gaps.push_back({"attempts", std::to_string(here.attempts()), std::to_string(there.attempts())});
    }
    const auto habits = [](const AttemptLimit& attempts) {
        const std::string text = attemptHabitsText(attempts);
        return text.empty() ? std::string("no limit except their number") : text.substr(2);
    };
    if (here.attempts() > 1 && habits(here) != habits(there)) {
        gaps.push_back({"limits on attempts", habits(here), habits(there)});
    }
}

/// Rules that ask for a method ask for these.
void takeMethods(Policy& meant, const ClientWishes& wishes)
{
    if (wishes.methods.empty() && !wishes.anyMethod) {
        return;
    }
    for (Rule& rule : meant.rules) {
        const bool retries = rule.kind != ErrorKind::Permanent && rule.kind != ErrorKind::None;
        if (retries && (!rule.when.methodIn.empty() || rule.when.idempotent || meant.filtersMethods)) {
            rule.when.methodIn = wishes.methods;
            rule.when.idempotent.reset();
        }
    }
}

} // namespace

std::vector<PolicyDifference> codeGaps(const Policy& wanted, const Policy& meant)
{
    std::vector<PolicyDifference> gaps;
    const bool retries = wanted.attempts.attempts() > 1 || meant.attempts.attempts() > 1;
    addAttempts(gaps, wanted.attempts, meant.attempts);
    if (retries) {
        const bool sameDelays = haveSameDelays(wanted.backoff, meant.backoff);
        for (PolicyDifference& difference : differencesBetween(wanted, meant)) {
            if (!isSeenElsewhere(difference) && !(sameDelays && isOfDelays(difference.what))) {
                gaps.push_back(std::move(difference));
            }
        }
        addVerdicts(gaps, wanted, meant);
        addRules(gaps, wanted, meant);
    }
    return gaps;
}

namespace {

/// Single ones that are retried of a POST.
std::vector<int> statusesResent(const Policy& policy)
{
    std::vector<int> statuses;
    for (const std::string& word : retriedWords(policy, "POST")) {
        if (isStatusWord(word) && word != "5xx") {
            statuses.push_back(std::stoi(word));
        }
    }
    return statuses;
}

} // namespace

Policy meantBy(const Policy& own, const Policy& wanted, const ClientWishes& wishes,
               const std::set<std::string>& written, bool isSetting)
{
    const auto has = [&written](std::initializer_list<const char*> names) {
        return std::any_of(names.begin(), names.end(),
                           [&written](const char* name) { return written.contains(name); });
    };
    Policy meant = own;
    if (has({"attempts", "retries"})) {
        meant.attempts.setAttempts(wishes.attempts);
        for (auto& [service, change] : meant.services) { // one number is one for all services
            const auto asked = wanted.services.find(service);
            change.attempts = asked == wanted.services.end() ? std::nullopt : asked->second.attempts;
        }
    }
    if (wishes.base && has({"base", "baseSeconds", "baseDecimal", "delay", "delayDecimal", "halfDelay"})) {
        meant.backoff.base.byDefault = *wishes.base;
    }
    if (wishes.cap && has({"cap", "capDecimal", "longest", "longestDecimal"})) {
        meant.backoff.cap = wishes.cap;
    }
    if (has({"halfDelay"})) { // the client's own function, jitter on the server's delay included
        meant.backoff = wanted.backoff;
        meant.hints = wanted.hints;
    }
    if (has({"timeoutEach"})) {
        meant.attempts.timeoutCoversCall = false;
    }
    if (has({"growth"})) {
        meant.backoff.factor = wanted.backoff.factor;
    }
    if (has({"spread"})) {
        meant.backoff.jitter = wanted.backoff.jitter;
        meant.backoff.spread = wanted.backoff.spread;
    }
    if (has({"elapsed"})) {
        meant.attempts.maxElapsed = wanted.attempts.maxElapsed;
    }
    if (has({"noHints", "hintForbids", "hintForbidsSeconds", "hintCaps"})) {
        meant.hints = wanted.hints;
    }
    if (has({"methods", "lowerMethods", "anyMethod", "noMethods"})) {
        takeMethods(meant, wishes);
    }
    std::map<std::string, ErrorKind> names;
    std::map<int, ErrorKind> statuses;
    for (const ErrorMapping& mapping : mappingsOf(wanted)) {
        if (const auto* name = std::get_if<std::string>(&mapping.what)) {
            names[*name] = mapping.kind;
        } else if (const auto* status = std::get_if<int>(&mapping.what)) {
            statuses[*status] = mapping.kind;
        }
    }
    std::vector<ErrorMapping> mappings;
    const auto add = [&mappings, isSetting](auto what, ErrorKind kind) {
        mappings.emplace_back().what = std::move(what);
        mappings.back().kind = kind;
        mappings.back().isListed = isSetting;
    };
    const auto addNames = [&](const std::vector<std::string>& list) {
        for (const std::string& name : list) {
            add(name, names[name]);
        }
    };
    const auto addStatuses = [&](const std::vector<int>& list, ErrorKind kind) {
        for (const int status : list) {
            add(status, statuses.contains(status) ? statuses[status] : kind);
        }
    };
    const bool isWhole =
        has({"retried", "retriedStatuses", "envoyOn", "istioOn", "haproxyStatuses", "grpcRetried"});
    if (has({"names", "grpcWords", "grpcNumbers", "grpcRetried"})) {
        addNames(wishes.names);
    }
    if (has({"noNames", "noGrpcWords", "noGrpcNumbers", "grpcRetried"})) {
        addNames(wishes.noNames);
    }
    if (isWhole || has({"statuses"})) {
        addStatuses(wishes.statuses, ErrorKind::Transient);
    }
    if (has({"resentStatuses"})) {
        addStatuses(statusesResent(wanted), ErrorKind::Transient);
    }
    if (isWhole || has({"noStatuses"})) {
        addStatuses(wishes.noStatuses, ErrorKind::Permanent);
    }
    return mappings.empty() ? meant : withMappings(std::move(meant), mappings);
}

bool areAllIn(const std::vector<PolicyDifference>& asked, const std::vector<PolicyDifference>& gaps)
{
    return std::all_of(asked.begin(), asked.end(), [&gaps](const PolicyDifference& one) {
        return std::any_of(gaps.begin(), gaps.end(), [&one](const PolicyDifference& gap) {
            return gap.what == one.what && gap.here == one.here;
        });
    });
}

std::string gapText(const PolicyDifference& gap)
{
    if (gap.here.empty()) {
        return gap.what + " that only the client has: " + gap.there;
    }
    if (gap.there.empty()) {
        return gap.what + " that only the policy has: " + gap.here;
    }
    return gap.what + ": " + gap.here + " in the policy, " + gap.there + " in the client";
}

} // namespace retryscope
