// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QStringList>

namespace retryscope::io {

/// The JSON Schema (draft 2020-12) of policy files for editors: resources/schemas/policy.json. A test
/// compares it with the reader, member by member and range by range.
[[nodiscard]] QByteArray policySchema();

/// The schema of one value of a policy: its texts for people and its allowed values. The policy form is built
/// from it, so that it has every member of the file format.
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

    /// Lists are transparent: `rules.when.bodyHas`, `services.backoff.cap`.
    [[nodiscard]] SchemaNode at(const QString& path) const;
    [[nodiscard]] Sort sort() const;
    /// A label: *Body contains*.
    [[nodiscard]] QString title() const { return m_said.value(QStringLiteral("title")).toString(); }
    /// Its meaning, with unit, range and default.
    [[nodiscard]] QString description() const
    {
        return m_said.value(QStringLiteral("description")).toString();
    }
    /// The default if the member is missing; undefined: none.
    [[nodiscard]] QJsonValue usual() const { return m_said.value(QStringLiteral("default")); }
    [[nodiscard]] QStringList words() const;
    [[nodiscard]] double minimum(double otherwise) const;
    [[nodiscard]] double maximum(double otherwise) const;
    /// The schema of an item: of a list, of a map, or of the single value of a value by kind.
    [[nodiscard]] SchemaNode item() const;
    /// The group of values by kind, if the value can differ by kind.
    [[nodiscard]] SchemaNode kinds() const;
    /// Member names, sorted.
    [[nodiscard]] QStringList keys() const;
    /// Paths of the single values below this one: `attempts.max`; of values by kind also the one for
    /// throttling: `quota.cost.throttling`. Not within the entries of lists and maps.
    [[nodiscard]] QStringList paths() const;
    /// Names of the required members.
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
