// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace retryscope::test {

/// The part of JSON Schema (draft 2020-12) that the schema of policies uses. A keyword that is not known here
/// throws, so that no check is passed over; tests/architecture/check_schema.py asks a whole implementation
/// the same.
class SchemaCheck
{
public:
    explicit SchemaCheck(QJsonObject root) : m_root(std::move(root)) {}

    [[nodiscard]] bool accepts(const QJsonValue& value) const { return holds(m_root, value); }

    /// What `$ref` and nothing else leads to. name: where that stands.
    [[nodiscard]] QJsonObject followed(QJsonObject schema, QString& name) const
    {
        while (schema.contains(QStringLiteral("$ref"))) {
            name = schema.value(QStringLiteral("$ref")).toString();
            schema = definition(name);
        }
        return schema;
    }

    [[nodiscard]] bool holds(const QJsonValue& schema, const QJsonValue& value) const
    {
        if (schema.isBool()) {
            return schema.toBool();
        }
        const QJsonObject rules = schema.toObject();
        const QStringList names = rules.keys();
        return std::all_of(names.begin(), names.end(),
                           [&](const QString& keyword) { return keeps(rules, keyword, value); });
    }

private:
    [[nodiscard]] QJsonObject definition(const QString& name) const
    {
        return m_root.value(QStringLiteral("$defs")).toObject().value(name.mid(8)).toObject();
    }

    [[nodiscard]] static bool isOf(const QString& type, const QJsonValue& value)
    {
        if (type == QLatin1String("integer")) {
            return value.isDouble() && std::trunc(value.toDouble()) == value.toDouble();
        }
        return (type == QLatin1String("number") && value.isDouble()) ||
               (type == QLatin1String("string") && value.isString()) ||
               (type == QLatin1String("boolean") && value.isBool()) ||
               (type == QLatin1String("array") && value.isArray()) ||
               (type == QLatin1String("object") && value.isObject()) ||
               (type == QLatin1String("null") && value.isNull());
    }

    [[nodiscard]] bool keeps(const QJsonObject& rules, const QString& keyword, const QJsonValue& value) const
    {
        const QJsonValue asked = rules.value(keyword);
        const auto is = [&keyword](const char* name) {
            return keyword == QLatin1String(name);
        };
        for (const char* said : {"$schema", "$id", "$comment", "$defs", "title", "description", "default",
                                 "examples", "then", "else"}) {
            if (is(said)) {
                return true;
            }
        }
        if (is("$ref")) {
            return holds(definition(asked.toString()), value);
        }
        if (is("type")) {
            const QJsonArray types = asked.isArray() ? asked.toArray() : QJsonArray{asked};
            return std::any_of(types.begin(), types.end(),
                               [&value](const auto& type) { return isOf(type.toString(), value); });
        }
        if (is("enum")) {
            return asked.toArray().contains(value);
        }
        if (is("const")) {
            return asked == value;
        }
        if (is("anyOf") || is("allOf")) {
            const QJsonArray parts = asked.toArray();
            const auto holdsIt = [&](const auto& part) {
                return holds(part, value);
            };
            return is("anyOf") ? std::any_of(parts.begin(), parts.end(), holdsIt)
                               : std::all_of(parts.begin(), parts.end(), holdsIt);
        }
        if (is("not")) {
            return !holds(asked, value);
        }
        if (is("if")) {
            return holds(
                rules.value(holds(asked, value) ? QStringLiteral("then") : QStringLiteral("else"))
                        .isUndefined()
                    ? QJsonValue(true)
                    : rules.value(holds(asked, value) ? QStringLiteral("then") : QStringLiteral("else")),
                value);
        }
        return value.isObject()   ? keepsAsObject(rules, keyword, value.toObject())
               : value.isArray()  ? keepsAsArray(rules, keyword, value.toArray())
               : value.isString() ? keepsAsText(rules, keyword, value.toString())
                                  : keepsAsNumber(rules, keyword, value);
    }

    /// Keywords for other types say nothing.
    static bool isKnown(const QString& keyword)
    {
        for (const char* name :
             {"properties", "additionalProperties", "required", "maxProperties", "items", "minItems",
              "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum"}) {
            if (keyword == QLatin1String(name)) {
                return true;
            }
        }
        throw std::logic_error("the schema uses a keyword that this check does not know: " +
                               keyword.toStdString());
    }

    [[nodiscard]] bool keepsAsObject(const QJsonObject& rules, const QString& keyword,
                                     const QJsonObject& value) const
    {
        const QJsonValue asked = rules.value(keyword);
        const QJsonObject properties = rules.value(QStringLiteral("properties")).toObject();
        if (keyword == QLatin1String("required")) {
            const QJsonArray names = asked.toArray();
            return std::all_of(names.begin(), names.end(),
                               [&value](const auto& name) { return value.contains(name.toString()); });
        }
        if (keyword == QLatin1String("properties") || keyword == QLatin1String("additionalProperties")) {
            const bool isNamed = keyword == QLatin1String("properties");
            const QStringList keys = value.keys();
            return std::all_of(keys.begin(), keys.end(), [&](const QString& key) {
                return properties.contains(key) != isNamed ||
                       holds(isNamed ? properties.value(key) : asked, value.value(key));
            });
        }
        if (keyword == QLatin1String("maxProperties")) {
            return value.size() <= asked.toInt();
        }
        return isKnown(keyword);
    }

    [[nodiscard]] bool keepsAsArray(const QJsonObject& rules, const QString& keyword,
                                    const QJsonArray& value) const
    {
        const QJsonValue asked = rules.value(keyword);
        if (keyword == QLatin1String("items")) {
            return std::all_of(value.begin(), value.end(),
                               [&](const auto& item) { return holds(asked, item); });
        }
        if (keyword == QLatin1String("minItems")) {
            return value.size() >= asked.toInt();
        }
        return isKnown(keyword);
    }

    [[nodiscard]] static bool keepsAsText(const QJsonObject& rules, const QString& keyword,
                                          const QString& value)
    {
        const QJsonValue asked = rules.value(keyword);
        if (keyword == QLatin1String("pattern")) {
            static QHash<QString, QRegularExpression> patterns;
            QRegularExpression& pattern = patterns[asked.toString()];
            pattern.setPattern(asked.toString());
            return pattern.match(value).hasMatch();
        }
        if (keyword == QLatin1String("minLength")) {
            return value.size() >= asked.toInt();
        }
        if (keyword == QLatin1String("maxLength")) {
            return value.size() <= asked.toInt();
        }
        return isKnown(keyword);
    }

    [[nodiscard]] static bool keepsAsNumber(const QJsonObject& rules, const QString& keyword,
                                            const QJsonValue& value)
    {
        const QJsonValue asked = rules.value(keyword);
        if (!value.isDouble()) {
            return isKnown(keyword);
        }
        if (keyword == QLatin1String("minimum")) {
            return value.toDouble() >= asked.toDouble();
        }
        if (keyword == QLatin1String("maximum")) {
            return value.toDouble() <= asked.toDouble();
        }
        if (keyword == QLatin1String("exclusiveMinimum")) {
            return value.toDouble() > asked.toDouble();
        }
        return isKnown(keyword);
    }

    QJsonObject m_root;
};

} // namespace retryscope::test
