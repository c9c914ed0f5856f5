// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/members.h"

#include "core/policy/policy_walk.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace retryscope {

namespace {

class MemberWalk;

template <typename T>
concept Struct = requires(MemberWalk& walk, T& value)
{
    describe(walk, value);
};

std::string textOf(const std::string& value)
{
    return value;
}

std::string textOf(bool value)
{
    return value ? "true" : "false";
}

std::string textOf(int value)
{
    return std::to_string(value);
}

std::string textOf(double value)
{
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), written.ptr};
}

/// `100ms`, `1.5s`
std::string textOf(Duration value)
{
    constexpr double kSecond = 1000; // milliseconds
    const double milliseconds = toMilliseconds(value);
    return milliseconds >= kSecond || milliseconds <= -kSecond || milliseconds == 0
               ? textOf(milliseconds / kSecond) + "s"
               : textOf(milliseconds) + "ms";
}

std::string textOf(const StatusRange& value)
{
    return value.from == value.to ? std::to_string(value.from)
                                  : std::to_string(value.from) + "-" + std::to_string(value.to);
}

std::string textOf(const NamePlace& value)
{
    return placeWords(value);
}

template <WordedEnum Enum>
std::string textOf(Enum value)
{
    return std::string(wordOf(value));
}

/// What tells an entry from the others of its list; empty: only its place.
template <typename T>
std::string keyOf(const T& value)
{
    if constexpr (requires { value.id; }) {
        return value.id;
    } else if constexpr (requires { value.header; }) {
        return value.header;
    } else if constexpr (requires { value.name; }) {
        return value.name;
    } else if constexpr (requires { value.client; }) {
        return value.client;
    } else {
        return {};
    }
}

/// Members that people read: what the client is called, and where a value comes from.
bool isText(std::string_view key)
{
    constexpr std::array<std::string_view, 20> kTexts{
        "format", "id",     "title",    "shortName", "version",        "family",       "mode",
        "source", "client", "document", "ecosystem", "emulates",       "userAgents",   "notes",
        "text",   "advice", "evidence", "meaning",   "conflictsAbout", "assumedAbout",
    };
    return std::ranges::find(kTexts, key) != kTexts.end();
}

/// Lists what it is shown.
class MemberWalk : public PolicyWalk<MemberWalk>
{
public:
    template <typename T>
    void field(const char* key, const T& value)
    {
        const std::string before = std::exchange(m_path, joined(key));
        const bool wasText = std::exchange(m_isText, m_isText || isText(key));
        put(value);
        m_path = before;
        m_isText = wasText;
    }
    /// The members of a struct, by themselves.
    template <typename T>
    static std::vector<Member> of(const T& value)
    {
        MemberWalk walk;
        T copy = value;
        describe(walk, copy);
        return walk.take();
    }

    std::vector<Member> take() { return std::move(m_members); }

    /// A group of a service or operation, beside the general one.
    template <typename T>
    void changed(const char* key, const std::optional<T>& value, const T& general)
    {
        if (value) {
            within(key, [&] { putBeside(of(*value), of(general)); });
        }
    }

    /// usual: the members where nobody sets them.
    void putBeside(std::vector<Member> members, const std::vector<Member>& usual)
    {
        std::map<std::string_view, std::string_view> values;
        for (const Member& member : usual) {
            values.emplace(member.path, member.value);
        }
        for (Member& member : members) {
            const auto known = values.find(member.path);
            const bool isUsual = known == values.end() ? member.isUsual || member.value.empty()
                                                       : known->second == member.value;
            m_members.push_back(
                {joined(member.path), std::move(member.value), isUsual, m_isText || member.isText});
        }
    }

private:
    /// Some members are described twice: once as required, once as a list that is not empty.
    void add(std::string value)
    {
        if (m_members.empty() || m_members.back().path != m_path) {
            m_members.push_back({m_path, std::move(value), false, m_isText});
        }
    }

    template <typename T>
    void put(const T& value)
    {
        if constexpr (Struct<T>) {
            putBeside(of(value), of(T{}));
        } else {
            add(textOf(value));
        }
    }
    template <typename T>
    void put(const std::optional<T>& value)
    {
        if (value) {
            put(*value);
        } else if constexpr (!Struct<T>) {
            add({});
        }
    }
    template <typename T>
    void put(const std::vector<T>& values)
    {
        if constexpr (Struct<T>) {
            std::map<std::string, int> seen;
            for (std::size_t index = 0; index < values.size(); ++index) {
                const std::string key = keyOf(values[index]);
                const int number = ++seen[key];
                field((key.empty()  ? std::to_string(index + 1)
                       : number > 1 ? key + '#' + std::to_string(number)
                                    : key)
                          .c_str(),
                      values[index]);
            }
        } else {
            std::string text;
            for (const T& value : values) {
                text += (text.empty() ? "" : ", ") + textOf(value);
            }
            add(std::move(text));
        }
    }
    template <typename T>
    void put(const std::map<std::string, T>& values)
    {
        for (const auto& [key, value] : values) {
            field(key.c_str(), value);
        }
    }

    std::vector<Member> m_members;
    bool m_isText = false;
};

std::vector<Member> generalMembers(const Policy& policy)
{
    MemberWalk walk;
    Policy copy = policy;
    describeGeneral(walk, copy);
    return walk.take();
}

void addOverrides(MemberWalk& walk, const char* key, const Policy& policy,
                  const std::map<std::string, ServiceOverride>& overrides)
{
    for (const auto& [name, change] : overrides) {
        walk.within(std::string(key) + '.' + name, [&walk, &policy, &change = change] {
            walk.changed("attempts", change.attempts, policy.attempts);
            walk.changed("backoff", change.backoff, policy.backoff);
            walk.changed("quota", change.quota, policy.quota.value_or(QuotaSpec{}));
            walk.changed("success", change.success, policy.success);
            walk.field("rules", change.rules);
            walk.field("replaces", change.replaces);
        });
    }
}

} // namespace

std::vector<Member> membersOf(const Policy& policy)
{
    MemberWalk walk;
    walk.putBeside(generalMembers(policy), generalMembers({}));
    addOverrides(walk, "services", policy, policy.services);
    addOverrides(walk, "operations", policy, policy.operations);
    return walk.take();
}

std::vector<Member> membersOf(const Rule& rule)
{
    MemberWalk walk;
    walk.putBeside(MemberWalk::of(rule), MemberWalk::of(Rule{}));
    return walk.take();
}

std::vector<MemberDifference> differencesOf(const std::vector<Member>& here, const std::vector<Member>& there)
{
    std::map<std::string_view, const Member*> others;
    for (const Member& member : there) {
        others.emplace(member.path, &member);
    }
    std::vector<MemberDifference> differences;
    std::set<std::string_view> known;
    for (const Member& member : here) {
        known.insert(member.path);
        const auto other = others.find(member.path);
        const std::string value = other == others.end() ? std::string() : other->second->value;
        const bool isNothing = // of a group that the other lacks
            other == others.end() && (member.isUsual || member.value.empty());
        if (!member.isText && !isNothing && member.value != value) {
            differences.push_back({member.path, member.value, value});
        }
    }
    for (const Member& member : there) {
        if (!member.isText && !member.isUsual && !member.value.empty() && !known.contains(member.path)) {
            differences.push_back({member.path, {}, member.value});
        }
    }
    return differences;
}

} // namespace retryscope
