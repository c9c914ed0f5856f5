// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QStringList>

namespace retryscope::io {

/// The JSON Schema (draft 2020-12) of policy files, as an editor wants it: resources/schemas/policy.json. A
/// test holds it against the reader, member by member and range by range.
[[nodiscard]] QByteArray policySchema();

/// What the schema says of one value of a policy: its words for people, and what it may be. The form of a
/// policy is made of it, so that a member that files know is never missing there.
class SchemaNode
{
public:
    enum class Sort {
        Unknown,  ///< the schema knows no such member
        Flag,     ///< true or false
        Whole,    ///< a whole number
        Number,   ///< any number
        Text,     ///< any text
        Choice,   ///< one of words()
        Duration, ///< `100ms`
        Status,   ///< `503`, `5xx`, `500-599`
        List,     ///< of item()
        Group,    ///< an object with the members keys()
        Map,      ///< an object whose keys are names; each is item()
        ByKind,   ///< one item(), or a group of them by kind of failure
    };

    /// The whole policy.
    [[nodiscard]] static const SchemaNode& policy();

    /// Of a list its entry is passed through: `rules.when.bodyHas`, `services.backoff.cap`.
    [[nodiscard]] SchemaNode at(const QString& path) const;
    [[nodiscard]] Sort sort() const;
    /// A label: *Body contains*.
    [[nodiscard]] QString title() const { return m_said.value(QStringLiteral("title")).toString(); }
    /// What it means, with unit, range and default.
    [[nodiscard]] QString description() const
    {
        return m_said.value(QStringLiteral("description")).toString();
    }
    /// What holds where the member is missing; undefined: nothing does.
    [[nodiscard]] QJsonValue usual() const { return m_said.value(QStringLiteral("default")); }
    [[nodiscard]] QStringList words() const;
    [[nodiscard]] double minimum(double otherwise) const;
    [[nodiscard]] double maximum(double otherwise) const;
    /// Of a list, of a map, and of one value where there may be one by kind.
    [[nodiscard]] SchemaNode item() const;
    /// Where there may be one by kind: the group of those.
    [[nodiscard]] SchemaNode kinds() const;
    /// Sorted by name.
    [[nodiscard]] QStringList keys() const;
    /// Of those, the ones that are never missing.
    [[nodiscard]] QStringList requiredKeys() const;

private:
    SchemaNode(QJsonObject said, QJsonObject node, QString name);
    [[nodiscard]] static SchemaNode of(const QJsonObject& said);
    [[nodiscard]] SchemaNode member(const QString& key) const;

    QJsonObject m_said; ///< title, description and default stand here
    QJsonObject m_node; ///< what it refers to, without the choice of null
    QString m_name;     ///< of the definition; empty: none
};

} // namespace retryscope::io
