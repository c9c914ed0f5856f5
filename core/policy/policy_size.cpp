// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/policy_size.h"

#include "core/policy/conditions.h"
#include "core/policy/policy_walk.h"

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

class SizeWalk;

template <typename T>
concept HasLists = requires(SizeWalk& walk, T& value)
{
    describe(walk, value);
};

/// Holds each list against its limit; those in rules count together.
class SizeWalk : public PolicyWalk<SizeWalk>
{
public:
    void run(Policy policy)
    {
        field("services", policy.services);
        field("operations", policy.operations);
        describeGeneral(*this, policy);
        limit("rules", m_rules, PolicyLimits::kRules, "rules, including those of services and operations");
        limit("rules", m_values, PolicyLimits::kValues, "values in the conditions of rules");
        limit("rules", m_texts, PolicyLimits::kTexts, "texts to look for in bodies and messages");
        limit("rules", m_longestText, PolicyLimits::kTextBytes, "bytes in a text to look for");
    }
    template <typename T>
    void field(const std::string& key, T& value)
    {
        if constexpr (HasLists<T>) {
            within(key, [&] { describe(*this, value); });
        }
    }
    template <typename T>
    void field(const std::string& key, std::optional<T>& value)
    {
        if (value) {
            field(key, *value);
        }
    }
    void field(const std::string&, std::vector<Rule>& rules) { addRules(rules); }
    template <typename T>
    void field(const std::string& key, std::vector<T>& values)
    {
        limit(joined(key), values.size(), PolicyLimits::kStatements, "entries");
        for (std::size_t index = 0; HasLists<T> && index < values.size(); ++index) {
            field(key + '[' + std::to_string(index) + ']', values[index]);
        }
    }
    template <typename T>
    void field(const std::string& key, std::map<std::string, T>& values)
    {
        limit(joined(key), values.size(), PolicyLimits::kOverrides, "entries");
        for (auto& [name, value] : values) {
            field(key + '.' + name, value);
        }
    }
    void field(const std::string& key, ServiceOverride& change)
    {
        field(key + ".attempts", change.attempts);
        field(key + ".backoff", change.backoff);
        field(key + ".quota", change.quota);
        addRules(change.rules);
        m_values += change.replaces.size() + (change.success ? change.success->statusIn.size() : 0);
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

    std::size_t m_rules = 0;
    std::size_t m_values = 0;
    std::size_t m_texts = 0;
    std::size_t m_longestText = 0;
    std::optional<PolicyProblem> m_problem;
};

} // namespace

std::optional<PolicyProblem> sizeProblemOf(const Policy& policy)
{
    SizeWalk walk;
    walk.run(policy);
    return walk.problem();
}

} // namespace retryscope
