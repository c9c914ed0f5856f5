// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/storage/json_fields.h"

#include <QByteArray>

#include <algorithm>

namespace retryscope::io {

namespace {

constexpr auto kBase64Suffix = "Base64";
constexpr QByteArray::Base64Options kStrictly = QByteArray::AbortOnBase64DecodingErrors;

QByteArray bytesOf(const std::string& text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

/// False also for a leading byte order mark, which the conversion would drop.
bool survivesAsText(const std::string& text)
{
    return toQString(text).toUtf8() == bytesOf(text);
}

QString toBase64(const std::string& text)
{
    return QString::fromLatin1(bytesOf(text).toBase64());
}

std::string fromBase64(const JsonCursor& cursor)
{
    const auto decoded = QByteArray::fromBase64Encoding(cursor.string().toLatin1(), kStrictly);
    if (!decoded) {
        cursor.complain(QStringLiteral("base64"));
    }
    return decoded.decoded.toStdString();
}

QString base64Key(const QString& key)
{
    return key + QLatin1String(kBase64Suffix);
}

template <typename Convert>
QJsonArray pairs(const Headers& headers, Convert convert)
{
    QJsonArray result;
    for (const Header& header : headers.entries) {
        result.append(QJsonArray{convert(header.name), convert(header.value)});
    }
    return result;
}

} // namespace

QString toQString(const std::string& text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string fromQString(const QString& text)
{
    return text.toUtf8().toStdString();
}

QJsonValue millisecondsToJson(Duration duration)
{
    return toMilliseconds(duration);
}

Duration millisecondsFromJson(const JsonCursor& cursor)
{
    return fromMilliseconds(cursor.number());
}

void insertText(QJsonObject& object, const QString& key, const std::string& text)
{
    object.insert(key, toQString(text));
    if (!survivesAsText(text)) {
        object.insert(base64Key(key), toBase64(text));
    }
}

std::string readText(const JsonCursor& object, const QString& key)
{
    const JsonCursor exact = object.at(base64Key(key));
    return exact.isPresent() ? fromBase64(exact) : fromQString(object.at(key).string());
}

void insertHeaders(QJsonObject& object, const QString& key, const Headers& headers)
{
    const auto asText = [](const std::string& text) {
        return toQString(text);
    };
    object.insert(key, pairs(headers, asText));
    const bool allSurvive =
        std::all_of(headers.entries.begin(), headers.entries.end(), [](const Header& header) {
            return survivesAsText(header.name) && survivesAsText(header.value);
        });
    if (!allSurvive) {
        object.insert(base64Key(key), pairs(headers, toBase64));
    }
}

Headers readHeaders(const JsonCursor& object, const QString& key)
{
    const JsonCursor exact = object.at(base64Key(key));
    Headers result;
    for (const JsonCursor& pair : (exact.isPresent() ? exact : object.at(key)).items()) {
        const std::vector<JsonCursor> parts = pair.items();
        if (parts.size() != 2) {
            pair.complain(QStringLiteral("a pair [\"name\", \"value\"]"));
            continue;
        }
        const auto textOf = [&exact](const JsonCursor& part) {
            return exact.isPresent() ? fromBase64(part) : fromQString(part.string());
        };
        result.add(textOf(parts[0]), textOf(parts[1]));
    }
    return result;
}

void FieldWriter::rule(int index)
{
    const std::vector<Rule>& rules = m_policy.policy.rules;
    const bool isKnown = index >= 0 && index < static_cast<int>(rules.size());
    m_object.insert(QStringLiteral("rule"),
                    isKnown ? QJsonValue(toQString(rules[static_cast<std::size_t>(index)].id))
                            : QJsonValue());
    m_object.insert(QStringLiteral("ruleIndex"), isKnown ? QJsonValue(index) : QJsonValue());
}

void FieldReader::rule(int& index) const
{
    const std::vector<Rule>& rules = m_policy.policy.rules;
    const JsonCursor place = m_object.at(QStringLiteral("ruleIndex"));
    const JsonCursor id = m_object.at(QStringLiteral("rule"));
    index = -1;
    if (place.isPresent()) {
        index = static_cast<int>(place.integer(-1, static_cast<qint64>(rules.size()) - 1, -1));
    } else if (id.isPresent()) {
        const std::string wanted = fromQString(id.string());
        const auto found = std::find_if(rules.begin(), rules.end(),
                                        [&wanted](const Rule& rule) { return rule.id == wanted; });
        index = found == rules.end() ? -1 : static_cast<int>(found - rules.begin());
    }
}

} // namespace retryscope::io
