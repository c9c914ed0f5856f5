// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/instant.h"
#include "core/io/storage/json_cursor.h"
#include "core/io/storage/policy_names.h"
#include "core/policy/resolve.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

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

[[nodiscard]] QString toQString(const std::string& text);
[[nodiscard]] std::string fromQString(const QString& text);
[[nodiscard]] inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
[[nodiscard]] QJsonValue millisecondsToJson(Duration duration);
[[nodiscard]] Duration millisecondsFromJson(const JsonCursor& cursor);
/// `key` holds the text; bytes that are no UTF-8 are kept exactly under `keyBase64` beside it.
void insertText(QJsonObject& object, const QString& key, const std::string& text);
[[nodiscard]] std::string readText(const JsonCursor& object, const QString& key);
/// `key` holds [["name", "value"], …]; lists with bytes that are no UTF-8 are kept exactly under `keyBase64`.
void insertHeaders(QJsonObject& object, const QString& key, const Headers& headers);
[[nodiscard]] Headers readHeaders(const JsonCursor& object, const QString& key);

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

/// Members of a struct -> members of a JSON object.
class FieldWriter
{
public:
    explicit FieldWriter(const ResolvedPolicy& policy) : m_policy(policy) {}

    template <typename T>
    void operator()(const char* key, T& value)
    {
        if constexpr (std::is_same_v<T, std::string>) {
            insertText(m_object, QString::fromLatin1(key), value);
        } else {
            m_object.insert(QString::fromLatin1(key), json(value));
        }
    }
    /// A rule by its id, and by its place for readers that have the same policy.
    void rule(int index);

    [[nodiscard]] QJsonObject takeObject() { return std::exchange(m_object, {}); }

private:
    template <typename T>
    [[nodiscard]] QJsonValue json(T& value) const
    {
        if constexpr (IsOptional<T>::value) {
            return value ? json(*value) : QJsonValue();
        } else if constexpr (IsVector<T>::value) {
            QJsonArray array;
            for (auto& element : value) {
                array.append(json(element));
            }
            return array;
        } else if constexpr (std::is_same_v<T, Duration>) {
            return millisecondsToJson(value);
        } else if constexpr (std::is_enum_v<T>) {
            return writeValue(value);
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
            return QJsonValue(qint64{value});
        } else if constexpr (std::is_arithmetic_v<T>) {
            return QJsonValue(value);
        } else {
            FieldWriter writer(m_policy);
            describe(writer, value);
            return writer.takeObject();
        }
    }

    const ResolvedPolicy& m_policy;
    QJsonObject m_object;
};

/// Members of a JSON object -> members of a struct. A missing member leaves the struct's own value.
class FieldReader
{
public:
    FieldReader(JsonCursor object, const ResolvedPolicy& policy)
        : m_object(std::move(object)), m_policy(policy)
    {
    }

    template <typename T>
    void operator()(const char* key, T& value) const
    {
        const QString name = QString::fromLatin1(key);
        if constexpr (std::is_same_v<T, std::string>) {
            value = readText(m_object, name);
        } else if (const JsonCursor member = m_object.at(name); member.isPresent()) {
            read(member, value);
        }
    }
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
                read(item, value.emplace_back());
            }
        } else if constexpr (std::is_same_v<T, Duration>) {
            value = millisecondsFromJson(member);
        } else if constexpr (std::is_enum_v<T>) {
            readValue(member, value);
        } else if constexpr (std::is_same_v<T, bool>) {
            value = member.boolean();
        } else if constexpr (std::is_floating_point_v<T>) {
            value = member.number();
        } else if constexpr (std::is_integral_v<T>) {
            value =
                static_cast<T>(member.integer(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
        } else {
            FieldReader reader(member, m_policy);
            describe(reader, value);
        }
    }
    JsonCursor m_object;
    const ResolvedPolicy& m_policy;
};

} // namespace retryscope::io
