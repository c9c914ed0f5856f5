// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/check.h"

#include "core/facts/header_syntax.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

/// Faults that cut a response short: its head, and part of its body, may have arrived.
bool leavesPartOfAResponse(FaultKind kind)
{
    return kind == FaultKind::ResponseTruncated || kind == FaultKind::ResponseReset ||
           kind == FaultKind::ReadTimeout || kind == FaultKind::ResponseTooLarge;
}

class Checker
{
public:
    explicit Checker(const Policy& policy) : m_policy(policy) {}

    std::vector<PolicyProblem> run()
    {
        checkIdentity();
        checkAttempts("attempts", m_policy.attempts);
        checkBackoff("backoff", m_policy.backoff);
        if (m_policy.quota) {
            checkQuota("quota", *m_policy.quota);
        }
        checkLimiter();
        checkSuccess("success", m_policy.success);
        checkRules("rules", m_policy.rules);
        checkProtocols();
        checkResends();
        for (std::size_t i = 0; i < m_policy.hints.size(); ++i) {
            const std::string path = "hints[" + std::to_string(i) + "]";
            checkHint(path, m_policy.hints[i]);
        }
        for (const auto& [service, change] : m_policy.services) {
            checkService("services." + service, change);
        }
        for (const auto& [operation, change] : m_policy.operations) {
            checkService("operations." + operation, change);
        }
        if (m_policy.connection) {
            requireSource("connection", m_policy.connection->source);
            require(!m_policy.connection->closeAfter.empty(), "connection.closeAfter", "names no kind");
        }
        return std::move(m_problems);
    }

private:
    void require(bool holds, const std::string& path, const std::string& text)
    {
        if (!holds) {
            m_problems.push_back({path, text});
        }
    }

    void requireSource(const std::string& path, const std::string& source)
    {
        require(!source.empty(), path + ".source", "says where the numbers come from and must not be empty");
    }

    /// RFC 9110, section 5.6.2. No response has a header with any other name.
    void requireHeaderName(const std::string& path, const std::string& name)
    {
        require(!name.empty(), path, "names no header");
        require(name.empty() || isToken(name), path,
                "is \"" + name +
                    "\", which is no header name; allowed are letters, digits and !#$%&'*+-.^_`|~");
    }

    void checkIdentity()
    {
        const auto isAllowed = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
        };
        require(!m_policy.id.empty() && std::all_of(m_policy.id.begin(), m_policy.id.end(), isAllowed), "id",
                "is \"" + m_policy.id +
                    "\"; allowed are lower-case letters, digits, dots and dashes, at least one");
        require(!m_policy.title.empty(), "title", "must not be empty");
    }

    void checkAttempts(const std::string& path, const AttemptLimit& attempts)
    {
        const int smallest = attempts.countsFirst ? 1 : 0;
        require(attempts.max >= smallest, path + ".max",
                "is " + std::to_string(attempts.max) + "; the smallest possible value is " +
                    std::to_string(smallest));
        for (const auto& [kind, max] : attempts.maxByKind) {
            require(max >= smallest, path + ".max." + std::string(toString(kind)),
                    "is " + std::to_string(max) + "; the smallest possible value is " +
                        std::to_string(smallest));
        }
        require(!attempts.maxElapsed || *attempts.maxElapsed > Duration::zero(), path + ".maxElapsed",
                "must be above 0, or no retry could ever be sent");
        requireSource(path, attempts.source);
    }

    void checkBackoff(const std::string& path, const BackoffSpec& backoff)
    {
        if (backoff.type == BackoffType::None) {
            return;
        }
        requireSource(path, backoff.source);
        checkDelays(path, backoff);
        require(backoff.factor >= 1, path + ".factor", "is below 1, so delays would shrink");
        require(backoff.exponentStart >= 0, path + ".exponentStart", "is negative");
        require(backoff.base.byDefault >= Duration::zero(), path + ".base", "is negative");
        require(backoff.type == BackoffType::Listed || !backoff.cap || *backoff.cap >= backoff.base.byDefault,
                path + ".cap", "is below the base, so every delay would be the cap");
        for (const auto& [kind, base] : backoff.base.byKind) {
            require(base >= Duration::zero(), path + ".base." + std::string(toString(kind)), "is negative");
            require(!backoff.cap || *backoff.cap >= base, path + ".cap",
                    "is below the base for " + std::string(toString(kind)));
        }
        require(backoff.spread >= 0 && (backoff.spread <= 1 || backoff.jitter == Jitter::Above),
                path + ".spread", "is not between 0 and 1");
        require(backoff.noise >= Duration::zero(), path + ".noise", "is negative");
        require(!backoff.floor || *backoff.floor >= Duration::zero(), path + ".floor", "is negative");
        require(!backoff.floor || !backoff.cap || *backoff.floor <= *backoff.cap, path + ".floor",
                "is above the cap, so every delay would be the floor");
        require(backoff.jitter != Jitter::Decorrelated || backoff.when == BackoffWhen::AfterFailure,
                path + ".jitter",
                "decorrelated jitter needs a failure before it, so \"when\" cannot be \"beforeEach\"");
    }

    void checkDelays(const std::string& path, const BackoffSpec& backoff)
    {
        require(backoff.type != BackoffType::Listed || !backoff.delays.empty(), path + ".delays",
                "lists no delay");
        require(std::all_of(backoff.delays.begin(), backoff.delays.end(),
                            [](Duration delay) { return delay >= Duration::zero(); }),
                path + ".delays", "holds a negative one");
    }

    void checkHint(const std::string& path, const HintSpec& hint)
    {
        requireHeaderName(path + ".header", hint.header);
        requireSource(path, hint.source);
        checkStatuses(path + ".statusIn", hint.statusIn);
        require(!(hint.unreadableForbids && hint.unreadableMeans), path + ".unreadableMeans",
                "and unreadableForbids contradict each other");
        require(!hint.ignoreBelow || !hint.ignoreAbove || *hint.ignoreBelow <= *hint.ignoreAbove,
                path + ".ignoreAbove", "is below ignoreBelow, so no hint could ever hold");
        require(hint.spread >= 0, path + ".spread", "is negative");
        require(hint.noise >= Duration::zero(), path + ".noise", "is negative");
    }

    void checkStatuses(const std::string& path, const std::vector<StatusRange>& statuses)
    {
        for (const StatusRange& range : statuses) {
            require(range.from >= 100 && range.to <= 999 && range.from <= range.to, path,
                    std::to_string(range.from) + "-" + std::to_string(range.to) +
                        " is no range of statuses (100-999)");
        }
    }

    /// The header's name, and something that its value can be.
    void checkHeaderValues(const std::string& path, const std::vector<HeaderValue>& values)
    {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const HeaderValue& value = values[i];
            const std::string where = path + "[" + std::to_string(i) + "]";
            requireHeaderName(where + ".header", value.header);
            require(!value.textIn.empty() || value.from || value.to, where,
                    "asks for no value; \"headerIn\" asks whether a header is there");
            require(!value.from || !value.to || *value.from <= *value.to, where + ".to",
                    "is below \"from\", so it can never match");
        }
    }

    void checkQuota(const std::string& path, const QuotaSpec& quota)
    {
        requireSource(path, quota.source);
        require(quota.capacity > 0, path + ".capacity",
                "is " + std::to_string(quota.capacity) + "; it must be above 0");
        require(quota.reserve >= 0 && (quota.reserve == 0 || quota.reserve < quota.capacity),
                path + ".reserve", "is not between 0 and the capacity, so no retry could ever be paid");
        require(quota.earnPerCall >= 0, path + ".earnPerCall", "is negative");
        require(quota.earnPerCall == 0 || quota.scope == QuotaScope::Client, path + ".earnPerCall",
                "needs a bucket per client: one per call is full at first");
        require(!quota.start || (*quota.start >= 0 && *quota.start <= quota.capacity), path + ".start",
                "is not between 0 and the capacity");
        const auto checkCost = [&](const std::string& where, int cost) {
            require(cost >= 0, where, "is negative");
            require(cost <= quota.capacity, where, "is above the capacity, so no retry could ever be paid");
        };
        checkCost(path + ".cost", quota.cost);
        for (const auto& [kind, cost] : quota.costByKind) {
            checkCost(path + ".cost." + std::string(toString(kind)), cost);
        }
    }

    void checkLimiter()
    {
        if (!m_policy.limiter) {
            return;
        }
        const LimiterSpec& limiter = *m_policy.limiter;
        requireSource("limiter", limiter.source);
        require(limiter.minFillRatePerSecond > 0, "limiter.minFillRatePerSecond",
                "must be above 0, or sends would stop for ever");
        require(limiter.timeBucketSeconds > 0, "limiter.timeBucketSeconds", "must be above 0");
        require(limiter.scale > 0, "limiter.scale", "must be above 0");
        require(limiter.startTokens >= 0, "limiter.startTokens", "is negative");
        require(limiter.minCapacity >= limiter.costPerAttempt, "limiter.minCapacity",
                "is below the cost of an attempt, so no attempt could ever be sent");
    }

    /// A misspelt protocol would be read as generic, without a word.
    void checkProtocols()
    {
        const auto isRead = [this](const std::string& protocol) {
            return m_policy.reading.contains(protocol) ||
                   (protocol == "ec2" && m_policy.reading.contains("query"));
        };
        for (const auto& [service, protocol] : m_policy.protocols) {
            require(isRead(protocol), "protocols." + service,
                    "is \"" + protocol + "\", for which the policy has no reading");
        }
    }

    void checkResends()
    {
        if (!m_policy.resends) {
            return;
        }
        requireSource("resends", m_policy.resends->source);
        checkMethods("resends.methodIn", m_policy.resends->methodIn);
    }

    void checkMethods(const std::string& path, const std::vector<std::string>& methods)
    {
        for (const std::string& method : methods) {
            require(isToken(method), path,
                    "holds \"" + method + "\", which is no method such as GET or POST");
        }
    }

    void checkSuccess(const std::string& path, const SuccessSpec& success)
    {
        require(!success.statusIn.empty(), path + ".statusIn",
                "names no status, so nothing could ever succeed");
    }

    void checkRules(const std::string& path, const std::vector<Rule>& rules)
    {
        std::set<std::string> ids;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            checkRule(path + "[" + std::to_string(i) + "]", rules[i]);
            require(ids.insert(rules[i].id).second, path + "[" + std::to_string(i) + "].id",
                    "\"" + rules[i].id + "\" is used twice");
        }
        checkReach(path, rules);
    }

    /// The first match wins, so nothing is tried after a rule without conditions.
    void checkReach(const std::string& path, const std::vector<Rule>& rules)
    {
        for (std::size_t i = 1; i < rules.size() && !m_policy.lastMatchWins; ++i) {
            const auto hides = [&](const Rule& earlier) {
                return earlier.when == Condition{} && !earlier.atMost &&
                       (earlier.scope == rules[i].scope ||
                        (earlier.scope == RuleScope::All && rules[i].scope != RuleScope::Start));
            };
            const auto end = rules.begin() + static_cast<std::ptrdiff_t>(i);
            const auto hiding = std::find_if(rules.begin(), end, hides);
            require(hiding == end, path + "[" + std::to_string(i) + "]",
                    "is never tried, because rule \"" + (hiding == end ? std::string() : hiding->id) +
                        "\" before it always matches");
        }
    }

    void checkRule(const std::string& path, const Rule& rule)
    {
        const Condition& when = rule.when;
        require(!rule.id.empty(), path + ".id", "must not be empty");
        requireSource(path, rule.source);
        const bool wantsResponse = !when.statusIn.empty() || !when.nameIn.empty() || when.nameIs ||
                                   !when.bodyIs.empty() || !when.jsonIs.empty() || !when.headerIn.empty() ||
                                   !when.headerValues.empty() || !when.bodyHas.empty() ||
                                   when.hinted.value_or(false);
        const bool canHaveResponse =
            when.faultIn.empty() ||
            std::any_of(when.faultIn.begin(), when.faultIn.end(), leavesPartOfAResponse);
        require(!wantsResponse || canHaveResponse, path + ".when",
                "asks for a response and for a fault that leaves none, so it can never match");
        require(when.nameIn.empty() || when.nameIs != NameIs::Absent, path + ".when",
                "asks for a name and for its absence at once, so it can never match");
        require(when.nameIn.empty() || when.nameIs != NameIs::Unknown, path + ".when",
                "a name that is listed is not unknown, so it can never match");
        require(rule.scope != RuleScope::Successes || when.faultIn.empty(), path + ".when.faultIn",
                "a fault is no success, so it can never match");
        require(rule.scope != RuleScope::Start || rule.kind == ErrorKind::NotReady ||
                    rule.kind == ErrorKind::None || rule.kind == ErrorKind::Permanent,
                path + ".kind",
                "on a start must be \"notReady\" (started: poll from now on), \"none\" (done at once) or "
                "\"permanent\": a start is not retried");
        checkMethods(path + ".when.methodIn", when.methodIn);
        checkStatuses(path + ".when.statusIn", when.statusIn);
        checkHeaderValues(path + ".when.headerValues", when.headerValues);
        checkAfter(path + ".when.afterRules", when.afterRules);
        require(!rule.delay || *rule.delay >= Duration::zero(), path + ".delay", "is negative");
        require(!rule.atMost || *rule.atMost >= 1, path + ".atMost", "must be at least 1");
        require(!rule.succeedsAtLimit || when.faultIn.empty(), path + ".succeedsAtLimit",
                "needs a response: a fault is never handed over as a success");
        require(!rule.quotaCost || *rule.quotaCost >= 0, path + ".quotaCost", "is negative");
    }

    void checkAfter(const std::string& path, const std::vector<std::string>& ids)
    {
        for (const std::string& id : ids) {
            const bool exists = std::any_of(m_policy.rules.begin(), m_policy.rules.end(),
                                            [&id](const Rule& rule) { return rule.id == id; });
            require(exists, path, "names rule \"" + id + "\", which does not exist");
        }
    }

    void checkService(const std::string& path, const ServiceOverride& change)
    {
        if (change.attempts) {
            checkAttempts(path + ".attempts", *change.attempts);
        }
        if (change.backoff) {
            checkBackoff(path + ".backoff", *change.backoff);
        }
        if (change.quota) {
            checkQuota(path + ".quota", *change.quota);
        }
        if (change.success) {
            checkSuccess(path + ".success", *change.success);
        }
        checkRules(path + ".rules", change.rules);
        for (const std::string& id : change.replaces) {
            const bool exists = std::any_of(m_policy.rules.begin(), m_policy.rules.end(),
                                            [&id](const Rule& rule) { return rule.id == id; });
            require(exists, path + ".replaces", "names rule \"" + id + "\", which does not exist");
        }
    }

    const Policy& m_policy;
    std::vector<PolicyProblem> m_problems;
};

} // namespace

std::vector<PolicyProblem> problemsOf(const Policy& policy)
{
    return Checker(policy).run();
}

} // namespace retryscope
