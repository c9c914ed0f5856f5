// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/check.h"

#include "core/facts/header_syntax.h"
#include "core/policy/condition_check.h"
#include "core/policy/mapping.h"
#include "core/policy/policy_size.h"
#include "core/policy/range_check.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

/// No retry follows such a failure, whatever its numbers are.
bool endsTheCall(ErrorKind kind)
{
    return kind == ErrorKind::None || kind == ErrorKind::Permanent;
}

/// Wherever the later rule is tried, the earlier one is, as often as it likes.
bool isTriedOnAll(const Rule& earlier, const Rule& later)
{
    return !earlier.atMost && earlier.id != later.id &&
           (earlier.scope == later.scope ||
            (earlier.scope == RuleScope::All && later.scope != RuleScope::Start));
}

class Checker
{
public:
    explicit Checker(const Policy& policy) : m_policy(policy) {}

    void run()
    {
        if (std::optional<PolicyProblem> size = sizeProblemOf(m_policy)) {
            m_problems.push_back(std::move(*size)); // the rest compares all with all
            return;
        }
        checkIdentity();
        for (const PolicyProblem& problem : rangeProblemsOf(m_policy)) {
            require(false, problem.path, problem.text);
        }
        checkAttempts("attempts", m_policy.attempts);
        checkBackoff("backoff", m_policy.backoff);
        if (m_policy.quota) {
            checkQuota("quota", *m_policy.quota);
        }
        checkLimiter();
        checkSuccess("success", m_policy.success);
        checkRules("rules", m_policy.rules);
        checkProtocols();
        checkEmbeddedErrors();
        checkResends();
        checkRequestBody();
        checkTimeouts();
        checkErrorClasses();
        checkRedirects();
        checkHints();
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
    }
    [[nodiscard]] std::vector<PolicyProblem> takeProblems() { return std::move(m_problems); }
    [[nodiscard]] std::vector<PolicyProblem> takeRemarks() { return std::move(m_remarks); }
    [[nodiscard]] std::vector<PolicyProblem> takeWarnings() { return std::move(m_warnings); }

private:
    void require(bool holds, const std::string& path, const std::string& text)
    {
        if (!holds && m_problems.size() < kMostProblems) {
            m_problems.push_back({path, text});
        }
    }

    /// The same of what is no harm, but of no use either.
    void expect(bool holds, const std::string& path, const std::string& text)
    {
        if (!holds && m_remarks.size() < kMostProblems) {
            m_remarks.push_back({path, text});
        }
    }

    /// The same of what clients accept.
    void warn(bool holds, const std::string& path, const std::string& text)
    {
        if (!holds && m_warnings.size() < kMostProblems) {
            m_warnings.push_back({path, text});
        }
    }

    void requireSource(const std::string& path, const std::string& source)
    {
        require(!source.empty(), path + ".source", "must not be empty: it says where the numbers come from");
    }

    void expectRetried(const std::string& path, ErrorKind kind)
    {
        expect(!endsTheCall(kind), path, "is for a kind that this policy never retries, so it has no effect");
    }

    /// Some failure can be of this kind.
    [[nodiscard]] bool isGiven(ErrorKind kind) const
    {
        const auto gives = [kind](const std::vector<Rule>& rules) {
            return std::any_of(rules.begin(), rules.end(),
                               [kind](const Rule& rule) { return rule.kind == kind; });
        };
        const auto givesOne = [&gives](const auto& named) {
            return gives(named.second.rules);
        };
        return m_policy.otherwise == kind || gives(m_policy.rules) ||
               std::any_of(m_policy.services.begin(), m_policy.services.end(), givesOne) ||
               std::any_of(m_policy.operations.begin(), m_policy.operations.end(), givesOne);
    }

    /// RFC 9110, section 5.6.2. No response has a header with any other name.
    void requireHeaderName(const std::string& path, const std::string& name)
    {
        require(!name.empty(), path, "names no header");
        require(name.empty() || isToken(name), path,
                "is \"" + name + "\", which is not a header name; use letters, digits and !#$%&'*+-.^_`|~");
    }

    void checkIdentity()
    {
        const auto isAllowed = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
        };
        require(!m_policy.id.empty() && std::all_of(m_policy.id.begin(), m_policy.id.end(), isAllowed), "id",
                "is \"" + m_policy.id +
                    "\"; use at least one lower-case letter, digit, dot or dash, and nothing else");
        require(!m_policy.title.empty(), "title", "must not be empty");
        const std::ptrdiff_t characters = std::ranges::count_if(m_policy.shortName, [](char byte) {
            return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
        });
        require(characters <= static_cast<std::ptrdiff_t>(kLongestShortName), "shortName",
                "has " + std::to_string(characters) + " characters; the limit is " +
                    std::to_string(kLongestShortName));
    }

    void checkAttempts(const std::string& path, const AttemptLimit& attempts)
    {
        const int smallest = attempts.countsFirst ? 1 : 0;
        require(attempts.max >= smallest, path + ".max",
                "is " + std::to_string(attempts.max) + "; it must be at least " + std::to_string(smallest));
        for (const auto& [kind, max] : attempts.maxByKind) {
            expectRetried(path + ".max." + std::string(toString(kind)), kind);
            expect(endsTheCall(kind) || isGiven(kind), path + ".max." + std::string(toString(kind)),
                   "is for a kind that no rule assigns, so it has no effect");
            require(max >= smallest, path + ".max." + std::string(toString(kind)),
                    "is " + std::to_string(max) + "; it must be at least " + std::to_string(smallest));
        }
        requireSource(path, attempts.source);
    }

    void checkBackoff(const std::string& path, const BackoffSpec& backoff)
    {
        if (backoff.type == BackoffType::None) {
            return;
        }
        requireSource(path, backoff.source);
        checkDelays(path, backoff);
        warn(backoff.factor >= 1, path + ".factor", "is below 1, so delays shrink from retry to retry");
        const bool isAboveBase = !backoff.cap || *backoff.cap >= backoff.base.byDefault;
        warn(backoff.type == BackoffType::Listed || isAboveBase, path + ".cap",
             "is below the base, so it shortens every delay");
        for (const auto& [kind, base] : backoff.base.byKind) {
            expectRetried(path + ".base." + std::string(toString(kind)), kind);
            warn(!isAboveBase || !backoff.cap || *backoff.cap >= base, path + ".cap",
                 "is below the base for " + std::string(toString(kind)) +
                     ", so it shortens every delay after such a failure");
        }
        require(backoff.spread <= 1 || backoff.jitter == Jitter::Above, path + ".spread",
                "must be from 0 to 1");
        const bool isPart = backoff.jitter == Jitter::Around || backoff.jitter == Jitter::Above ||
                            backoff.jitter == Jitter::Below;
        expect(!isPart || backoff.spread != 0, path + ".spread",
               "is 0, so there is no jitter; write \"jitter\": \"none\" instead");
        expect(backoff.jitter != Jitter::Plus || backoff.noise != Duration::zero(), path + ".noise",
               "is 0 or missing, so there is no jitter; write \"jitter\": \"none\" instead");
        require(!backoff.floor || !backoff.cap || *backoff.floor <= *backoff.cap, path + ".floor",
                "must not be above the cap, otherwise every delay would be the floor");
        require(!isDecorrelated(backoff.jitter) || backoff.when == BackoffWhen::AfterFailure,
                path + ".jitter",
                "cannot be \"" + std::string(wordOf(backoff.jitter)) +
                    "\" when \"when\" is \"beforeEach\": decorrelated jitter needs an earlier failure");
        require(
            backoff.jitter != Jitter::DecorrelatedV2 ||
                (backoff.type == BackoffType::Exponential && backoff.factor == 2),
            path + ".jitter",
            "can be \"decorrelatedV2\" only with exponential growth and factor 2, which are in its formula");
        require(
            backoff.jitter != Jitter::DecorrelatedV2 ||
                (!backoff.floor && !backoff.firstWithoutJitter && !backoff.firstRetryAtOnce),
            path + ".jitter",
            "cannot be \"decorrelatedV2\" with floor, firstWithoutJitter or firstRetryAtOnce: its formula "
            "draws every delay");
    }

    void checkDelays(const std::string& path, const BackoffSpec& backoff)
    {
        require(backoff.type != BackoffType::Listed || !backoff.delays.empty(), path + ".delays",
                "must list at least one delay");
    }

    void checkHint(const std::string& path, const HintSpec& hint)
    {
        requireHeaderName(path + ".header", hint.header);
        requireSource(path, hint.source);
        checkStatuses(path + ".statusIn", hint.statusIn);
        require(!(hint.unreadableForbids && hint.unreadableMeans), path + ".unreadableMeans",
                "and unreadableForbids contradict each other; use only one");
        require(!hint.ignoreBelow || !hint.ignoreAbove || *hint.ignoreBelow <= *hint.ignoreAbove,
                path + ".ignoreAbove",
                "must not be below ignoreBelow, otherwise every hint would be ignored");
        checkHintLimits(path, hint);
    }

    /// In the order in which they are looked at: ignored, forbidden, at once.
    void checkHintLimits(const std::string& path, const HintSpec& hint)
    {
        expect(!hint.forbidsAbove || !hint.ignoreAbove || *hint.forbidsAbove < *hint.ignoreAbove,
               path + ".forbidsAbove", "is not below ignoreAbove, so the client ignores every such hint");
        expect(!hint.atOnceAbove || !hint.ignoreAbove || *hint.atOnceAbove < *hint.ignoreAbove,
               path + ".atOnceAbove", "is not below ignoreAbove, so the client ignores every such hint");
        expect(!hint.atOnceAbove || !hint.forbidsAbove || *hint.atOnceAbove < *hint.forbidsAbove,
               path + ".atOnceAbove", "is not below forbidsAbove, so every such hint forbids the retry");
    }

    /// A header may stand twice, to be read in two ways.
    void checkHints()
    {
        for (std::size_t i = 0; i < m_policy.hints.size(); ++i) {
            const std::string path = "hints[" + std::to_string(i) + "]";
            checkHint(path, m_policy.hints[i]);
            const auto end = m_policy.hints.begin() + static_cast<std::ptrdiff_t>(i);
            expect(std::find(m_policy.hints.begin(), end, m_policy.hints[i]) == end, path,
                   "is listed twice; the second entry has no effect");
        }
    }

    void checkStatuses(const std::string& path, const std::vector<StatusRange>& statuses)
    {
        for (const StatusRange& range : statuses) {
            require(range.from >= 100 && range.to <= 999 && range.from <= range.to, path,
                    std::to_string(range.from) + "-" + std::to_string(range.to) +
                        " is not a range of statuses (100-999)");
        }
    }

    /// The header's name, and something that its value can be.
    void checkHeaderValues(const std::string& path, const std::vector<HeaderValue>& values)
    {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const HeaderValue& value = values[i];
            const std::string where = path + "[" + std::to_string(i) + "]";
            requireHeaderName(where + ".header", value.header);
            require(!value.textIn.empty() || !value.prefixIn.empty() || value.from || value.to, where,
                    "names no value; to test only whether the header is present, use \"headerIn\"");
            require(!value.from || !value.to || *value.from <= *value.to, where + ".to",
                    "must not be below \"from\", otherwise the condition can never match");
        }
    }

    void checkQuota(const std::string& path, const QuotaSpec& quota)
    {
        requireSource(path, quota.source);
        require(quota.reserve >= 0 && (quota.reserve == 0 || quota.reserve <= quota.capacity),
                path + ".reserve", "must be from 0 to the capacity");
        checkReserve(path, quota);
        require(quota.earnPerCall == 0 || quota.scope == QuotaScope::Client, path + ".earnPerCall",
                "needs a quota per client: a quota per call starts full");
        require(!quota.start || (*quota.start >= 0 && *quota.start <= quota.capacity), path + ".start",
                "must be from 0 to the capacity");
        expect(quota.start.value_or(quota.capacity) > 0 || quota.earnPerCall > 0 || fillsUp(quota.giveBack) ||
                   quota.cost == 0,
               path + ".start",
               "is 0, and nothing ever adds a token, so the quota could never pay for a retry");
        const auto checkCost = [&](const std::string& where, int cost) {
            warn(cost <= quota.capacity || quota.whenEmpty != WhenQuotaEmpty::Refuse, path + ".capacity",
                 "is below " + where + " (" + std::to_string(cost) +
                     "), so the quota never pays for such a retry");
        };
        checkCost(path + ".cost", quota.cost);
        for (const auto& [kind, cost] : quota.costByKind) {
            checkCost(path + ".cost." + std::string(toString(kind)), cost);
        }
    }

    /// A retry of the cheapest kind can be paid from the full bucket.
    void checkReserve(const std::string& path, const QuotaSpec& quota)
    {
        int cheapest = quota.cost;
        for (const auto& [kind, cost] : quota.costByKind) {
            expectRetried(path + ".cost." + std::string(toString(kind)), kind);
            cheapest = std::min(cheapest, cost);
        }
        const bool isRange =
            quota.reserve > 0 && quota.reserve <= quota.capacity && cheapest <= quota.capacity;
        warn(
            !isRange || quota.whenEmpty != WhenQuotaEmpty::ChargeAnyway ||
                quota.reserve <= quota.capacity - cheapest,
            path + ".reserve",
            "and the cost together exceed the capacity, so the client never retries: its first failure takes "
            "too much");
        expect(!isRange || quota.whenEmpty == WhenQuotaEmpty::ChargeAnyway ||
                   quota.whenEmpty == WhenQuotaEmpty::TakeWhatIsLeft ||
                   quota.reserve <= quota.capacity - cheapest,
               path + ".reserve",
               "and the cost together exceed the capacity, so the quota could never pay for a retry");
    }

    void checkLimiter()
    {
        if (!m_policy.limiter) {
            return;
        }
        const LimiterSpec& limiter = *m_policy.limiter;
        requireSource("limiter", limiter.source);
        require(limiter.minCapacity >= limiter.costPerAttempt, "limiter.minCapacity",
                "must not be below the cost of an attempt, otherwise the client could never send one");
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
                    "is \"" + protocol +
                        "\", but the policy does not say how to read errors in this protocol");
        }
    }

    /// A number of bytes that limits nothing would be taken for a limit.
    void checkEmbeddedErrors()
    {
        for (const auto& [protocol, reading] : m_policy.reading) {
            for (std::size_t i = 0; i < reading.embedded.size(); ++i) {
                const EmbeddedError& embedded = reading.embedded[i];
                const bool hasTag =
                    std::any_of(embedded.bodyIs.begin(), embedded.bodyIs.end(), [](EmbeddedBody body) {
                        return body == EmbeddedBody::ErrorHead || body == EmbeddedBody::ErrorTail;
                    });
                const std::string path = "reading." + protocol + ".in200[" + std::to_string(i) + "].within";
                require(!embedded.within || hasTag, path, "limits only errorHead and errorTail");
            }
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

    void checkRequestBody()
    {
        if (m_policy.requestBody) {
            requireSource("requestBody", m_policy.requestBody->source);
        }
    }

    void checkTimeouts()
    {
        if (!m_policy.timeouts) {
            return;
        }
        requireSource("timeouts", m_policy.timeouts->source);
    }

    void checkErrorClasses()
    {
        if (!m_policy.errorClasses) {
            return;
        }
        requireSource("errorClasses", m_policy.errorClasses->source);
        require(!m_policy.errorClasses->responded.empty(), "errorClasses.responded", "must not be empty");
        require(!m_policy.errorClasses->unanswered.empty(), "errorClasses.unanswered", "must not be empty");
    }

    void checkRedirects()
    {
        if (!m_policy.redirects) {
            return;
        }
        requireSource("redirects", m_policy.redirects->source);
        checkStatuses("redirects.follows", m_policy.redirects->follows);
        checkStatuses("redirects.changesMethod", m_policy.redirects->changesMethod);
    }

    void checkMethods(const std::string& path, const std::vector<std::string>& methods)
    {
        for (const std::string& method : methods) {
            require(isToken(method), path,
                    "holds \"" + method + "\", which is not a method such as GET or POST");
        }
    }

    void checkSuccess(const std::string& path, const SuccessSpec& success)
    {
        require(!success.statusIn.empty(), path + ".statusIn",
                "must name at least one status, otherwise no call could succeed");
    }

    void checkRules(const std::string& path, const std::vector<Rule>& rules)
    {
        std::set<std::string> ids;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            checkRule(path + "[" + std::to_string(i) + "]", rules[i], rules);
            require(ids.insert(rules[i].id).second, path + "[" + std::to_string(i) + "].id",
                    "\"" + rules[i].id + "\" is used twice");
        }
        checkReach(path, rules);
    }

    /// The first match wins, so nothing is tried after a rule without conditions, or with wider ones.
    void checkReach(const std::string& path, const std::vector<Rule>& rules)
    {
        for (std::size_t i = 1; i < rules.size() && !m_policy.lastMatchWins; ++i) {
            const auto end = rules.begin() + static_cast<std::ptrdiff_t>(i);
            const std::string where = path + "[" + std::to_string(i) + "]";
            const auto always = std::find_if(rules.begin(), end, [&](const Rule& earlier) {
                return earlier.when == Condition{} && isTriedOnAll(earlier, rules[i]);
            });
            if (always != end) {
                require(false, where,
                        "is never tried, because rule \"" + always->id + "\" before it always matches");
                continue;
            }
            const Rule* wider = widerRuleBefore(rules, i);
            expect(wider == nullptr, where,
                   "never matches, because rule \"" + (wider == nullptr ? std::string() : wider->id) +
                       "\" before it already matches in all these cases");
        }
    }

    void checkRule(const std::string& path, const Rule& rule, const std::vector<Rule>& around)
    {
        const Condition& when = rule.when;
        require(!rule.id.empty(), path + ".id", "must not be empty");
        requireSource(path, rule.source);
        const std::optional<std::string> contradiction = contradictionIn(when);
        require(!contradiction, path + ".when", contradiction.value_or(std::string()));
        const std::optional<std::string> idleness = idlenessOf(when, !m_policy.hints.empty());
        expect(!idleness, path + ".when", idleness.value_or(std::string()));
        require(rule.scope != RuleScope::Successes || when.faultIn.empty(), path + ".when.faultIn",
                "must be empty in a rule for successes: a fault is not a success");
        require(rule.scope != RuleScope::Start || rule.kind == ErrorKind::NotReady ||
                    rule.kind == ErrorKind::None || rule.kind == ErrorKind::Permanent,
                path + ".kind",
                "must be \"notReady\" (started, poll from now on), \"none\" (done at once) or \"permanent\" "
                "in a rule for a start: the client does not retry a start");
        checkMethods(path + ".when.methodIn", when.methodIn);
        checkStatuses(path + ".when.statusIn", when.statusIn);
        checkHeaderValues(path + ".when.headerValues", when.headerValues);
        checkAfter(path + ".when.afterRules", when.afterRules, around);
        require(!rule.succeedsAtLimit || when.faultIn.empty(), path + ".succeedsAtLimit",
                "needs a response: a client never returns a fault as a success");
    }

    /// around: the rules among which it stands, those of a service or operation where it is one of theirs.
    void checkAfter(const std::string& path, const std::vector<std::string>& ids,
                    const std::vector<Rule>& around)
    {
        bool goesOn = ids.empty();
        for (const std::string& id : ids) {
            const auto isNamed = [&id](const Rule& rule) {
                return rule.id == id;
            };
            const auto own = std::find_if(around.begin(), around.end(), isNamed);
            const auto general = std::find_if(m_policy.rules.begin(), m_policy.rules.end(), isNamed);
            const bool exists = own != around.end() || general != m_policy.rules.end();
            require(exists, path, "names rule \"" + id + "\", which does not exist");
            goesOn = goesOn || !exists || !endsTheCall(own != around.end() ? own->kind : general->kind);
        }
        expect(goesOn, path, "names only rules that end the call, so no attempt can follow them");
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
    std::vector<PolicyProblem> m_remarks;
    std::vector<PolicyProblem> m_warnings;
};

} // namespace

std::vector<PolicyProblem> problemsOf(const Policy& policy)
{
    Checker checker(policy);
    checker.run();
    return checker.takeProblems();
}

const Rule* widerRuleBefore(const std::vector<Rule>& rules, std::size_t index)
{
    const auto end = rules.begin() + static_cast<std::ptrdiff_t>(index);
    // A mapping is made to decide before other rules.
    const auto wider = std::find_if(rules.begin(), end, [&](const Rule& earlier) {
        return isTriedOnAll(earlier, rules[index]) && !isMapping(earlier) &&
               covers(earlier.when, rules[index].when);
    });
    return wider == end ? nullptr : &*wider;
}

std::vector<PolicyProblem> remarksOn(const Policy& policy)
{
    Checker checker(policy);
    checker.run();
    return checker.takeRemarks();
}

std::vector<PolicyProblem> warningsOn(const Policy& policy)
{
    Checker checker(policy);
    checker.run();
    return checker.takeWarnings();
}

} // namespace retryscope
