// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/json/json_cursor.h"
#include "core/io/json/json_patch.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"
#include "core/policy/renamed_ids.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>

#include <algorithm>

namespace retryscope::io {

namespace {

constexpr QLatin1String kExtends{"extends"};
constexpr QLatin1String kMoreRules{"moreRules"};

/// A rule takes the place of the one with its id, or comes after all others.
QJsonArray withRules(QJsonArray rules, const QJsonArray& more)
{
    const auto idOf = [](const QJsonValue& rule) {
        return currentId(fromQString(rule[QLatin1String("id")].toString()));
    };
    for (const QJsonValue rule : more) {
        const auto same = std::find_if(rules.begin(), rules.end(),
                                       [&](const QJsonValue other) { return idOf(other) == idOf(rule); });
        if (same == rules.end()) {
            rules.append(rule);
        } else {
            *same = rule;
        }
    }
    return rules;
}

QStringList presetIds()
{
    QStringList ids = QDir(QStringLiteral(":/retryscope/policies")).entryList({QStringLiteral("*.json")});
    ids.replaceInStrings(QStringLiteral(".json"), QString());
    return ids;
}

/// extended: the presets that led here, the last one first asked for by the file itself.
Result<QJsonObject> flattened(QJsonObject json, const QString& place, const FindPreset& find,
                              QStringList extended)
{
    const QJsonValue wish = json.take(kExtends);
    if (wish.isUndefined()) {
        return json;
    }
    const QString id = wish.toString();
    if (id.isEmpty()) {
        return Error{Error::Kind::BadInput, QStringLiteral("found no string, expected the id of a preset"),
                     place};
    }
    if (extended.contains(id)) {
        return Error{Error::Kind::BadInput,
                     QStringLiteral("these presets extend each other: %1")
                         .arg((extended << id).join(QStringLiteral(", "))),
                     place};
    }
    const Result<QJsonObject> preset = find(id);
    if (!preset) {
        return Error{preset.error().kind, preset.error().message, place};
    }
    Result<QJsonObject> base = flattened(preset.value(), place, find, extended << id);
    if (!base) {
        return base;
    }
    QJsonObject whole = std::move(base).value();
    // A policy has a name of its own.
    whole.remove(QStringLiteral("id"));
    whole.remove(QStringLiteral("title"));
    whole.remove(QStringLiteral("shortName"));
    const QJsonValue more = json.take(kMoreRules);
    whole = mergePatch(whole, json).toObject();
    if (!more.isUndefined() && !more.isArray()) {
        return Error{Error::Kind::BadInput, QStringLiteral("found no list, expected a list of rules"),
                     place + QStringLiteral(".") + kMoreRules};
    }
    if (more.isArray()) {
        const QString rules = QStringLiteral("rules");
        whole[rules] = withRules(whole[rules].toArray(), more.toArray());
    }
    return whole;
}

/// unknown: what is said of an id that no preset has, with places for the id and for close ones.
Result<QJsonObject> readPreset(const QString& id, const QString& unknown)
{
    const QStringList known = presetIds();
    if (!known.contains(id)) {
        return Error{Error::Kind::BadInput, unknown.arg(id, suggestionFor(id, known)), {}};
    }
    QFile file(QStringLiteral(":/retryscope/policies/%1.json").arg(id));
    return file.open(QIODevice::ReadOnly)
               ? parseJsonObject(file.readAll(), id)
               : Result<QJsonObject>(Error{Error::Kind::Environment, file.errorString(), {}});
}

} // namespace

Result<QJsonObject> presetJson(const QString& id)
{
    return readPreset(id, QStringLiteral("no preset is named \"%1\"; %2"));
}

Result<Policy> presetPolicy(const QString& id)
{
    const Result<QJsonObject> json = readPreset(id, QStringLiteral("no policy is named \"%1\"; %2"));
    return json ? policyFromJson(json.value(), id) : json.error();
}

Result<QJsonObject> flattenedPolicy(const QJsonObject& json, const QString& place, const FindPreset& find)
{
    const QString member = place.isEmpty() ? QString(kExtends) : place + QStringLiteral(": ") + kExtends;
    return flattened(json, member, find, {});
}

} // namespace retryscope::io
