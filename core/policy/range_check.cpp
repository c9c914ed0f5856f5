// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/range_check.h"

#include "core/policy/policy_walk.h"

#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace retryscope {

namespace {

class RangeWalk;

template <typename T>
concept HasRanges = requires(RangeWalk& walk, T& value)
{
    describe(walk, value);
};

/// Gives each number the range that follows it.
class RangeWalk : public PolicyWalk<RangeWalk>
{
public:
    template <typename T>
    void field(const char* key, T& value)
    {
        m_numbers.clear();
        put(key, value);
    }
    template <typename T>
    void kind(const char* key, T& value)
    {
        put(key, value);
    }
    /// Of the member that was described last, and of each of its entries and kinds.
    void range(const MemberRange& range)
    {
        for (RangedNumber& number : m_numbers) {
            number.path = joined(number.path);
            number.range = range;
            m_ranged.push_back(std::move(number));
        }
        m_numbers.clear();
    }

    std::vector<RangedNumber> take() { return std::move(m_ranged); }

private:
    template <typename T>
    void put(const std::string& key, T& value)
    {
        if constexpr (HasRanges<T>) {
            within(key, [&] { describe(*this, value); });
            m_numbers.clear();
        } else if constexpr (std::same_as<T, int>) {
            m_numbers.push_back({key, static_cast<double>(value), RangedNumber::Sort::Whole, {}});
        } else if constexpr (std::same_as<T, double>) {
            m_numbers.push_back({key, value, RangedNumber::Sort::Fraction, {}});
        } else if constexpr (std::same_as<T, Duration>) {
            m_numbers.push_back({key, toMilliseconds(value), RangedNumber::Sort::Time, {}});
        }
    }
    template <typename T>
    void put(const std::string& key, std::optional<T>& value)
    {
        if (value) {
            put(key, *value);
        }
    }
    template <typename T>
    void put(const std::string& key, std::vector<T>& values)
    {
        for (std::size_t index = 0; index < values.size(); ++index) {
            put(HasRanges<T> ? key + '[' + std::to_string(index) + ']' : key, values[index]);
        }
    }
    template <typename T>
    void put(const std::string& key, std::map<std::string, T>& values)
    {
        for (auto& [name, value] : values) {
            put(key + '.' + name, value);
        }
    }

    std::vector<RangedNumber> m_numbers; ///< of the member that was described last
    std::vector<RangedNumber> m_ranged;
};

void checkOverrides(RangeWalk& walk, const char* key, std::map<std::string, ServiceOverride>& overrides)
{
    for (auto& [name, change] : overrides) {
        walk.within(std::string(key) + '.' + name, [&walk, &change = change] {
            walk.field("attempts", change.attempts);
            walk.field("backoff", change.backoff);
            walk.field("quota", change.quota);
            walk.field("rules", change.rules);
        });
    }
}

} // namespace

std::string MemberRange::text() const
{
    const auto shown = [](double number) {
        return std::to_string(static_cast<long>(number));
    };
    const std::string must = most           ? "must be from " + shown(least) + " to " + shown(*most)
                             : isAbove      ? "must be above " + shown(least)
                             : least == 0.0 ? std::string("must not be negative")
                                            : "must be at least " + shown(least);
    return *why == '\0' ? must : must + ", " + why;
}

std::vector<RangedNumber> rangedNumbersOf(Policy policy)
{
    RangeWalk walk;
    describeGeneral(walk, policy);
    checkOverrides(walk, "services", policy.services);
    checkOverrides(walk, "operations", policy.operations);
    return walk.take();
}

std::vector<PolicyProblem> rangeProblemsOf(Policy policy)
{
    std::vector<PolicyProblem> problems;
    for (RangedNumber& number : rangedNumbersOf(std::move(policy))) {
        if (!number.range.contains(number.number)) {
            problems.push_back({std::move(number.path), number.range.text()});
        }
    }
    return problems;
}

} // namespace retryscope
