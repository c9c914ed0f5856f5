// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_fields.h"

#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"
#include "core/policy/renamed_ids.h"

#include <QByteArray>

#include <algorithm>

namespace retryscope::io {

namespace {

constexpr auto kBase64Suffix = "Base64";
constexpr QByteArray::Base64Options kStrictly = QByteArray::AbortOnBase64DecodingErrors;

/// False also for a leading byte order mark, which the conversion would drop.
bool survivesAsText(std::string_view text)
{
    return isAscii(text) || toQString(text).toUtf8().toStdString() == text;
}

std::string toBase64(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size())).toBase64().toStdString();
}

std::string fromBase64(const JsonCursor& cursor)
{
    const auto decoded = QByteArray::fromBase64Encoding(cursor.string().toLatin1(), kStrictly);
    if (!decoded) {
        cursor.complain(QStringLiteral("base64"));
    }
    return decoded.decoded.toStdString();
}

template <typename Convert>
void writePairs(JsonWriter& writer, const Headers& headers, Convert convert)
{
    writer.beginArray();
    for (const Header& header : headers.entries) {
        writer.beginArray();
        writer.text(convert(header.name));
        writer.text(convert(header.value));
        writer.endArray();
    }
    writer.endArray();
}

} // namespace

Duration millisecondsFromJson(const JsonCursor& cursor)
{
    return fromMilliseconds(cursor.number());
}

std::uint64_t seedFromJson(const JsonCursor& cursor)
{
    if (!cursor.is(JsonTree::Type::String)) {
        return static_cast<std::uint64_t>(cursor.integer(0, std::numeric_limits<qint64>::max()));
    }
    bool isNumber = false;
    const std::uint64_t seed = cursor.string().toULongLong(&isNumber);
    if (!isNumber) {
        cursor.complain(QStringLiteral("a whole number"));
    }
    return seed;
}

void writeText(JsonWriter& writer, std::string_view key, std::string_view text, Exact exact)
{
    const bool survives = survivesAsText(text);
    if (survives || exact == Exact::Beside) {
        writer.key(key);
        writer.text(text);
    }
    if (!survives) {
        writer.key(std::string(key) + kBase64Suffix);
        writer.text(toBase64(text));
    }
}

std::string readText(const JsonCursor& object, std::string_view key, std::string fallback)
{
    const std::string exactKey = std::string(key) + kBase64Suffix;
    if (const JsonCursor exact = object.at(std::string_view(exactKey)); exact.isPresent()) {
        return fromBase64(exact);
    }
    const JsonCursor member = object.at(key);
    return member.isPresent() ? std::string(member.text()) : fallback;
}

void writeHeaders(JsonWriter& writer, std::string_view key, const Headers& headers, Exact exact)
{
    const bool allSurvive =
        std::all_of(headers.entries.begin(), headers.entries.end(), [](const Header& header) {
            return survivesAsText(header.name) && survivesAsText(header.value);
        });
    if (allSurvive || exact == Exact::Beside) {
        writer.key(key);
        writePairs(writer, headers, [](const std::string& text) -> std::string_view { return text; });
    }
    if (!allSurvive) {
        writer.key(std::string(key) + kBase64Suffix);
        writePairs(writer, headers, toBase64);
    }
}

Headers readHeaders(const JsonCursor& object, std::string_view key, Headers fallback)
{
    const std::string exactKey = std::string(key) + kBase64Suffix;
    const JsonCursor exact = object.at(std::string_view(exactKey));
    const JsonCursor member = exact.isPresent() ? exact : object.at(key);
    if (!member.isPresent()) {
        return fallback;
    }
    Headers result;
    for (const JsonCursor& pair : member.items()) {
        if (pair.hasProblem()) {
            break;
        }
        const std::vector<JsonCursor> parts = pair.items();
        if (parts.size() != 2) {
            pair.complain(QStringLiteral("a pair [\"name\", \"value\"]"));
            continue;
        }
        const auto textOf = [&exact](const JsonCursor& part) {
            return exact.isPresent() ? fromBase64(part) : std::string(part.text());
        };
        result.add(textOf(parts[0]), textOf(parts[1]));
    }
    return result;
}

void FieldReader::constant(std::string_view key, const char* text, const QString& expected)
{
    if (const JsonCursor member = claim(key); member.value() != QLatin1String(text)) {
        member.complain(expected);
    }
}

JsonCursor FieldReader::claim(std::string_view key)
{
    if (m_form == Form::Edited && std::ranges::find(m_claimed, key) == m_claimed.end()) {
        m_claimed.push_back(key);
    }
    return m_object.at(key);
}

void FieldReader::require(std::string_view key)
{
    if (m_form != Form::Edited) {
        (void)m_object.required(key);
    } else if (!claim(key).isPresent()) {
        m_object.reject(QStringLiteral("the key \"%1\" is missing").arg(toQString(key)));
    }
}

QString FieldReader::textOf(const JsonCursor& member)
{
    const QJsonValue json = member.value();
    return json.isDouble() ? QString::number(json.toDouble(), 'g', 17) : json.toString();
}

void FieldReader::finish() const
{
    if (m_form != Form::Edited || m_object.hasProblem()) {
        return;
    }
    QStringList known;
    for (const std::string_view key : m_claimed) {
        known.append(toQString(key));
    }
    for (const auto& [key, value] : m_object.members()) {
        if (!known.contains(key) && !m_object.hasProblem()) {
            value.reject(QStringLiteral("%1; %2").arg(kUnknownKey, allowedText(key, known)));
        }
    }
}

void FieldReader::rule(int& index)
{
    RuleBook unknown;
    RuleBook& book = m_rules != nullptr ? *m_rules : unknown;
    const JsonCursor place = m_object.at("ruleIndex");
    index = -1;
    if (place.isPresent()) {
        const auto count =
            book.rules ? static_cast<qint64>(book.rules->size()) : qint64{std::numeric_limits<int>::max()};
        index = static_cast<int>(place.integer(-1, count - 1, -1));
        book.highest = std::max(book.highest, index);
    } else if (const JsonCursor id = m_object.at("rule"); id.isPresent()) {
        const std::string wanted = currentId(id.text());
        book.isIncomplete = book.isIncomplete || book.rules == nullptr;
        if (book.rules != nullptr) {
            const auto found = std::find_if(book.rules->begin(), book.rules->end(),
                                            [&wanted](const Rule& rule) { return rule.id == wanted; });
            index = found == book.rules->end() ? -1 : static_cast<int>(found - book.rules->begin());
        }
    }
}

} // namespace retryscope::io
