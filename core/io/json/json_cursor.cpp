// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_cursor.h"

#include "core/io/json/json_parse.h"
#include "core/io/json/json_repeated_key.h"
#include "core/io/text/number_text.h"
#include "core/io/text/utf8.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonParseError>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

namespace retryscope::io {

namespace {

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The beginning of a text, without half a letter at its end.
QString beginningOf(std::string_view text, std::size_t most)
{
    constexpr std::size_t kLongestLetter = 4; // bytes of UTF-8
    QString result = toQString(text.substr(0, most * kLongestLetter));
    return result.left(static_cast<qsizetype>(most));
}

/// The value as it stands, short enough for a message; however long it is, no more of it is looked at.
QString shown(const JsonTree& tree, JsonTree::Index node)
{
    constexpr std::size_t kLongest = 60;
    if (node == JsonTree::kNone) {
        return QStringLiteral("nothing");
    }
    switch (tree.type(node)) {
    case JsonTree::Type::Object:
        return QStringLiteral("an object");
    case JsonTree::Type::Array:
        return QStringLiteral("an array");
    case JsonTree::Type::Null:
        return QStringLiteral("null");
    case JsonTree::Type::True:
        return QStringLiteral("true");
    case JsonTree::Type::False:
        return QStringLiteral("false");
    case JsonTree::Type::Number:
    case JsonTree::Type::String:
        break;
    }
    QString text = beginningOf(tree.text(node), kLongest + 1);
    if (tree.type(node) == JsonTree::Type::String) {
        const QByteArray json = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
        text = QString::fromUtf8(json.mid(1, json.size() - 2));
    }
    const auto most = static_cast<qsizetype>(kLongest);
    return text.size() <= most ? text : text.left(most) + QChar(0x2026);
}

/// The number of a value that is one.
std::optional<double> numberIn(const JsonTree& tree, JsonTree::Index node)
{
    if (tree.type(node) != JsonTree::Type::Number) {
        return std::nullopt;
    }
    const std::string_view digits = tree.text(node);
    double number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc::result_out_of_range) { // too large for a double, or too close to zero
        number = std::strtod(std::string(digits).c_str(), nullptr);
    }
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Also of 1e3 and 5.0, which are whole.
std::optional<qint64> integerIn(const JsonTree& tree, JsonTree::Index node)
{
    if (tree.type(node) != JsonTree::Type::Number) {
        return std::nullopt;
    }
    const std::string_view digits = tree.text(node);
    qint64 whole = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
    if (error == std::errc() && end == digits.data() + digits.size()) {
        return whole;
    }
    constexpr double kBeyond = 9223372036854775808.0;
    const std::optional<double> number = numberIn(tree, node);
    const bool isWhole = number && *number >= -kBeyond && *number < kBeyond && std::trunc(*number) == *number;
    return isWhole ? std::optional(static_cast<qint64>(*number)) : std::nullopt;
}

QString placeInBytes(const QString& place, QByteArray json, qsizetype offset)
{
    QBuffer device(&json);
    device.open(QIODevice::ReadOnly);
    return placeInText(place, device, 0, static_cast<std::size_t>(offset));
}

} // namespace

JsonCursor::JsonCursor(const JsonTree& tree, JsonTree::Index node, JsonProblem& problem)
    : m_tree(&tree), m_node(node), m_problem(&problem)
{
}

JsonCursor::JsonCursor(const QJsonValue& value, const QString& path, JsonProblem& problem)
    : m_owned(std::make_shared<const JsonTree>(value, path))
    , m_tree(m_owned.get())
    , m_node(JsonTree::kRoot)
    , m_problem(&problem)
{
}

QString JsonCursor::path() const
{
    if (m_node != JsonTree::kNone) {
        return m_tree->path(m_node);
    }
    if (m_around == JsonTree::kNone) {
        return {};
    }
    const QString around = m_tree->path(m_around);
    const QString key = toQString(m_missingKey);
    return around.isEmpty() ? key : around + QLatin1Char('.') + key;
}

JsonCursor JsonCursor::at(std::string_view key) const
{
    JsonCursor member(*m_tree, JsonTree::kNone, *m_problem);
    member.m_owned = m_owned;
    if (m_problem->isSet) {
        return member;
    }
    if (m_node == JsonTree::kNone) {
        member.m_around = m_around;
        member.keepKey(std::string(m_missingKey) + '.' + std::string(key));
        return member;
    }
    if (isPresent() && !is(JsonTree::Type::Object)) {
        complain(QStringLiteral("an object"));
    }
    member.m_node = m_tree->find(m_node, key, m_last);
    if (member.m_node == JsonTree::kNone) {
        member.m_around = m_node;
        member.m_missingKey = key;
    } else {
        m_last = member.m_node;
    }
    return member;
}

JsonCursor JsonCursor::at(const QString& key) const
{
    const std::string name = key.toStdString();
    JsonCursor member = at(std::string_view(name));
    if (member.m_node == JsonTree::kNone && m_node != JsonTree::kNone && !m_problem->isSet) {
        member.keepKey(name);
    }
    return member;
}

void JsonCursor::keepKey(std::string key)
{
    m_ownedKey = std::make_shared<const std::string>(std::move(key));
    m_missingKey = *m_ownedKey;
}

JsonCursor JsonCursor::required(std::string_view key) const
{
    JsonCursor member = at(key);
    if (!member.isPresent()) {
        member.complain(QStringLiteral("a value; it is required"));
    }
    return member;
}

JsonCursor JsonCursor::withValue(const QJsonValue& value) const
{
    return {value, path(), *m_problem};
}

std::optional<std::size_t> JsonCursor::count(JsonTree::Type type, const QString& expected,
                                             std::size_t most) const
{
    if (m_problem->isSet || !isPresent()) {
        return std::nullopt;
    }
    if (!is(type)) {
        complain(expected);
        return std::nullopt;
    }
    std::size_t count = 0;
    for (JsonTree::Index item = m_tree->firstIn(m_node); item != JsonTree::kNone && count <= most;
         item = m_tree->after(item)) {
        ++count;
    }
    if (count > most) {
        reject(QStringLiteral("more than %L1 items, expected at most that many").arg(most));
        return std::nullopt;
    }
    return count;
}

std::vector<JsonCursor> JsonCursor::items(std::size_t most) const
{
    std::vector<JsonCursor> result;
    if (const auto found = count(JsonTree::Type::Array, QStringLiteral("an array"), most)) {
        result.reserve(*found);
        for (JsonTree::Index item = m_tree->firstIn(m_node); item != JsonTree::kNone;
             item = m_tree->after(item)) {
            result.emplace_back(*m_tree, item, *m_problem).m_owned = m_owned;
        }
    }
    return result;
}

std::vector<JsonMember> JsonCursor::members() const
{
    std::vector<JsonMember> result;
    if (const auto found = count(JsonTree::Type::Object, QStringLiteral("an object"), kMostItems)) {
        result.reserve(*found);
        for (JsonTree::Index member = m_tree->firstIn(m_node); member != JsonTree::kNone;
             member = m_tree->after(member)) {
            result.push_back({toQString(m_tree->key(member)), JsonCursor(*m_tree, member, *m_problem)});
            result.back().value.m_owned = m_owned;
        }
        std::ranges::sort(result, {}, &JsonMember::name);
    }
    return result;
}

bool JsonCursor::make(qint64 bytes) const
{
    m_problem->madeBytes += bytes;
    if (m_problem->madeBytes > kMostMade) {
        reject(QStringLiteral("with this value the document needs more than %1 MiB besides its own text")
                   .arg(kMostMade / 1024 / 1024));
    }
    return !m_problem->isSet;
}

double JsonCursor::number(double fallback) const
{
    if (!isPresent()) {
        return fallback;
    }
    const std::optional<double> number = numberIn(*m_tree, m_node);
    if (!number) {
        complain(QStringLiteral("a number"));
    }
    return number.value_or(fallback);
}

qint64 JsonCursor::integer(qint64 lowest, qint64 highest, qint64 fallback) const
{
    if (!isPresent()) {
        return fallback;
    }
    const std::optional<qint64> number = integerIn(*m_tree, m_node);
    if (!number || *number < lowest || *number > highest) {
        complain(wholeNumberText(lowest, highest));
        return fallback;
    }
    return *number;
}

bool JsonCursor::boolean(bool fallback) const
{
    if (is(JsonTree::Type::True) || is(JsonTree::Type::False)) {
        return is(JsonTree::Type::True);
    }
    if (isPresent()) {
        complain(QStringLiteral("true or false"));
    }
    return fallback;
}

QString JsonCursor::string() const
{
    return toQString(text());
}

std::string_view JsonCursor::text() const
{
    if (is(JsonTree::Type::String)) {
        return m_tree->text(m_node);
    }
    if (isPresent()) {
        complain(QStringLiteral("a string"));
    }
    return {};
}

std::string_view JsonCursor::shortText(std::size_t most) const
{
    const std::string_view found = text();
    if (found.size() > most) {
        reject(QStringLiteral("found a string of %1 bytes, expected at most %2").arg(found.size()).arg(most));
        return {};
    }
    return found;
}

std::string_view JsonCursor::content() const
{
    return m_node == JsonTree::kNone ? std::string_view() : m_tree->content(m_node);
}

QJsonValue JsonCursor::value() const
{
    return m_node == JsonTree::kNone ? QJsonValue(QJsonValue::Undefined) : m_tree->toJson(m_node);
}

void JsonCursor::complain(const QString& expected) const
{
    if (m_problem->isSet) { // later ones are mostly its consequences
        return;
    }
    reject(QStringLiteral("found %1, expected %2").arg(shown(*m_tree, m_node), expected));
}

void JsonCursor::reject(const QString& text) const
{
    if (!m_problem->isSet) {
        m_problem->isSet = true;
        m_problem->path = path();
        m_problem->text = text;
    }
}

namespace {

/// What Qt found, as somebody who wrote the text would say it.
QString jsonProblem(QJsonParseError::ParseError problem)
{
    switch (problem) {
    case QJsonParseError::NoError:
        return {};
    case QJsonParseError::UnterminatedObject:
        return QStringLiteral("an object is not closed; expected , or }");
    case QJsonParseError::MissingNameSeparator:
        return QStringLiteral("expected a colon between a key and its value");
    case QJsonParseError::UnterminatedArray:
        return QStringLiteral("an array is not closed; expected , or ]");
    case QJsonParseError::MissingValueSeparator:
        return QStringLiteral("expected a comma before the next value");
    case QJsonParseError::IllegalValue:
        return QStringLiteral("found no value; expected a string, number, true, false, null, { or [");
    case QJsonParseError::TerminationByNumber:
        return QStringLiteral("the text ends within a number");
    case QJsonParseError::IllegalNumber:
        return QStringLiteral("invalid number");
    case QJsonParseError::IllegalEscapeSequence:
        return QStringLiteral("invalid escape in a string");
    case QJsonParseError::IllegalUTF8String:
        return QStringLiteral("a string is not valid UTF-8");
    case QJsonParseError::UnterminatedString:
        return QStringLiteral("a string has no closing quotation mark");
    case QJsonParseError::MissingObject:
        return QStringLiteral("expected another key after a comma");
    case QJsonParseError::DeepNesting:
        return QStringLiteral("arrays and objects are nested too deep");
    case QJsonParseError::DocumentTooLarge:
        return QStringLiteral("the document is too large");
    case QJsonParseError::GarbageAtEnd:
        return QStringLiteral("unexpected text after the end");
    }
    return {};
}

} // namespace

Result<QJsonObject> parseJsonObject(const QByteArray& json, const QString& place)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        return Error{Error::Kind::BadInput, QStringLiteral("invalid JSON: %1").arg(jsonProblem(error.error)),
                     placeInBytes(place, json, error.offset)};
    }
    if (const std::optional<RepeatedKey> repeated = repeatedKeyIn(json)) {
        return Error{Error::Kind::BadInput,
                     QStringLiteral("the key \"%1\" is repeated in one object; keep only one")
                         .arg(QString::fromUtf8(repeated->key)),
                     placeInBytes(place, json, repeated->offset)};
    }
    if (!document.isObject()) {
        return Error{Error::Kind::BadInput, QStringLiteral("found an array at the top, expected an object"),
                     place};
    }
    return document.object();
}

void requireFormat(const JsonCursor& document, const char* format)
{
    if (const JsonCursor given = document.at("format"); given.text() != format) {
        given.complain(QStringLiteral("\"%1\"").arg(QLatin1String(format)));
    }
}

} // namespace retryscope::io
