// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/policy_size.h"

#include "core/policy/conditions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace retryscope {

namespace {

template <typename T>
std::size_t valuesIn(const T&)
{
    return 1;
}
std::size_t valuesIn(const HeaderValue& value)
{
    return 1 + value.textIn.size() + value.prefixIn.size();
}
template <typename T>
std::size_t valuesIn(const std::vector<T>& values)
{
    std::size_t count = 0;
    for (const T& value : values) {
        count += valuesIn(value);
    }
    return count;
}
template <typename T>
std::size_t valuesIn(const std::optional<T>&)
{
    return 0; // as few as the policy has rules
}
std::size_t valuesIn(const std::optional<ValueAt>& value)
{
    return value ? value->textIn.size() : 0;
}

/// What stands in a policy as often as its author likes.
class Count
{
public:
    explicit Count(const Policy& policy)
    {
        addRules(policy.rules);
        addBackoff("backoff", policy.backoff);
        for (const auto& [name, change] : policy.services) {
            addOverride("services." + name, change);
        }
        for (const auto& [name, change] : policy.operations) {
            addOverride("operations." + name, change);
        }
        limit("rules", m_rules, PolicyLimits::kRules, "rules, including those of services and operations");
        limit("rules", m_values, PolicyLimits::kValues, "values in the conditions of rules");
        limit("rules", m_texts, PolicyLimits::kTexts, "texts to look for in bodies and messages");
        limit("rules", m_longestText, PolicyLimits::kTextBytes, "bytes in a text to look for");
        limit("services", policy.services.size(), PolicyLimits::kOverrides, "services");
        limit("operations", policy.operations.size(), PolicyLimits::kOverrides, "operations");
        limit("protocols", policy.protocols.size(), PolicyLimits::kOverrides, "services");
        limit("success.statusIn", policy.success.statusIn.size(), PolicyLimits::kStatements, "statuses");
        limit("reading", policy.reading.size(), PolicyLimits::kStatements, "protocols");
        for (const auto& [protocol, reading] : policy.reading) {
            const std::size_t places =
                reading.places.size() + reading.messagePlaces.size() + reading.verbatim.size();
            limit("reading." + protocol, places, PolicyLimits::kStatements, "places");
        }
        limit("hints", policy.hints.size(), PolicyLimits::kStatements, "hints");
        for (const HintSpec& hint : policy.hints) {
            limit("hints", hint.statusIn.size(), PolicyLimits::kStatements, "statuses of one hint");
        }
        limit("attemptHeaders", policy.attemptHeaders.size(), PolicyLimits::kStatements, "headers");
        limit("emulates", policy.emulates.size(), PolicyLimits::kStatements, "clients");
        limit("userAgents", policy.userAgents.size(), PolicyLimits::kStatements, "user agents");
        limit("notes", policy.notes.size(), PolicyLimits::kStatements, "notes");
    }
    [[nodiscard]] const std::optional<PolicyProblem>& problem() const { return m_problem; }

private:
    void limit(const std::string& path, std::size_t count, std::size_t most, const std::string& what)
    {
        if (count > most && !m_problem) {
            m_problem = {path, "has " + std::to_string(count) + " " + what + "; the limit is " +
                                   std::to_string(most)};
        }
    }
    void addRules(const std::vector<Rule>& rules)
    {
        m_rules += rules.size();
        for (const Rule& rule : rules) {
            anyCondition([&](const auto& row) {
                add(row, rule.when.*row.member);
                return false;
            });
        }
    }
    template <typename Value>
    void add(const ConditionRow<Value>& row, const Value& value)
    {
        if (!row.isSearchText) {
            m_values += valuesIn(value);
            return;
        }
        if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
            m_texts += value.size();
            for (const std::string& text : value) {
                m_longestText = std::max(m_longestText, text.size());
            }
        }
    }
    void addBackoff(const std::string& path, const BackoffSpec& backoff)
    {
        limit(path + ".delays", backoff.delays.size(), PolicyLimits::kDelays, "delays");
    }
    void addOverride(const std::string& path, const ServiceOverride& change)
    {
        addRules(change.rules);
        m_values += change.replaces.size();
        if (change.backoff) {
            addBackoff(path + ".backoff", *change.backoff);
        }
        if (change.success) {
            m_values += change.success->statusIn.size();
        }
    }

    std::size_t m_rules = 0;
    std::size_t m_values = 0;
    std::size_t m_texts = 0;
    std::size_t m_longestText = 0;
    std::optional<PolicyProblem> m_problem;
};

} // namespace

std::optional<PolicyProblem> sizeProblemOf(const Policy& policy)
{
    return Count(policy).problem();
}

} // namespace retryscope
