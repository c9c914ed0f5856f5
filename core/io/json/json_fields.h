// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/instant.h"
#include "core/io/json/json_cursor.h"
#include "core/io/json/json_description.h"
#include "core/io/json/json_writer.h"
#include "core/io/text/utf8.h"
#include "core/policy/resolve.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace retryscope::io {

// A struct is described once, as `describe(fields, value)`, which calls fields("name", value.member) for each
// member. FieldWriter and FieldReader are the two kinds of `fields`, so writing and reading cannot disagree.
// Unlike policy files (json_description.h), records are complete: every member is written, and unknown ones,
// which a later version may have added, are passed over.

[[nodiscard]] inline QJsonValue millisecondsToJson(Duration duration)
{
    return toMilliseconds(duration);
}
[[nodiscard]] Duration millisecondsFromJson(const JsonCursor& cursor);
/// Reads a seed, written as text because it can exceed the exact range of JSON readers. Also accepts a
/// number.
[[nodiscard]] std::uint64_t seedFromJson(const JsonCursor& cursor);
/// Where bytes that are not UTF-8 are written exactly, as `keyBase64`: beside `key`, which people can read,
/// or in its place.
enum class Exact { Beside, Alone };
/// Writes the text as `key`; bytes that are not UTF-8 also as `keyBase64`.
void writeText(JsonWriter& writer, std::string_view key, std::string_view text, Exact exact = Exact::Beside);
[[nodiscard]] std::string readText(const JsonCursor& object, std::string_view key);
/// Writes [["name", "value"], …] as `key`; lists with bytes that are not UTF-8 also as `keyBase64`.
void writeHeaders(JsonWriter& writer, std::string_view key, const Headers& headers,
                  Exact exact = Exact::Beside);
[[nodiscard]] Headers readHeaders(const JsonCursor& object, std::string_view key);

template <typename T>
struct IsOptional : std::false_type
{
};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type
{
};
template <>
struct IsOptional<OptionalDuration> : std::true_type
{
};

template <typename T>
struct IsVector : std::false_type
{
};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type
{
};

/// Members of a struct -> members of the JSON object that is open.
class FieldWriter
{
public:
    /// Which members: all, or those that are not empty, zero or as assumed() says, without computed() ones.
    enum class Members { All, Told };

    FieldWriter(JsonWriter& writer, const ResolvedPolicy& policy, Members members = Members::All)
        : m_writer(writer), m_policy(policy), m_members(members)
    {
    }

    template <typename T>
    void operator()(std::string_view key, const T& value)
    {
        if (m_members == Members::All || !isNothing(value)) {
            put(key, value);
        }
    }
    template <typename T>
    void operator()(std::string_view key, const Shared<T>& value)
    {
        (*this)(key, *value);
    }
    /// A whole number; read within bounds.
    template <typename T>
    void number(std::string_view key, const T& value, qint64, qint64)
    {
        (*this)(key, value);
    }
    template <typename T>
    void number(std::string_view key, const T& value, qint64, qint64, const T& usual)
    {
        assumed(usual, key, value);
    }
    template <typename T>
    void required(std::string_view key, const T& value)
    {
        (*this)(key, value);
    }
    /// A flag, text or list: writes the member only if there is something in it.
    template <typename T>
    void rare(std::string_view key, const T& value)
    {
        if (!isNothing(value)) {
            (*this)(key, value);
        }
    }
    /// null where the value is not known.
    template <typename T>
    void known(bool isKnown, std::string_view key, const T& value)
    {
        isKnown ? (*this)(key, value) : (*this)(key, std::optional<int>());
    }
    template <typename T>
    void knownNumber(bool isKnown, std::string_view key, const T& value, qint64, qint64)
    {
        known(isKnown, key, value);
    }
    /// A list of which a reader takes the first `most` items.
    template <typename T>
    void firstOf(std::size_t /*most*/, std::string_view key, const std::vector<T>& values)
    {
        (*this)(key, values);
    }
    /// A member that a reader takes for `assumed` when it is missing.
    template <typename T>
    void assumed(const T& assumed, std::string_view key, const T& value)
    {
        if (m_members == Members::All || value != assumed) {
            put(key, value);
        }
    }
    /// A member that follows from the others; a reader computes it.
    template <typename T>
    void computed(std::string_view key, const T& value)
    {
        if (m_members == Members::All) {
            (*this)(key, value);
        }
    }
    /// null instead of an empty text.
    void textOrNull(std::string_view key, const std::string& value)
    {
        value.empty() ? (*this)(key, std::optional<std::string>()) : (*this)(key, value);
    }
    /// A rule by its id, and by its index for readers with the same policy.
    void rule(int index);

    /// The value as a nested object.
    template <typename Struct>
    void object(const Struct& value)
    {
        m_writer.beginObject();
        members(value);
        m_writer.endObject();
    }
    /// The value's members in the current object.
    template <typename Struct>
    void members(const Struct& value)
    {
        // Descriptions serve reading too, hence take what can be changed; writing changes nothing.
        describe(*this, const_cast<Struct&>(value));
    }

private:
    template <typename T>
    void put(std::string_view key, const T& value)
    {
        const Exact exact = m_members == Members::All ? Exact::Beside : Exact::Alone;
        if constexpr (std::is_same_v<T, std::string>) {
            writeText(m_writer, key, value, exact);
        } else if constexpr (std::is_same_v<T, Headers>) {
            writeHeaders(m_writer, key, value, exact);
        } else {
            m_writer.key(key);
            write(value);
        }
    }

    template <typename T>
    static bool isNothing(const T& value)
    {
        if constexpr (IsOptional<T>::value) {
            return !value.has_value();
        } else if constexpr (std::is_same_v<T, std::string> || IsVector<T>::value) {
            return value.empty();
        } else if constexpr (std::is_same_v<T, Headers>) {
            return value.entries.empty();
        } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, Duration>) {
            return value == T{};
        } else {
            return false;
        }
    }

    template <typename T>
    void write(const T& value)
    {
        if constexpr (IsOptional<T>::value) {
            value ? write(*value) : m_writer.null();
        } else if constexpr (IsVector<T>::value) {
            m_writer.beginArray();
            for (const auto& element : value) {
                write(element);
            }
            m_writer.endArray();
        } else if constexpr (std::is_same_v<T, Duration>) {
            m_writer.number(toMilliseconds(value));
        } else if constexpr (std::is_same_v<T, Instant>) {
            write(value.time_since_epoch());
        } else if constexpr (std::is_same_v<T, std::string>) {
            m_writer.text(value);
        } else if constexpr (std::is_enum_v<T>) {
            m_writer.text(wordOf(value));
        } else if constexpr (std::is_same_v<T, bool>) {
            m_writer.boolean(value);
        } else if constexpr (std::is_integral_v<T>) {
            m_writer.integer(value);
        } else if constexpr (std::is_floating_point_v<T>) {
            m_writer.number(value);
        } else {
            object(value);
        }
    }

    JsonWriter& m_writer;
    const ResolvedPolicy& m_policy;
    Members m_members;
};

/// The enumerator for this word; else sets a problem and returns the first enumerator.
template <WordedEnum Enum>
Enum readWord(const JsonCursor& cursor, const char* orElse = "one of ")
{
    if (const std::optional<Enum> known = fromWord<Enum>(cursor.text())) {
        return *known;
    }
    QStringList words;
    for (const auto& [value, word] : EnumWords<Enum>::kWords) {
        words.append(QLatin1String(word));
    }
    cursor.complain(QLatin1String(orElse) + words.join(QStringLiteral(", ")));
    return EnumWords<Enum>::kWords.front().first;
}

/// What a reader knows about the rules in findings. A record has its policy after its calls.
struct RuleBook
{
    const std::vector<Rule>* rules = nullptr; ///< nullptr: not known yet, every number is taken
    int highest = -1;                         ///< number that was taken
    bool isIncomplete = false; ///< a rule was given by its name alone, which cannot be looked up yet

    /// True if reading with these rules gives the same result as without them.
    [[nodiscard]] bool fits(const std::vector<Rule>& known) const
    {
        return !isIncomplete && highest < static_cast<int>(known.size());
    }
};

/// Members of a JSON object -> members of a struct. A missing member keeps the struct's value.
class FieldReader
{
public:
    FieldReader(const JsonCursor& object, RuleBook& rules) : m_object(object), m_rules(rules) {}

    template <typename T>
    void operator()(std::string_view key, T& value) const
    {
        if constexpr (std::is_same_v<T, std::string>) {
            value = readText(m_object, key);
        } else if constexpr (std::is_same_v<T, Headers>) {
            value = readHeaders(m_object, key);
        } else if (const JsonCursor member = m_object.at(key); member.isPresent()) {
            read(member, value);
        }
    }
    template <typename T>
    void operator()(std::string_view key, Shared<T>& value) const
    {
        T read;
        (*this)(key, read);
        value = std::move(read);
    }
    template <typename T>
    void number(std::string_view key, T& value, qint64 lowest, qint64 highest) const
    {
        if constexpr (!IsOptional<T>::value) {
            value = static_cast<T>(m_object.at(key).integer(lowest, highest, value));
        } else if (const JsonCursor member = m_object.at(key); member.isPresent()) {
            value = static_cast<typename T::value_type>(member.integer(lowest, highest));
        }
    }
    template <typename T>
    void number(std::string_view key, T& value, qint64 lowest, qint64 highest, const T& /*usual*/) const
    {
        number(key, value, lowest, highest);
    }
    template <typename T>
    void required(std::string_view key, T& value) const
    {
        read(m_object.required(key), value);
    }
    template <typename T>
    void rare(std::string_view key, T& value) const
    {
        (*this)(key, value);
    }
    template <typename T>
    void known(bool /*isKnown*/, std::string_view key, T& value) const
    {
        (*this)(key, value);
    }
    template <typename T>
    void knownNumber(bool /*isKnown*/, std::string_view key, T& value, qint64 lowest, qint64 highest) const
    {
        number(key, value, lowest, highest);
    }
    template <typename T>
    void firstOf(std::size_t most, std::string_view key, std::vector<T>& values) const
    {
        for (const JsonCursor& item : m_object.at(key).items()) {
            if (values.size() == most || item.hasProblem()) {
                return;
            }
            read(item, values.emplace_back());
        }
    }
    /// Keeps the struct's value, which is `assumed` or better known, where the member is missing.
    template <typename T>
    void assumed(const T& /*assumed*/, std::string_view key, T& value) const
    {
        if (m_object.at(key).isPresent()) {
            (*this)(key, value);
        }
    }
    template <typename T>
    void computed(std::string_view /*key*/, const T& /*value*/) const
    {
    }
    void textOrNull(std::string_view key, std::string& value) const { value = readText(m_object, key); }
    void rule(int& index) const;

private:
    template <typename T>
    void read(const JsonCursor& member, T& value) const
    {
        if constexpr (IsOptional<T>::value) {
            value.emplace();
            read(member, *value);
        } else if constexpr (IsVector<T>::value) {
            for (const JsonCursor& item : member.items()) {
                if (member.hasProblem()) {
                    return;
                }
                read(item, value.emplace_back());
            }
        } else if constexpr (std::is_same_v<T, Duration>) {
            value = millisecondsFromJson(member);
        } else if constexpr (std::is_same_v<T, Instant>) {
            value = Instant(millisecondsFromJson(member));
        } else if constexpr (std::is_same_v<T, std::string>) {
            value = member.text();
        } else if constexpr (std::is_enum_v<T>) {
            value = readWord<T>(member);
        } else if constexpr (std::is_same_v<T, bool>) {
            value = member.boolean();
        } else if constexpr (std::is_floating_point_v<T>) {
            value = member.number();
        } else if constexpr (std::is_integral_v<T>) {
            value =
                static_cast<T>(member.integer(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
        } else {
            FieldReader reader(member, m_rules);
            describe(reader, value);
        }
    }

    const JsonCursor& m_object;
    RuleBook& m_rules;
};

} // namespace retryscope::io
