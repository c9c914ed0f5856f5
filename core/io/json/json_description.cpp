// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_description.h"

#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"

#include <cmath>

namespace retryscope::io {

namespace {

template <typename T, std::size_t N>
void readText(const JsonCursor& cursor, std::optional<T> parsed, const char16_t (&forms)[N], T& value)
{
    if (parsed) {
        value = *std::move(parsed);
    } else {
        cursor.complain(QString::fromUtf16(forms, N - 1));
    }
}

} // namespace

void readValue(const JsonCursor& cursor, std::string& value)
{
    value = cursor.shortText();
}

void readValue(const JsonCursor& cursor, bool& value)
{
    value = cursor.boolean();
}

void readValue(const JsonCursor& cursor, int& value)
{
    value = static_cast<int>(
        cursor.integer(std::numeric_limits<int>::min(), std::numeric_limits<int>::max(), value));
}

void readValue(const JsonCursor& cursor, double& value)
{
    value = cursor.number();
}

void readValue(const JsonCursor& cursor, Duration& value)
{
    readText(cursor, durationFromText(cursor.value().toString()), kDurationForms, value);
}

void readValue(const JsonCursor& cursor, StatusRange& value)
{
    const QJsonValue& json = cursor.value();
    const QString text = json.isDouble() ? QString::number(json.toDouble(), 'g', 17) : json.toString();
    readText(cursor, statusRangeFromText(text), kStatusForms, value);
}

void readValue(const JsonCursor& cursor, NamePlace& value)
{
    readText(cursor, namePlaceFromText(cursor.value().toString()), kNamePlaceForms, value);
}

QJsonValue writeValue(const std::string& value)
{
    return toQString(value);
}

QJsonValue writeValue(bool value)
{
    return value;
}

QJsonValue writeValue(int value)
{
    return value;
}

QJsonValue writeValue(double value)
{
    return value;
}

QJsonValue writeValue(const Duration& value)
{
    return durationToText(value);
}

QJsonValue writeValue(const StatusRange& value)
{
    return value.from == value.to ? QJsonValue(value.from) : QJsonValue(statusRangeToText(value));
}

QJsonValue writeValue(const NamePlace& value)
{
    return namePlaceToText(value);
}

void JsonFieldReader::constant(const char* key, const char* text, const QString& expected)
{
    if (const JsonCursor member = claim(key); member.value() != QLatin1String(text)) {
        member.complain(expected);
    }
}

void JsonFieldReader::finish() const
{
    for (const auto& [key, value] : m_cursor.members()) {
        if (!m_known.contains(key) && !m_cursor.hasProblem()) {
            const QString nearest = nearestText(key, m_known);
            value.reject(QStringLiteral("%1; %2allowed here: %3")
                             .arg(kUnknownKey, nearest.isEmpty() ? QString() : nearest + QLatin1Char(' '),
                                  m_known.join(QStringLiteral(", "))));
        }
    }
}

} // namespace retryscope::io
