// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_schema.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <utility>

namespace retryscope::io {

namespace {

constexpr QLatin1String kDefinition{"#/$defs/"};

const QJsonObject& definitions()
{
    static const QJsonObject all =
        QJsonDocument::fromJson(policySchema()).object().value(QStringLiteral("$defs")).toObject();
    return all;
}

/// `["string", "null"]` -> string
QString typeOf(const QJsonObject& node)
{
    const QJsonValue type = node.value(QStringLiteral("type"));
    return type.isArray() ? type.toArray().first().toString() : type.toString();
}

} // namespace

QByteArray policySchema()
{
    QFile file(QStringLiteral(":/retryscope/schemas/policy.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

SchemaNode::SchemaNode(QJsonObject said, QJsonObject node, QString name)
    : m_said(std::move(said)), m_node(std::move(node)), m_name(std::move(name))
{
}

/// Follows what it refers to; of `anyOf` the first choice counts, the others being null or by kind.
SchemaNode SchemaNode::of(const QJsonObject& said)
{
    QJsonObject node = said;
    QString name;
    for (;;) {
        const QString reference = node.value(QStringLiteral("$ref")).toString();
        const QJsonArray choices = node.value(QStringLiteral("anyOf")).toArray();
        const bool isOneOrNull =
            !node.contains(QStringLiteral("type")) && !choices.isEmpty() &&
            choices.last().toObject().value(QStringLiteral("type")) == QLatin1String("null") &&
            choices.size() == 2;
        if (!reference.isEmpty()) {
            name = reference.mid(kDefinition.size());
            node = definitions().value(name).toObject();
        } else if (isOneOrNull) {
            node = choices.first().toObject();
        } else {
            return {said, node, name};
        }
    }
}

const SchemaNode& SchemaNode::policy()
{
    static const SchemaNode root = of(QJsonDocument::fromJson(policySchema()).object());
    return root;
}

SchemaNode SchemaNode::member(const QString& key) const
{
    const QJsonObject members = m_node.value(QStringLiteral("properties")).toObject();
    return of(members.value(key).toObject());
}

SchemaNode SchemaNode::at(const QString& path) const
{
    SchemaNode node = *this;
    for (const QString& key : path.split(QLatin1Char('.'))) {
        while (node.sort() == Sort::List || node.sort() == Sort::Map) {
            node = node.item();
        }
        node = node.member(key);
    }
    return node;
}

SchemaNode::Sort SchemaNode::sort() const
{
    if (m_name == u"duration" || m_name == u"longerThanZero") {
        return Sort::Duration;
    }
    if (m_name == u"status") {
        return Sort::Status;
    }
    if (m_node.contains(QStringLiteral("enum"))) {
        return Sort::Choice;
    }
    const QString type = typeOf(m_node);
    if (type.isEmpty()) {
        return m_node.contains(QStringLiteral("anyOf")) ? Sort::ByKind : Sort::Unknown;
    }
    if (type == u"object") {
        return m_node.contains(QStringLiteral("properties")) ? Sort::Group : Sort::Map;
    }
    return type == u"boolean"   ? Sort::Flag
           : type == u"integer" ? Sort::Whole
           : type == u"number"  ? Sort::Number
           : type == u"array"   ? Sort::List
                                : Sort::Text;
}

QStringList SchemaNode::words() const
{
    QStringList words;
    for (const QJsonValue& word : m_node.value(QStringLiteral("enum")).toArray()) {
        if (word.isString()) {
            words.append(word.toString());
        }
    }
    return words;
}

double SchemaNode::minimum(double otherwise) const
{
    const QJsonValue above = m_node.value(QStringLiteral("exclusiveMinimum"));
    return m_node.value(QStringLiteral("minimum")).toDouble(above.toDouble(otherwise));
}

double SchemaNode::maximum(double otherwise) const
{
    return m_node.value(QStringLiteral("maximum")).toDouble(otherwise);
}

SchemaNode SchemaNode::item() const
{
    switch (sort()) {
    case Sort::List:
        return of(m_node.value(QStringLiteral("items")).toObject());
    case Sort::Map:
        return of(m_node.value(QStringLiteral("additionalProperties")).toObject());
    default:
        return of(m_node.value(QStringLiteral("anyOf")).toArray().first().toObject());
    }
}

SchemaNode SchemaNode::kinds() const
{
    return of(m_node.value(QStringLiteral("anyOf")).toArray().at(1).toObject());
}

QStringList SchemaNode::requiredKeys() const
{
    QStringList keys;
    for (const QJsonValue& key : m_node.value(QStringLiteral("required")).toArray()) {
        keys.append(key.toString());
    }
    return keys;
}

QStringList SchemaNode::keys() const
{
    return m_node.value(QStringLiteral("properties")).toObject().keys();
}

/// Of the kinds, the one that clients treat differently.
QStringList SchemaNode::paths() const
{
    QStringList paths;
    for (const QString& key : keys()) {
        const SchemaNode node = member(key);
        const bool isByKind = node.sort() == Sort::ByKind;
        const QStringList within = isByKind ? QStringList{QStringLiteral("throttling")} : node.paths();
        if (isByKind || within.isEmpty()) {
            paths.append(key);
        }
        for (const QString& path : within) {
            paths.append(key + QLatin1Char('.') + path);
        }
    }
    return paths;
}

} // namespace retryscope::io
