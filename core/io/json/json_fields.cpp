// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_fields.h"

#include "core/io/text/utf8.h"

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

std::string readText(const JsonCursor& object, std::string_view key)
{
    const std::string exactKey = std::string(key) + kBase64Suffix;
    const JsonCursor exact = object.at(std::string_view(exactKey));
    return exact.isPresent() ? fromBase64(exact) : std::string(object.at(key).text());
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

Headers readHeaders(const JsonCursor& object, std::string_view key)
{
    const std::string exactKey = std::string(key) + kBase64Suffix;
    const JsonCursor exact = object.at(std::string_view(exactKey));
    Headers result;
    for (const JsonCursor& pair : (exact.isPresent() ? exact : object.at(key)).items()) {
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

void FieldWriter::rule(int index)
{
    const std::vector<Rule>& rules = m_policy.policy.rules;
    const bool isKnown = index >= 0 && index < static_cast<int>(rules.size());
    m_writer.key("rule");
    isKnown ? m_writer.text(rules[static_cast<std::size_t>(index)].id) : m_writer.null();
    m_writer.key("ruleIndex");
    isKnown ? m_writer.integer(index) : m_writer.null();
}

void FieldReader::rule(int& index) const
{
    const JsonCursor place = m_object.at("ruleIndex");
    index = -1;
    if (place.isPresent()) {
        const auto count = m_rules.rules ? static_cast<qint64>(m_rules.rules->size())
                                         : qint64{std::numeric_limits<int>::max()};
        index = static_cast<int>(place.integer(-1, count - 1, -1));
        m_rules.highest = std::max(m_rules.highest, index);
    } else if (const JsonCursor id = m_object.at("rule"); id.isPresent()) {
        const std::string_view wanted = id.text();
        m_rules.isIncomplete = m_rules.isIncomplete || m_rules.rules == nullptr;
        if (m_rules.rules != nullptr) {
            const auto found = std::find_if(m_rules.rules->begin(), m_rules.rules->end(),
                                            [wanted](const Rule& rule) { return rule.id == wanted; });
            index = found == m_rules.rules->end() ? -1 : static_cast<int>(found - m_rules.rules->begin());
        }
    }
}

} // namespace retryscope::io
