// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/storage/json_cursor.h"

#include "core/io/storage/json_repeated_key.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonParseError>

#include <limits>
#include <utility>

namespace retryscope::io {

namespace {

/// The value as it stands, short enough for a message.
QString shown(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Undefined:
        return QStringLiteral("nothing");
    case QJsonValue::Object:
        return QStringLiteral("an object");
    case QJsonValue::Array:
        return QStringLiteral("an array");
    case QJsonValue::Null:
    case QJsonValue::Bool:
    case QJsonValue::Double:
    case QJsonValue::String:
        break;
    }
    constexpr qsizetype kLongest = 60;
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    const QString text = QString::fromUtf8(json.mid(1, json.size() - 2));
    return text.size() <= kLongest ? text : text.left(kLongest) + QChar(0x2026);
}

/// `place, line 3, column 7`
QString placeInText(const QString& place, const QByteArray& json, qsizetype offset)
{
    const QByteArray before = json.left(offset);
    const qsizetype line = before.count('\n') + 1;
    const qsizetype column = QString::fromUtf8(before.mid(before.lastIndexOf('\n') + 1)).size() + 1;
    return QStringLiteral("%1, line %2, column %3").arg(place).arg(line).arg(column);
}

} // namespace

JsonCursor::JsonCursor(QJsonValue value, QString path, JsonProblem& problem)
    : m_value(std::move(value))
    , m_step(path.isEmpty() ? nullptr
                            : std::make_shared<const Step>(Step{.before = nullptr, .key = std::move(path)}))
    , m_problem(&problem)
{
}

JsonCursor::JsonCursor(QJsonValue value, std::shared_ptr<const Step> step, JsonProblem* problem)
    : m_value(std::move(value)), m_step(std::move(step)), m_problem(problem)
{
}

QString JsonCursor::path() const
{
    QString path;
    for (const Step* step = m_step.get(); step != nullptr; step = step->before.get()) {
        if (step->index >= 0) {
            path.prepend(QStringLiteral("[%1]").arg(step->index));
        } else {
            const bool isFirst = step->before == nullptr;
            path.prepend(isFirst ? step->key : QLatin1Char('.') + step->key);
        }
    }
    return path;
}

bool JsonCursor::isPresent() const
{
    return !m_value.isUndefined() && !m_value.isNull();
}

JsonCursor JsonCursor::at(const QString& key) const
{
    if (isPresent() && !m_value.isObject()) {
        complain(QStringLiteral("an object"));
    }
    return {m_value.toObject().value(key), std::make_shared<const Step>(Step{.before = m_step, .key = key}),
            m_problem};
}

JsonCursor JsonCursor::required(const QString& key) const
{
    JsonCursor member = at(key);
    if (!member.isPresent()) {
        member.complain(QStringLiteral("a value; it is required"));
    }
    return member;
}

JsonCursor JsonCursor::withValue(QJsonValue value) const
{
    return {std::move(value), m_step, m_problem};
}

std::vector<JsonCursor> JsonCursor::items() const
{
    std::vector<JsonCursor> result;
    if (isPresent() && !m_value.isArray()) {
        complain(QStringLiteral("an array"));
        return result;
    }
    const QJsonArray array = m_value.toArray();
    result.reserve(static_cast<std::size_t>(array.size()));
    for (qsizetype index = 0; index < array.size(); ++index) {
        result.push_back({array.at(index),
                          std::make_shared<const Step>(Step{.before = m_step, .key = {}, .index = index}),
                          m_problem});
    }
    return result;
}

QStringList JsonCursor::keys() const
{
    if (isPresent() && !m_value.isObject()) {
        complain(QStringLiteral("an object"));
    }
    return m_value.toObject().keys();
}

double JsonCursor::number(double fallback) const
{
    if (!isPresent()) {
        return fallback;
    }
    if (!m_value.isDouble()) {
        complain(QStringLiteral("a number"));
    }
    return m_value.toDouble(fallback);
}

qint64 JsonCursor::integer(qint64 lowest, qint64 highest, qint64 fallback) const
{
    if (!isPresent()) {
        return fallback;
    }
    // What no qint64 can hold would come back as the default.
    constexpr qint64 kNoInteger = std::numeric_limits<qint64>::min();
    const qint64 result = m_value.toInteger(kNoInteger);
    if (result == kNoInteger || result < lowest || result > highest) {
        complain(QStringLiteral("a whole number from %1 to %2").arg(lowest).arg(highest));
        return fallback;
    }
    return result;
}

bool JsonCursor::boolean(bool fallback) const
{
    if (isPresent() && !m_value.isBool()) {
        complain(QStringLiteral("true or false"));
    }
    return m_value.toBool(fallback);
}

QString JsonCursor::string() const
{
    if (isPresent() && !m_value.isString()) {
        complain(QStringLiteral("a string"));
    }
    return m_value.toString();
}

void JsonCursor::complain(const QString& expected) const
{
    reject(QStringLiteral("found %1, expected %2").arg(shown(m_value), expected));
}

void JsonCursor::reject(const QString& text) const
{
    if (!m_problem->isSet) {
        *m_problem = {true, path(), text};
    }
}

Result<QJsonObject> parseJsonObject(const QByteArray& json, const QString& place)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        return Error{Error::Kind::BadInput, QStringLiteral("this is not JSON: %1").arg(error.errorString()),
                     placeInText(place, json, error.offset)};
    }
    if (const std::optional<RepeatedKey> repeated = repeatedKeyIn(json)) {
        return Error{Error::Kind::BadInput,
                     QStringLiteral("the key \"%1\" stands twice in one object; only one of them could hold")
                         .arg(QString::fromUtf8(repeated->key)),
                     placeInText(place, json, repeated->offset)};
    }
    if (!document.isObject()) {
        return Error{Error::Kind::BadInput, QStringLiteral("found an array at the top, expected an object"),
                     place};
    }
    return document.object();
}

} // namespace retryscope::io
