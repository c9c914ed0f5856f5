// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_facts.h"

#include "core/decide/backoff.h"
#include "core/explain/condition_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/phrases.h"
#include "core/explain/state_story.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/policy/members.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace retryscope {

namespace {

constexpr const char* kNoValue = "none";

std::string statusesWords(const std::vector<StatusRange>& ranges)
{
    std::vector<std::string> parts;
    for (const StatusRange& range : ranges) {
        parts.push_back(statusRangeText(range));
    }
    return parts.empty() ? kNoValue : joined(parts, ", ");
}

std::string kindsWords(const std::vector<ErrorKind>& kinds)
{
    std::vector<std::string> parts;
    for (const ErrorKind kind : kinds) {
        parts.emplace_back(wordsFor(kind).word);
    }
    return parts.empty() ? kNoValue : joined(parts, ", ");
}

/// `3 (2 retries)`, however the policy counts.
std::string attemptsWords(const AttemptLimit& attempts)
{
    const int all = attempts.attempts();
    const std::string retries = all <= 1 ? std::string("no retry") : retriesText(all - 1);
    return std::to_string(all) + " (" + retries + ")" + attemptHabitsText(attempts);
}

std::string growthWords(const BackoffSpec& backoff)
{
    if (backoff.type == BackoffType::Listed) {
        std::vector<std::string> delays;
        for (const Duration delay : backoff.delays) {
            delays.push_back(durationText(delay));
        }
        return joined(delays, ", ") + " in this order";
    }
    const bool isLinear = backoff.type == BackoffType::Linear;
    const std::string growth = isLinear ? " × n" : " × " + factorText(backoff.factor) + "^n";
    std::string text = durationText(backoff.base.byDefault) + growth + ", n from " +
                       std::to_string(backoff.exponentStart + (isLinear ? 1 : 0));
    for (const auto& [kind, base] : backoff.base.byKind) {
        text += ", " + durationText(base) + growth + " after " + std::string(wordsFor(kind).word);
    }
    return text;
}

std::string capWords(const BackoffSpec& backoff)
{
    if (!backoff.cap) {
        return "no cap";
    }
    const std::string most = "at most " + durationText(*backoff.cap);
    const bool isUsual = backoff.capApplies == CapApplies::BeforeJitter;
    return isUsual ? backoff.jitter == Jitter::None ? most : most + " before jitter" : most + " after jitter";
}

std::string firstDelayWords(const BackoffSpec& backoff)
{
    const BackoffComputed first = computeBackoff(backoff, 1, ErrorKind::Transient, 0);
    return first.atOnce ? "at once" : windowText(first.low, first.high);
}

/// Where the policy says no more than usual: empty.
std::string whenWords(const BackoffSpec& backoff)
{
    const std::string when = backoff.when == BackoffWhen::BeforeEach ? "before every attempt" : "";
    const std::string once = backoff.beforeGivingUp ? "once more before giving up" : "";
    return when.empty() || once.empty() ? when + once : when + ", " + once;
}

std::string quotaWords(const QuotaSpec& quota)
{
    constexpr std::array<const char*, 3> kWhenEmpty{
        "", "; a retry that costs more than is left takes what is left",
        "; also charges the last failure of a call"};
    static_assert(kWhenEmpty.size() == EnumWords<WhenQuotaEmpty>::kWords.size());
    std::string text = tokensNumber(quota.capacity, quota.perToken) + " tokens per " +
                       std::string(wordOf(quota.scope)) + ", " + tokensNumber(quota.cost, quota.perToken) +
                       " for a retry";
    for (const auto& [kind, cost] : quota.costByKind) {
        text += ", " + tokensNumber(cost, quota.perToken) + " after " + std::string(wordsFor(kind).word);
    }
    if (!quota.longPolling.empty()) {
        text += "; " + std::to_string(quota.longPolling.size()) +
                " operations that poll for work wait before they fail for lack of tokens";
    }
    text += quota.earnPerCall > 0 ? "; every call adds " + std::to_string(quota.earnPerCall) : "";
    text += quota.start ? "; " + std::to_string(*quota.start) + " at the start" : "";
    text += quota.scope == QuotaScope::Call ? "; full again for every call" : "; " + givenBackText(quota);
    text += kWhenEmpty.at(static_cast<std::size_t>(quota.whenEmpty));
    return quota.reserve > 0 ? text + "; retries only while more than " +
                                   tokensNumber(quota.reserve - 1, quota.perToken) + " tokens remain"
                             : text;
}

std::string limiterWords(const LimiterSpec& limiter)
{
    const double longest = limiter.costPerAttempt / limiter.minFillRatePerSecond;
    std::string text = "adaptive send rate; no limit until the first throttling response, then " +
                       factorText(limiter.beta) +
                       " × the measured rate and rising again over time, at least " +
                       rateText(limiter.minFillRatePerSecond) + " and at most " +
                       factorText(limiter.rateCapFactor) + " × the measured rate; ";
    text += limiter.whenEmpty == WhenLimited::Wait
                ? "at the lowest rate an attempt waits up to " +
                      durationText(fromMilliseconds(longest * 1000)) + " for its token"
                : "a call without a token fails instead of waiting";
    if (limiter.startTokens > 0) {
        text += "; " + factorText(limiter.startTokens) + " send token at the start";
    }
    return limiter.scope == QuotaScope::Call ? text + "; new for every call, so a first attempt never waits"
                                             : text;
}

std::string hintWords(const HintSpec& hint)
{
    const auto more = [](const std::optional<Duration>& limit, const char* before, const char* then) {
        return limit ? std::string("; ") + before + durationText(*limit) + then : std::string();
    };
    std::string text = "in " + std::string(hintUnitText(hint.unit)) + ": " + hintBoundsText(hint);
    text += hint.zeroMeansNone ? "; 0 is ignored" : "";
    text += hint.pastMeansNone ? "; less than 0 and a date in the past are ignored" : "";
    text += more(hint.ignoreBelow, "less than ", " is ignored");
    text += more(hint.ignoreAbove, "more than ", " is ignored");
    text += more(hint.forbidsAbove, "more than ", " forbids the retry");
    text += hint.forbidsAboveTimeout ? "; more than the attempt limit forbids the retry" : "";
    text += more(hint.atOnceAbove, "more than ", " ends at once");
    text += hint.spread > 0 ? "; jitter of up to " + factorText(hint.spread * 100) + " % on top" : "";
    text += hint.noise > Duration::zero() ? "; jitter of up to " + durationText(hint.noise) + " on top" : "";
    text += hint.unreadableForbids ? "; anything else forbids the retry" : "";
    text += more(hint.unreadableMeans, "anything else counts as ", "");
    return hint.statusIn.empty() ? text : text + "; only with " + statusesWords(hint.statusIn);
}

std::string timeoutWords(const std::optional<Duration>& timeout)
{
    return !timeout                       ? std::string("unknown")
           : *timeout == Duration::zero() ? std::string(kNoValue)
                                          : durationText(*timeout);
}

std::string redirectsWords(const RedirectSpec& redirects)
{
    if (redirects.follows.empty()) {
        return "follows none";
    }
    std::string text = "follows " + statusesWords(redirects.follows);
    text += redirects.most ? ", up to " + std::to_string(*redirects.most) + " in a row" : "";
    return redirects.changesMethod.empty()
               ? text
               : text + "; a POST goes on as a GET after " + statusesWords(redirects.changesMethod);
}

/// bytesText() gives three digits.
bool isWholeSize(int bytes)
{
    constexpr int kKibi = 1024;
    return bytes < kKibi || bytes % (kKibi * kKibi) == 0;
}

std::string requestBodyWords(const RequestBodySpec& body)
{
    return "up to " + bytesText(body.max) +
           " is kept; this client does not retry a request with a longer body" +
           (body.onlyOnceSent ? ", except after failures before anything was sent" : "");
}

std::string clockWords(const ClockSpec& clock)
{
    return "counts as different from " + durationText(clock.tolerance) + " on" +
           (clock.learns ? ", and the client remembers the difference" : "");
}

std::string errorClassesWords(const ErrorClasses& classes)
{
    return classes.responded + ", without a response " + classes.unanswered +
           (classes.exhausted.empty() ? "" : ", without a retry left " + classes.exhausted);
}

std::string placesWords(const ErrorReading& reading)
{
    std::vector<std::string> parts;
    for (const NamePlace& place : reading.places) {
        parts.push_back(placeWords(place));
    }
    return parts.empty() ? kNoValue : joined(parts, ", ");
}

void add(std::vector<PolicyFact>& facts, const AttemptLimit& attempts)
{
    facts.push_back({.name = "attempts",
                     .value = attemptsWords(attempts),
                     .source = attempts.source,
                     .tells = {"attempts"},
                     .group = "attempts"});
}

void add(std::vector<PolicyFact>& facts, const BackoffSpec& backoff)
{
    facts.push_back({.name = "first delay", .value = firstDelayWords(backoff), .source = backoff.source});
    if (backoff.type == BackoffType::None) {
        facts.push_back({.name = "growth",
                         .value = kNoValue,
                         .source = backoff.source,
                         .tells = {"backoff"},
                         .group = "backoff"});
        return;
    }
    const auto addPart = [&](const char* name, std::string value, std::vector<std::string> tells) {
        facts.push_back({.name = name,
                         .value = std::move(value),
                         .source = backoff.source,
                         .tells = std::move(tells),
                         .group = "backoff",
                         .continues = facts.back().group == "backoff"});
    };
    std::vector<std::string> growth{"backoff.type"};
    if (backoff.type == BackoffType::Listed) {
        growth.emplace_back("backoff.delays");
    } else {
        growth.insert(growth.end(), {"backoff.base", "backoff.exponentStart"});
    }
    if (backoff.type == BackoffType::Exponential) {
        growth.emplace_back("backoff.factor");
    }
    addPart("growth", growthWords(backoff), std::move(growth));
    std::vector<std::string> jitter{"backoff.jitter", "backoff.firstWithoutJitter"};
    if (backoff.jitter == Jitter::Around || backoff.jitter == Jitter::Above ||
        backoff.jitter == Jitter::Below) {
        jitter.emplace_back("backoff.spread");
    } else if (backoff.jitter == Jitter::Plus) {
        jitter.emplace_back("backoff.noise");
    }
    addPart("jitter",
            jitterPhrase(backoff) + (backoff.firstWithoutJitter ? ", the first without jitter" : ""),
            std::move(jitter));
    addPart("cap", capWords(backoff),
            backoff.cap ? std::vector<std::string>{"backoff.cap", "backoff.capApplies"}
                        : std::vector<std::string>{"backoff.cap"});
    if (backoff.floor) {
        addPart("least delay", "at least " + durationText(*backoff.floor), {"backoff.floor"});
    }
    if (backoff.firstRetryAtOnce) {
        addPart("first retry", "at once", {"backoff.firstRetryAtOnce"});
        facts.back().label = "the first retry";
    }
    if (std::string when = whenWords(backoff); !when.empty()) {
        addPart("delay applies", std::move(when), {"backoff.when", "backoff.beforeGivingUp"});
    }
}

void add(std::vector<PolicyFact>& facts, const QuotaSpec& quota)
{
    PolicyFact fact{.name = "retry quota",
                    .value = quotaWords(quota),
                    .source = quota.source,
                    .tells = {"quota.scope", "quota.capacity", "quota.cost", "quota.whenEmpty",
                              "quota.reserve", "quota.units", "quota.earnPerCall", "quota.start"},
                    .group = "quota"};
    if (quota.scope == QuotaScope::Client) {
        fact.tells.emplace_back("quota.giveBack");
    }
    facts.push_back(std::move(fact));
}

void add(std::vector<PolicyFact>& facts, const SuccessSpec& success)
{
    facts.push_back({.name = "success",
                     .value = statusesWords(success.statusIn),
                     .source = success.source,
                     .tells = {"success"},
                     .group = "success"});
}

/// A header may be read in several ways, one after the other.
void addHints(std::vector<PolicyFact>& facts, const std::vector<HintSpec>& hints)
{
    constexpr std::array<const char*, 16> kTold{"header",
                                                "unit",
                                                "bounds",
                                                "statusIn",
                                                "cap",
                                                "zeroMeansNone",
                                                "pastMeansNone",
                                                "ignoreBelow",
                                                "ignoreAbove",
                                                "atOnceAbove",
                                                "forbidsAbove",
                                                "spread",
                                                "noise",
                                                "forbidsAboveTimeout",
                                                "unreadableForbids",
                                                "unreadableMeans"};
    for (auto hint = hints.begin(); hint != hints.end(); ++hint) {
        const auto before = std::count_if(
            hints.begin(), hint, [&hint](const HintSpec& other) { return other.header == hint->header; });
        PolicyFact fact{.name = "delay hint " + hint->header + (before > 0 ? ", otherwise" : ""),
                        .value = hintWords(*hint),
                        .source = hint->source,
                        .group = "hint",
                        .label = hint->header + ","};
        const std::string path =
            "hints." + hint->header + (before > 0 ? "#" + std::to_string(before + 1) : "") + ".";
        for (const char* member : kTold) {
            fact.tells.push_back(path + member);
        }
        facts.push_back(std::move(fact));
    }
}

void addState(std::vector<PolicyFact>& facts, const Policy& policy)
{
    if (policy.quota) {
        add(facts, *policy.quota);
    } else {
        facts.push_back({.name = "retry quota", .value = kNoValue, .source = {}, .tells = {"quota"}});
    }
    if (policy.limiter) {
        facts.push_back({.name = "send rate",
                         .value = limiterWords(*policy.limiter),
                         .source = policy.limiter->source,
                         .tells = {"limiter.scope", "limiter.minFillRatePerSecond", "limiter.beta",
                                   "limiter.rateCapFactor", "limiter.startTokens", "limiter.whenEmpty"},
                         .group = "send rate"});
    } else {
        facts.push_back({.name = "send rate", .value = "not limited", .source = {}, .tells = {"limiter"}});
    }
    addHints(facts, policy.hints);
}

void addTimeouts(std::vector<PolicyFact>& facts, const ClientTimeouts& timeouts)
{
    bool continues = false;
    const auto addOne = [&](const char* label, const std::optional<Duration>& timeout) {
        facts.push_back({.name = std::string(label) + " timeout",
                         .value = timeoutWords(timeout),
                         .source = timeouts.source,
                         .tells = {std::string("timeouts.") + label},
                         .group = "timeouts",
                         .label = label,
                         .continues = std::exchange(continues, true)});
    };
    if (timeouts.attempt) {
        addOne("attempt", timeouts.attempt);
    }
    addOne("connect", timeouts.connect);
    addOne("read", timeouts.read);
}

void addTransport(std::vector<PolicyFact>& facts, const Policy& policy)
{
    if (policy.connection) {
        facts.push_back({.name = "connection",
                         .value = "a new one after " + kindsWords(policy.connection->closeAfter),
                         .source = policy.connection->source,
                         .tells = {"connection"},
                         .group = "connection"});
    }
    if (policy.requestBody) {
        facts.push_back(
            {.name = "request body",
             .value = requestBodyWords(*policy.requestBody),
             .source = policy.requestBody->source,
             .tells = {isWholeSize(policy.requestBody->max) ? "requestBody" : "requestBody.onlyOnceSent"},
             .group = "body"});
    }
    if (policy.clock) {
        facts.push_back({.name = "clock",
                         .value = clockWords(*policy.clock),
                         .source = policy.clock->source,
                         .tells = {"clock"},
                         .group = "clock"});
    }
    if (policy.timeouts) {
        addTimeouts(facts, *policy.timeouts);
    }
    if (policy.errorClasses) {
        facts.push_back({.name = "error classes",
                         .value = errorClassesWords(*policy.errorClasses),
                         .source = policy.errorClasses->source,
                         .tells = {"errorClasses"},
                         .group = "raises"});
    }
    if (policy.redirects) {
        facts.push_back({.name = "redirects",
                         .value = redirectsWords(*policy.redirects),
                         .source = policy.redirects->source,
                         .tells = {"redirects"},
                         .group = "redirects"});
    }
    for (const AttemptHeader& header : policy.attemptHeaders) {
        const std::string path = "attemptHeaders." + header.name + ".";
        facts.push_back(
            {.name = "header " + header.name,
             .value = header.later.empty() ? header.first : header.first + ", then " + header.later,
             .source = header.source,
             .tells = {path + "name", path + "first", path + "later"},
             .group = "header",
             .label = header.name + ":"});
    }
}

void addReading(std::vector<PolicyFact>& facts, const Policy& policy)
{
    add(facts, policy.success);
    for (const auto& [protocol, reading] : policy.reading) {
        facts.push_back({.name = "error name in " + protocol + " responses",
                         .value = placesWords(reading),
                         .source = reading.source,
                         .tells = {"reading." + protocol + ".places"},
                         .group = "reads",
                         .label = protocol + ":"});
    }
    facts.push_back({.name = "rules",
                     .value = policy.lastMatchWins ? "the last match wins" : "the first match wins",
                     .source = {},
                     .tells = {"ruleOrder"}});
    facts.push_back({.name = "when no rule matches",
                     .value = std::string(toString(policy.otherwise)),
                     .source = policy.otherwiseSource,
                     .tells = {"otherwise.kind"}});
}

void addOverrides(std::vector<PolicyFact>& facts, const char* key,
                  const std::map<std::string, ServiceOverride>& overrides)
{
    for (const auto& [name, change] : overrides) {
        for (PolicyFact& fact : factsOf(change)) {
            fact.name += " for " + name;
            for (std::string& path : fact.tells) {
                path.insert(0, std::string(key) + "." + name + ".");
            }
            facts.push_back(std::move(fact));
        }
    }
}

/// `reading.json.in200.1.within` is in the line of `reading.json`.
std::size_t endOfGroup(std::string_view path)
{
    constexpr std::array<std::string_view, 5> kOfSeveral{"reading.", "hints.", "attemptHeaders.", "services.",
                                                         "operations."};
    const std::size_t end = path.find('.');
    const bool isOfSeveral =
        std::ranges::any_of(kOfSeveral, [path](std::string_view group) { return path.starts_with(group); });
    const std::size_t next = isOfSeveral ? path.find('.', end + 1) : end;
    return next == std::string_view::npos ? end : next;
}

} // namespace

void ToldMembers::add(const std::vector<std::string>& paths)
{
    m_paths.insert(paths.begin(), paths.end());
}

/// The path, and each group around it.
bool ToldMembers::contains(std::string_view path) const
{
    for (std::size_t end = path.size(); end != std::string_view::npos && end > 0;
         end = path.rfind('.', end - 1)) {
        if (m_paths.contains(path.substr(0, end))) {
            return true;
        }
    }
    return false;
}

std::vector<PolicyFact> generalFactsOf(const Policy& policy)
{
    std::vector<PolicyFact> facts;
    add(facts, policy.attempts);
    add(facts, policy.backoff);
    addState(facts, policy);
    addTransport(facts, policy);
    addReading(facts, policy);
    return facts;
}

std::vector<PolicyFact> factsOf(const Policy& policy)
{
    std::vector<PolicyFact> facts = generalFactsOf(policy);
    addOverrides(facts, "services", policy.services);
    addOverrides(facts, "operations", policy.operations);
    return facts;
}

std::vector<PolicyFact> factsOf(const ServiceOverride& change)
{
    std::vector<PolicyFact> facts;
    if (change.attempts) {
        add(facts, *change.attempts);
    }
    if (change.backoff) {
        add(facts, *change.backoff);
    }
    if (change.quota) {
        add(facts, *change.quota);
    }
    if (change.success) {
        add(facts, *change.success);
    }
    if (!change.replaces.empty()) {
        facts.push_back({.name = "general rules not used",
                         .value = joined(change.replaces, ", "),
                         .source = {},
                         .tells = {"replaces"},
                         .group = "general rules not used"});
    }
    return facts;
}

std::vector<PolicyFact> otherMembersOf(const Policy& policy)
{
    ToldMembers told;
    for (const PolicyFact& fact : factsOf(policy)) {
        told.add(fact.tells);
    }
    std::vector<PolicyFact> others;
    for (const Member& member : membersOf(policy)) {
        const bool isRule =
            member.path.starts_with("rules.") || member.path.find(".rules.") != std::string::npos;
        if (member.isText || member.isUsual || isRule || told.contains(member.path)) {
            continue;
        }
        const std::size_t end = endOfGroup(member.path);
        const std::string group = member.path.substr(0, end);
        const std::string text =
            (end == std::string::npos ? std::string() : member.path.substr(end + 1) + " ") +
            (member.value.empty() ? kNoValue : member.value);
        if (!others.empty() && others.back().name == group) {
            others.back().value += "; " + text;
        } else {
            others.push_back({.name = group, .value = text, .source = {}});
        }
    }
    return others;
}

std::string attemptHabitsText(const AttemptLimit& attempts)
{
    std::string text;
    for (const auto& [kind, max] : attempts.maxByKind) {
        text += ", " + std::to_string(attempts.attempts(kind)) + " after " + std::string(wordsFor(kind).word);
    }
    text +=
        attempts.maxElapsed ? "; no retry after " + durationText(*attempts.maxElapsed) + " of the call" : "";
    return text +
           (attempts.timeoutCoversCall ? "; the attempt limit covers the whole call, delays included" : "");
}

} // namespace retryscope
