// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/enum_words.h"
#include "core/facts/instant.h"
#include "core/io/json/json_builder.h"
#include "core/io/json/json_cursor.h"
#include "core/io/json/json_units.h"
#include "core/io/json/json_writer.h"
#include "core/io/text/utf8.h"
#include "core/policy/resolve.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// A struct is described once: `describe(fields, value)` calls fields.field("name", value.member) for each
/// member. FieldReader and FieldWriter are two kinds of `fields`, so what is written can be read.
namespace retryscope::io {

enum class Form {
    Record, ///< what programs write: times in milliseconds, bytes exactly; other members are passed over
    Told,   ///< the same without members that are empty, zero, usual or computed
    Edited, ///< what people write: times with a unit, no empty texts and lists; other members are an error
};

/// How the message about a member that does not exist begins.
inline constexpr QLatin1String kUnknownKey{"unknown key"};

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
/// Writes [["name", "value"], …] as `key`; lists with bytes that are not UTF-8 also as `keyBase64`.
void writeHeaders(JsonWriter& writer, std::string_view key, const Headers& headers,
                  Exact exact = Exact::Beside);
/// Both return the fallback where `key` and `keyBase64` are missing.
[[nodiscard]] std::string readText(const JsonCursor& object, std::string_view key, std::string fallback = {});
[[nodiscard]] Headers readHeaders(const JsonCursor& object, std::string_view key, Headers fallback = {});

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

template <typename T>
struct IsMap : std::false_type
{
};
template <typename T>
struct IsMap<std::map<std::string, T>> : std::true_type
{
};

/// Members of a struct -> members of the JSON object that is open in the sink: a JsonWriter or a JsonBuilder.
template <typename Sink>
class FieldWriter
{
public:
    /// policy: of the rules in findings; nullptr for values without any.
    FieldWriter(Sink& sink, Form form, const ResolvedPolicy* policy = nullptr)
        : m_sink(sink), m_form(form), m_policy(policy)
    {
    }
    explicit FieldWriter(Sink& sink) : FieldWriter(sink, Form::Record) {}
    FieldWriter(Sink& sink, const ResolvedPolicy& policy) : FieldWriter(sink, Form::Record, &policy) {}

    template <typename T>
    void field(std::string_view key, const T& value)
    {
        const bool isLeftOut =
            (m_form == Form::Told && isNothing(value)) || (m_form == Form::Edited && isBlank(value));
        if (!isLeftOut) {
            put(key, value);
            if constexpr (std::is_same_v<Sink, JsonBuilder>) {
                m_sink.dropIfBlank();
            }
        }
    }
    template <typename T>
    void field(std::string_view key, const Shared<T>& value)
    {
        field(key, *value);
    }
    template <typename T>
    void required(std::string_view key, const T& value)
    {
        put(key, value);
    }
    /// A member that a reader takes for `usual` when it is missing.
    template <typename T>
    void unless(const T& usual, std::string_view key, const T& value)
    {
        if (m_form == Form::Record || value != usual) {
            put(key, value);
        }
    }
    /// A list that is not empty where it stands.
    template <typename T>
    void filled(std::string_view key, const std::vector<T>& values)
    {
        field(key, values);
    }
    /// A member with a fixed text.
    template <typename Expected>
    void constant(std::string_view key, const char* text, const Expected& /*expected*/)
    {
        put(key, std::string(text));
    }
    /// One value for all kinds, or an object with a `default` and values for some kinds.
    template <typename T, typename Kind>
    void byKind(std::string_view key, const T& general, const std::map<Kind, T>& special)
    {
        if (special.empty()) {
            put(key, general);
            return;
        }
        m_sink.key(key);
        m_sink.beginObject();
        put("default", general);
        for (const auto& [kind, value] : special) {
            put(wordOf(kind), value);
        }
        m_sink.endObject();
    }
    /// The numbers that the member before it may have: checked when the whole is there.
    template <typename Range>
    void range(const Range&) const
    {
    }
    /// A whole number; read within bounds.
    template <typename T>
    void number(std::string_view key, const T& value, qint64, qint64)
    {
        field(key, value);
    }
    template <typename T>
    void number(std::string_view key, const T& value, qint64, qint64, const T& usual)
    {
        unless(usual, key, value);
    }
    /// A flag, text or list: writes the member only if there is something in it.
    template <typename T>
    void rare(std::string_view key, const T& value)
    {
        if (!isNothing(value)) {
            field(key, value);
        }
    }
    /// null where the value is not known.
    template <typename T>
    void known(bool isKnown, std::string_view key, const T& value)
    {
        isKnown ? field(key, value) : field(key, std::optional<int>());
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
        field(key, values);
    }
    /// A member that follows from the others; a reader computes it.
    template <typename T>
    void computed(std::string_view key, const T& value)
    {
        if (m_form == Form::Record) {
            put(key, value);
        }
    }
    /// null instead of an empty text.
    void textOrNull(std::string_view key, const std::string& value)
    {
        value.empty() ? field(key, std::optional<std::string>()) : field(key, value);
    }
    /// A rule by its id, and by its index for readers with the same policy.
    void rule(int index)
    {
        const int count = m_policy != nullptr ? static_cast<int>(m_policy->policy.rules.size()) : 0;
        const bool isKnown = index >= 0 && index < count;
        m_sink.key("rule");
        isKnown ? m_sink.text(m_policy->policy.rules[static_cast<std::size_t>(index)].id) : m_sink.null();
        m_sink.key("ruleIndex");
        isKnown ? m_sink.integer(index) : m_sink.null();
    }
    /// A value that is JSON already.
    void json(std::string_view key, const QJsonValue& value)
    {
        m_sink.key(key);
        m_sink.value(value);
    }

    /// The value's members in the current object.
    template <typename Struct>
    void members(const Struct& value)
    {
        // Descriptions serve reading too, hence take what can be changed, and may change it.
        if constexpr (std::is_same_v<Sink, JsonBuilder>) {
            Struct copy = value;
            describe(*this, copy);
        } else {
            describe(*this, const_cast<Struct&>(value));
        }
    }
    template <typename T>
    void write(const T& value)
    {
        if constexpr (IsOptional<T>::value) {
            value ? write(*value) : m_sink.null();
        } else if constexpr (IsVector<T>::value) {
            m_sink.beginArray();
            for (const auto& element : value) {
                write(element);
            }
            m_sink.endArray();
        } else if constexpr (IsMap<T>::value) {
            m_sink.beginObject();
            for (const auto& [key, element] : value) {
                put(key, element);
            }
            m_sink.endObject();
        } else if constexpr (std::is_same_v<T, Duration>) {
            m_form == Form::Edited ? m_sink.value(durationToText(value))
                                   : m_sink.number(toMilliseconds(value));
        } else if constexpr (std::is_same_v<T, Instant>) {
            write(value.time_since_epoch());
        } else if constexpr (std::is_same_v<T, StatusRange>) {
            value.from == value.to ? m_sink.integer(value.from) : m_sink.value(statusRangeToText(value));
        } else if constexpr (std::is_same_v<T, NamePlace>) {
            m_sink.value(namePlaceToText(value));
        } else if constexpr (std::is_same_v<T, std::string>) {
            m_sink.text(value);
        } else if constexpr (std::is_enum_v<T>) {
            m_sink.text(wordOf(value));
        } else if constexpr (std::is_same_v<T, bool>) {
            m_sink.boolean(value);
        } else if constexpr (std::is_integral_v<T>) {
            m_sink.integer(value);
        } else if constexpr (std::is_floating_point_v<T>) {
            m_sink.number(value);
        } else {
            m_sink.beginObject();
            members(value);
            m_sink.endObject();
        }
    }

private:
    template <typename T>
    void put(std::string_view key, const T& value)
    {
        if constexpr (std::is_same_v<T, Headers> ||
                      (std::is_same_v<T, std::string> && std::is_same_v<Sink, JsonWriter>)) {
            const Exact exact = m_form == Form::Record ? Exact::Beside : Exact::Alone;
            if constexpr (std::is_same_v<T, Headers>) {
                writeHeaders(m_sink, key, value, exact);
            } else {
                writeText(m_sink, key, value, exact);
            }
        } else {
            m_sink.key(key);
            write(value);
        }
    }

    template <typename T>
    static bool isBlank(const T& value)
    {
        if constexpr (IsOptional<T>::value) {
            return !value.has_value();
        } else if constexpr (std::is_same_v<T, std::string> || IsVector<T>::value || IsMap<T>::value) {
            return value.empty();
        } else if constexpr (std::is_same_v<T, Headers>) {
            return value.entries.empty();
        } else {
            return false;
        }
    }
    template <typename T>
    static bool isNothing(const T& value)
    {
        if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, Duration>) {
            return value == T{};
        } else {
            return isBlank(value);
        }
    }

    Sink& m_sink;
    Form m_form;
    const ResolvedPolicy* m_policy;
};

/// The enumerator for this word; else sets a problem and returns the first enumerator.
template <WordedEnum Enum>
Enum readWord(const JsonCursor& cursor, const char* orElse = "one of ")
{
    if (cursor.is(JsonTree::Type::String)) {
        if (const std::optional<Enum> known = fromWord<Enum>(cursor.text())) {
            return *known;
        }
    }
    QStringList words;
    for (const auto& [value, word] : EnumWords<Enum>::kWords) {
        words.append(QLatin1Char('"') + QLatin1String(word) + QLatin1Char('"'));
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
    /// rules: of findings; nullptr for values without any.
    FieldReader(const JsonCursor& object, Form form, RuleBook* rules = nullptr)
        : m_object(object), m_form(form), m_rules(rules)
    {
    }
    explicit FieldReader(const JsonCursor& object) : FieldReader(object, Form::Record) {}
    FieldReader(const JsonCursor& object, RuleBook& rules) : FieldReader(object, Form::Record, &rules) {}

    template <typename T>
    void field(std::string_view key, T& value)
    {
        if constexpr (std::is_same_v<T, Headers>) {
            value = readHeaders(m_object, key, std::move(value));
        } else if constexpr (std::is_same_v<T, std::string>) {
            if (m_form != Form::Edited) {
                value = readText(m_object, key, std::move(value));
                return;
            }
        }
        if constexpr (!std::is_same_v<T, Headers>) {
            if (const JsonCursor member = claim(key); member.isPresent()) {
                read(member, value);
            }
        }
    }
    template <typename T>
    void field(std::string_view key, Shared<T>& value)
    {
        T read;
        field(key, read);
        value = std::move(read);
    }
    template <typename T>
    void required(std::string_view key, T& value)
    {
        require(key);
        field(key, value);
    }
    template <typename T>
    void unless(const T& /*usual*/, std::string_view key, T& value)
    {
        field(key, value);
    }
    template <typename T>
    void filled(std::string_view key, std::vector<T>& values)
    {
        field(key, values);
        if (const JsonCursor member = claim(key); member.is(JsonTree::Type::Array) && values.empty()) {
            member.complain(QStringLiteral("at least one entry; to set no condition, omit the key"));
        }
    }
    /// expected: for the error message.
    void constant(std::string_view key, const char* text, const QString& expected);
    void constant(std::string_view key, const char* text, const char* expected)
    {
        constant(key, text, QString::fromLatin1(expected));
    }
    template <typename T, typename Kind>
    void byKind(std::string_view key, T& general, std::map<Kind, T>& special)
    {
        const JsonCursor member = claim(key);
        if (!member.is(JsonTree::Type::Object)) {
            field(key, general);
            return;
        }
        FieldReader kinds(member, m_form);
        kinds.required("default", general);
        for (const auto& [kind, name] : EnumWords<Kind>::kWords) {
            if (const JsonCursor value = kinds.claim(name); value.isPresent()) {
                read(value, special[kind]);
            }
        }
        kinds.finish();
    }
    template <typename T, typename Kind>
    void requiredByKind(std::string_view key, T& general, std::map<Kind, T>& special)
    {
        require(key);
        byKind(key, general, special);
    }
    template <typename Range>
    void range(const Range&) const
    {
    }
    template <typename T>
    void number(std::string_view key, T& value, qint64 lowest, qint64 highest)
    {
        if constexpr (!IsOptional<T>::value) {
            value = static_cast<T>(claim(key).integer(lowest, highest, value));
        } else if (const JsonCursor member = claim(key); member.isPresent()) {
            value = static_cast<typename T::value_type>(member.integer(lowest, highest));
        }
    }
    template <typename T>
    void number(std::string_view key, T& value, qint64 lowest, qint64 highest, const T& /*usual*/)
    {
        number(key, value, lowest, highest);
    }
    template <typename T>
    void rare(std::string_view key, T& value)
    {
        field(key, value);
    }
    template <typename T>
    void known(bool /*isKnown*/, std::string_view key, T& value)
    {
        field(key, value);
    }
    template <typename T>
    void knownNumber(bool /*isKnown*/, std::string_view key, T& value, qint64 lowest, qint64 highest)
    {
        number(key, value, lowest, highest);
    }
    template <typename T>
    void firstOf(std::size_t most, std::string_view key, std::vector<T>& values)
    {
        for (const JsonCursor& item : claim(key).items()) {
            if (values.size() == most || item.hasProblem()) {
                return;
            }
            read(item, values.emplace_back());
        }
    }
    template <typename T>
    void computed(std::string_view /*key*/, const T& /*value*/) const
    {
    }
    void textOrNull(std::string_view key, std::string& value) { field(key, value); }
    void rule(int& index);
    /// A member that files of older versions have. why: what to write instead.
    void retired(std::string_view key, const QString& why) const
    {
        if (const JsonCursor member = m_object.at(key); member.isPresent()) {
            member.reject(why);
        }
    }

    /// The member with this key, which then counts as known. The key must outlive the reader.
    [[nodiscard]] JsonCursor claim(std::string_view key);
    /// Rejects members that were not claimed, where people write them.
    void finish() const;

    template <typename T>
    void read(const JsonCursor& member, T& value) const
    {
        if constexpr (IsOptional<T>::value) {
            value.emplace();
            read(member, *value);
        } else if constexpr (IsVector<T>::value) {
            value.clear();
            for (const JsonCursor& item : member.items()) {
                if (member.hasProblem()) {
                    return;
                }
                if (m_form == Form::Edited && !item.isPresent()) {
                    item.complain(QStringLiteral("a value"));
                }
                read(item, value.emplace_back());
            }
        } else if constexpr (IsMap<T>::value) {
            for (const auto& [key, element] : member.members()) {
                read(element, value[key.toStdString()]);
            }
        } else if constexpr (std::is_same_v<T, Duration>) {
            m_form == Form::Edited ? readForm(member, durationFromText, kDurationForms, value)
                                   : void(value = millisecondsFromJson(member));
        } else if constexpr (std::is_same_v<T, Instant>) {
            value = Instant(millisecondsFromJson(member));
        } else if constexpr (std::is_same_v<T, StatusRange>) {
            readForm(member, statusRangeFromText, kStatusForms, value);
        } else if constexpr (std::is_same_v<T, NamePlace>) {
            readForm(member, namePlaceFromText, kNamePlaceForms, value);
        } else if constexpr (std::is_same_v<T, std::string>) {
            value = m_form == Form::Edited ? member.shortText() : member.text();
        } else if constexpr (std::is_enum_v<T>) {
            value = readWord<T>(member);
        } else if constexpr (std::is_same_v<T, bool>) {
            value = member.boolean();
        } else if constexpr (std::is_floating_point_v<T>) {
            value = member.number();
        } else if constexpr (std::is_integral_v<T>) {
            constexpr auto kLowest = std::numeric_limits<T>::min();
            value = static_cast<T>(member.integer(kLowest, std::numeric_limits<T>::max()));
        } else {
            FieldReader reader(member, m_form, m_rules);
            describe(reader, value);
            reader.finish();
        }
    }

private:
    void require(std::string_view key);
    /// A value with a text form of its own; a number counts as its text.
    template <typename Parse, typename T>
    static void readForm(const JsonCursor& member, Parse parse, QStringView forms, T& value)
    {
        if (auto parsed = parse(textOf(member))) {
            value = *std::move(parsed);
        } else {
            member.complain(forms.toString());
        }
    }
    [[nodiscard]] static QString textOf(const JsonCursor& member);

    JsonCursor m_object;
    Form m_form;
    RuleBook* m_rules;
    std::vector<std::string_view> m_claimed; ///< only where other members are an error
};

/// A value of a file that people write.
template <typename T>
void readEdited(const JsonCursor& cursor, T& value)
{
    FieldReader(cursor, Form::Edited).read(cursor, value);
}
template <typename T>
[[nodiscard]] QJsonValue editedJson(const T& value)
{
    JsonBuilder builder;
    FieldWriter(builder, Form::Edited).write(value);
    return builder.result();
}

} // namespace retryscope::io
