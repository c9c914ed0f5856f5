// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/documents/policy_schema.h"
#include "core/io/json/json_fields.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"
#include "core/policy/members.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonParseError>
#include <QStringList>

#include <algorithm>
#include <array>

namespace retryscope::io {

namespace {

/// In a message: a path can be as long as a command line.
QString shownPath(const QString& path)
{
    constexpr qsizetype kMost = 200;
    return boundedLine(fromQString(path), kMost);
}

/// `[4]` -> 4, `5s` -> "5s": JSON where it is JSON, else a text.
QJsonValue valueFrom(const QString& text)
{
    QJsonParseError error;
    const QByteArray wrapped = '[' + text.toUtf8() + ']';
    const QJsonArray array = QJsonDocument::fromJson(wrapped, &error).array();
    return error.error == QJsonParseError::NoError && array.size() == 1 ? array.first() : QJsonValue(text);
}

/// How an entry of a list is called in a path: rules by id, hints by header, others by index.
QString nameOfEntry(const QJsonArray& array, qsizetype index)
{
    const QJsonObject entry = array.at(index).toObject();
    for (const QLatin1String key : {QLatin1String("id"), QLatin1String("header")}) {
        if (const QString name = entry.value(key).toString(); !name.isEmpty()) {
            return name;
        }
    }
    return QString::number(index);
}

/// A client without quota or limiter has none of their other values either, so `quota.type=none` says all.
bool takesGroupAway(const PolicyOverride& change)
{
    return (change.path == u"quota.type" || change.path == u"limiter.type") && change.value == u"none";
}

/// One walk along a path; the part walked so far is kept for messages.
class Override
{
public:
    Override(const QString& path, QJsonValue value)
        : m_path(path), m_steps(path.split(QLatin1Char('.'))), m_value(std::move(value))
    {
    }

    QJsonValue applyTo(const QJsonValue& json) { return applied(json, 0); }
    [[nodiscard]] const QString& problem() const { return m_problem; }

private:
    QJsonValue applied(const QJsonValue& json, qsizetype depth)
    {
        if (depth == m_steps.size()) {
            return m_value;
        }
        if (m_steps.at(depth).isEmpty()) {
            m_problem = QStringLiteral("\"%1\" is not a path; write for example backoff.cap").arg(m_path);
            return json;
        }
        return json.isArray() ? inArray(json.toArray(), depth) : inObject(json, depth);
    }

    QJsonValue inObject(const QJsonValue& json, qsizetype depth)
    {
        if (!json.isObject() && !json.isUndefined()) {
            m_problem = QStringLiteral("%1 is a single value without members").arg(walked(depth));
            return json;
        }
        QJsonObject object = json.toObject();
        const QString& key = m_steps.at(depth);
        if (isNamedByPeople(depth) && !object.contains(key)) {
            complain(depth, object.keys());
            return json;
        }
        object.insert(key, applied(object.value(key), depth + 1));
        return object;
    }

    QJsonValue inArray(QJsonArray array, qsizetype depth)
    {
        QStringList names;
        for (qsizetype index = 0; index < array.size(); ++index) {
            names.append(nameOfEntry(array, index));
            if (names.last() == m_steps.at(depth)) {
                array.replace(index, applied(array.at(index), depth + 1));
                return array;
            }
        }
        complain(depth, names);
        return array;
    }

    /// Members whose names are data: a misspelled one must not become a new one. All other names are checked
    /// when the result is read as a policy.
    [[nodiscard]] bool isNamedByPeople(qsizetype depth) const
    {
        constexpr std::array kGroups{u"services", u"reading",  u"rules",         u"hints",
                                     u"notes",    u"emulates", u"attemptHeaders"};
        return depth == 1 && std::any_of(kGroups.begin(), kGroups.end(), [this](const char16_t* group) {
                   return m_steps.first() == QStringView(group);
               });
    }

    void complain(qsizetype depth, const QStringList& existing)
    {
        m_problem =
            QStringLiteral("%1 has no \"%2\"; it has: %3")
                .arg(shownPath(walked(depth)), shownPath(m_steps.at(depth)),
                     existing.isEmpty() ? QStringLiteral("nothing") : existing.join(QStringLiteral(", ")));
    }

    [[nodiscard]] QString walked(qsizetype depth) const
    {
        return depth == 0 ? QStringLiteral("a policy") : m_steps.mid(0, depth).join(QLatin1Char('.'));
    }

    QString m_path;
    QStringList m_steps;
    QJsonValue m_value;
    QString m_problem;
};

/// The three members most like this path: those that every policy may have, or every service, and those that
/// this policy has in its lists.
QStringList nearestMembers(const Policy& policy, const QString& path)
{
    constexpr qsizetype kLongest = 200; // comparing takes time
    const QString wanted = path.left(kLongest);
    for (const QString& group : {QStringLiteral("services"), QStringLiteral("operations")}) {
        if (wanted.startsWith(group + QLatin1Char('.'))) {
            const QString place = wanted.section(QLatin1Char('.'), 0, 1) + QLatin1Char('.');
            QStringList nearest;
            for (const QString& member :
                 nearestPaths(wanted.mid(place.size()), SchemaNode::policy().at(group).item().paths())) {
                nearest.append(place + member);
            }
            return nearest;
        }
    }
    QStringList paths = SchemaNode::policy().paths();
    for (const Member& member : membersOf(policy)) {
        const QString known = toQString(member.path);
        if (!known.startsWith(u"services.") && !known.startsWith(u"operations.")) {
            paths.append(known);
        }
    }
    paths.removeDuplicates();
    return nearestPaths(wanted, paths);
}

} // namespace

Result<Policy> withOverrides(const Policy& policy, const std::vector<PolicyOverride>& overrides)
{
    QJsonValue json = policyToJson(policy);
    for (const PolicyOverride& override : overrides) {
        const QString group = override.path.section(QLatin1Char('.'), 0, 0);
        const QJsonObject none{{QStringLiteral("type"), QStringLiteral("none")}};
        Override change = takesGroupAway(override) ? Override(group, none)
                                                   : Override(override.path, valueFrom(override.value));
        json = change.applyTo(json);
        if (!change.problem().isEmpty()) {
            return Error{Error::Kind::BadUsage, change.problem(), shownPath(override.path)};
        }
    }
    const Result<Policy> result = policyFromJson(json.toObject(), QString());
    if (!result && result.error().message.startsWith(kUnknownKey)) {
        const QString unknown = result.error().place.section(QLatin1Char('.'), -1); // of `rules[2].knd`
        for (const PolicyOverride& override : overrides) {
            if (override.path.split(QLatin1Char('.')).contains(unknown)) {
                return Error{
                    Error::Kind::BadUsage,
                    QStringLiteral("%1; did you mean %2?")
                        .arg(kUnknownKey, nearestMembers(policy, override.path).join(QStringLiteral(", "))),
                    shownPath(result.error().place)};
            }
        }
    }
    if (!result) {
        return Error{Error::Kind::BadUsage, result.error().message, shownPath(result.error().place)};
    }
    return result;
}

Result<Policy> withOverride(const Policy& policy, const QString& path, const QString& value)
{
    return withOverrides(policy, {{path, value}});
}

} // namespace retryscope::io
