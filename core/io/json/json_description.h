// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/io/json/json_cursor.h"
#include "core/io/json/json_units.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// One description per struct serves both directions: a function template
/// `describe(Fields& fields, Struct& value)` names every member once, JsonFieldReader fills the
/// members from an object and JsonFieldWriter builds the object from them. So nothing can be
/// written that is not read back.
namespace retryscope::io {

/// How the message about a member that does not exist begins.
inline constexpr QLatin1String kUnknownKey{"unknown key"};

class JsonFieldReader;
class JsonFieldWriter;

template <typename T>
concept Described = requires(JsonFieldReader& reader, T& value)
{
    describe(reader, value);
};

void readValue(const JsonCursor& cursor, std::string& value);
void readValue(const JsonCursor& cursor, bool& value);
void readValue(const JsonCursor& cursor, int& value);
void readValue(const JsonCursor& cursor, double& value);
void readValue(const JsonCursor& cursor, Duration& value);
void readValue(const JsonCursor& cursor, StatusRange& value);
void readValue(const JsonCursor& cursor, NamePlace& value);

[[nodiscard]] QJsonValue writeValue(const std::string& value);
[[nodiscard]] QJsonValue writeValue(bool value);
[[nodiscard]] QJsonValue writeValue(int value);
[[nodiscard]] QJsonValue writeValue(double value);
[[nodiscard]] QJsonValue writeValue(const Duration& value);
[[nodiscard]] QJsonValue writeValue(const StatusRange& value);
[[nodiscard]] QJsonValue writeValue(const NamePlace& value);

template <WordedEnum Enum>
void readValue(const JsonCursor& cursor, Enum& value);
template <WordedEnum Enum>
[[nodiscard]] QJsonValue writeValue(Enum value);
template <Described T>
void readValue(const JsonCursor& cursor, T& value);
template <Described T>
[[nodiscard]] QJsonValue writeValue(const T& value);
template <typename T>
void readValue(const JsonCursor& cursor, std::vector<T>& values);
template <typename T>
[[nodiscard]] QJsonValue writeValue(const std::vector<T>& values);
template <typename T>
void readValue(const JsonCursor& cursor, std::optional<T>& value);
template <typename T>
void readValue(const JsonCursor& cursor, std::map<std::string, T>& values);
template <typename T>
[[nodiscard]] QJsonValue writeValue(const std::map<std::string, T>& values);

/// Fills a struct from an object and rejects unknown members.
class JsonFieldReader
{
public:
    explicit JsonFieldReader(const JsonCursor& cursor) : m_cursor(cursor) {}

    /// An optional member; if missing, the struct's default applies.
    template <typename T>
    void field(const char* key, T& value)
    {
        if (const JsonCursor member = claim(key); member.isPresent()) {
            readValue(member, value);
        }
    }
    template <typename T>
    void required(const char* key, T& value)
    {
        if (!claim(key).isPresent()) {
            m_cursor.reject(QStringLiteral("the key \"%1\" is missing").arg(QLatin1String(key)));
        }
        field(key, value);
    }
    /// A list that may be missing but not empty.
    template <typename T>
    void filled(const char* key, std::vector<T>& values)
    {
        field(key, values);
        if (const JsonCursor member = claim(key); member.is(JsonTree::Type::Array) && values.empty()) {
            member.complain(QStringLiteral("at least one entry; to set no condition, omit the key"));
        }
    }
    /// Written only when it differs from the default.
    template <typename T>
    void unless(const T&, const char* key, T& value)
    {
        field(key, value);
    }
    /// A member with a fixed text. expected: for the error message.
    void constant(const char* key, const char* text, const QString& expected);
    void constant(const char* key, const char* text, const char* expected)
    {
        constant(key, text, QString::fromLatin1(expected));
    }
    /// One value for all kinds (`"100ms"`), or an object with a `default` and values for some kinds.
    template <typename T, typename Kind>
    void byKind(const char* key, T& general, std::map<Kind, T>& special);
    /// The same for a required member.
    template <typename T, typename Kind>
    void requiredByKind(const char* key, T& general, std::map<Kind, T>& special)
    {
        if (!claim(key).isPresent()) {
            m_cursor.reject(QStringLiteral("the key \"%1\" is missing").arg(QLatin1String(key)));
        }
        byKind(key, general, special);
    }

    /// The numbers that the member before it may have: checked when the whole is there.
    template <typename Range>
    void range(const Range&) const
    {
    }
    /// The member with this key, which then counts as known.
    JsonCursor claim(const char* key)
    {
        const QString name = QLatin1String(key);
        if (!m_known.contains(name)) {
            m_known.append(name);
        }
        return m_cursor.at(name);
    }
    /// A member that files of older versions have. why: what to write instead.
    void retired(const char* key, const QString& why) const
    {
        if (const JsonCursor member = m_cursor.at(QLatin1String(key)); member.isPresent()) {
            member.reject(why);
        }
    }
    /// Rejects members that were not claimed.
    void finish() const;

private:
    JsonCursor m_cursor;
    QStringList m_known;
};

/// Builds an object from a struct. Omits empty texts, lists and maps, and absent values.
class JsonFieldWriter
{
public:
    template <typename T>
    void field(const char* key, const T& value)
    {
        const QJsonValue json = writeValue(value);
        const bool isBlank = (json.isString() && json.toString().isEmpty()) ||
                             (json.isArray() && json.toArray().isEmpty()) ||
                             (json.isObject() && json.toObject().isEmpty());
        if (!isBlank) {
            put(key, json);
        }
    }
    template <typename T>
    void field(const char* key, const std::optional<T>& value)
    {
        if (value) {
            put(key, writeValue(*value));
        }
    }
    template <typename T>
    void required(const char* key, const T& value)
    {
        put(key, writeValue(value));
    }
    template <typename T>
    void unless(const T& usual, const char* key, const T& value)
    {
        if (value != usual) {
            field(key, value);
        }
    }
    template <typename T>
    void filled(const char* key, const std::vector<T>& values)
    {
        field(key, values);
    }
    void constant(const char* key, const char* text, const QString&) { put(key, QLatin1String(text)); }
    void constant(const char* key, const char* text, const char*) { put(key, QLatin1String(text)); }
    /// The numbers that the member before it may have: checked when the whole is there.
    template <typename Range>
    void range(const Range&) const
    {
    }
    template <typename T, typename Kind>
    void byKind(const char* key, const T& general, const std::map<Kind, T>& special);

    void put(const char* key, const QJsonValue& value) { m_object.insert(QLatin1String(key), value); }
    [[nodiscard]] const QJsonObject& object() const { return m_object; }

private:
    QJsonObject m_object;
};

template <WordedEnum Enum>
void readValue(const JsonCursor& cursor, Enum& value)
{
    if (const std::optional<Enum> known =
            fromWord<Enum>(cursor.is(JsonTree::Type::String) ? cursor.text() : std::string_view())) {
        value = *known;
        return;
    }
    QStringList allowed;
    for (const auto& [candidate, name] : EnumWords<Enum>::kWords) {
        allowed.append(QLatin1Char('"') + QLatin1String(name) + QLatin1Char('"'));
    }
    cursor.complain(QStringLiteral("one of %1").arg(allowed.join(QStringLiteral(", "))));
}

template <WordedEnum Enum>
QJsonValue writeValue(Enum value)
{
    const std::string_view word = wordOf(value);
    return QLatin1String(word.data(), static_cast<qsizetype>(word.size()));
}

template <Described T>
void readValue(const JsonCursor& cursor, T& value)
{
    JsonFieldReader reader(cursor);
    describe(reader, value);
    reader.finish();
}

template <Described T>
QJsonValue writeValue(const T& value)
{
    JsonFieldWriter writer;
    T copy = value;
    describe(writer, copy);
    return writer.object();
}

template <typename T>
void readValue(const JsonCursor& cursor, std::vector<T>& values)
{
    values.clear();
    for (const JsonCursor& item : cursor.items()) {
        if (cursor.hasProblem()) {
            return;
        }
        if (!item.isPresent()) {
            item.complain(QStringLiteral("a value"));
        }
        readValue(item, values.emplace_back());
    }
}

template <typename T>
QJsonValue writeValue(const std::vector<T>& values)
{
    QJsonArray array;
    for (const T& value : values) {
        array.append(writeValue(value));
    }
    return array;
}

template <typename T>
void readValue(const JsonCursor& cursor, std::optional<T>& value)
{
    T inside;
    readValue(cursor, inside);
    value = std::move(inside);
}

template <typename T>
void readValue(const JsonCursor& cursor, std::map<std::string, T>& values)
{
    for (const auto& [key, value] : cursor.members()) {
        readValue(value, values[key.toStdString()]);
    }
}

template <typename T>
QJsonValue writeValue(const std::map<std::string, T>& values)
{
    QJsonObject object;
    for (const auto& [key, value] : values) {
        object.insert(toQString(key), writeValue(value));
    }
    return object;
}

template <typename T, typename Kind>
void JsonFieldReader::byKind(const char* key, T& general, std::map<Kind, T>& special)
{
    const JsonCursor member = claim(key);
    if (!member.is(JsonTree::Type::Object)) {
        if (member.isPresent()) {
            readValue(member, general);
        }
        return;
    }
    JsonFieldReader kinds(member);
    kinds.required("default", general);
    for (const auto& [kind, name] : EnumWords<Kind>::kWords) {
        if (const JsonCursor value = kinds.claim(name); value.isPresent()) {
            readValue(value, special[kind]);
        }
    }
    kinds.finish();
}

template <typename T, typename Kind>
void JsonFieldWriter::byKind(const char* key, const T& general, const std::map<Kind, T>& special)
{
    if (special.empty()) {
        put(key, writeValue(general));
        return;
    }
    JsonFieldWriter kinds;
    kinds.required("default", general);
    for (const auto& [kind, value] : special) {
        kinds.required(wordOf(kind).data(), value);
    }
    put(key, kinds.object());
}

} // namespace retryscope::io
