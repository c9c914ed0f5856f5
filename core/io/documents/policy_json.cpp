// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"

#include "core/io/documents/policy_fields.h"
#include "core/io/json/json_patch.h"
#include "core/io/text/utf8.h"
#include "core/policy/check.h"
#include "core/policy/policy_size.h"
#include "core/policy/renamed_ids.h"

#include <QStringList>

#include <optional>
#include <type_traits>
#include <vector>

namespace retryscope::io {

namespace {

/// A service's group is laid over the general one, so that it need only say what differs.
template <typename Group>
void describeChanged(FieldReader& fields, const QJsonObject& general, const char* key,
                     std::optional<Group>& group)
{
    if (const JsonCursor change = fields.claim(key); change.isPresent()) {
        const QJsonValue whole = mergePatch(general.value(QLatin1String(key)), change.value());
        readEdited(change.withValue(whole), group);
    }
}

template <typename Group>
void describeChanged(PolicyWriter& fields, const QJsonObject& general, const char* key,
                     const std::optional<Group>& group)
{
    if (group) {
        fields.json(
            key, patchBetween(general.value(QLatin1String(key)).toObject(), editedJson(*group).toObject()));
    }
}

void describeService(auto& fields, auto& change, const QJsonObject& general)
{
    describeChanged(fields, general, "attempts", change.attempts);
    describeChanged(fields, general, "backoff", change.backoff);
    describeChanged(fields, general, "quota", change.quota);
    describeChanged(fields, general, "success", change.success);
    fields.field("rules", change.rules);
    fields.field("replaces", change.replaces);
}

ServiceOverride readService(const JsonCursor& cursor, const QJsonObject& general)
{
    ServiceOverride change;
    FieldReader fields(cursor, Form::Edited);
    describeService(fields, change, general);
    fields.finish();
    return change;
}

template <typename Describe>
QJsonObject objectOf(Describe describe)
{
    JsonBuilder builder;
    PolicyWriter fields(builder, Form::Edited);
    builder.beginObject();
    describe(fields);
    builder.endObject();
    return builder.result().toObject();
}

QJsonObject writeService(const ServiceOverride& change, const QJsonObject& general)
{
    return objectOf([&](PolicyWriter& fields) { describeService(fields, change, general); });
}

/// The first problem is the one that is told.
void noteSize(const Policy& policy, JsonProblem& problem)
{
    const std::optional<PolicyProblem> size = sizeProblemOf(policy);
    if (size && !problem.isSet) {
        problem = {.isSet = true, .path = toQString(size->path), .text = toQString(size->text)};
    }
}

Policy readPolicy(const QJsonObject& json, JsonProblem& problem)
{
    Policy policy;
    FieldReader fields(JsonCursor(json, QString(), problem), Form::Edited);
    describeGeneral(fields, policy);
    noteSize(policy, problem);
    const auto readOverrides = [&](const char* key, std::map<std::string, ServiceOverride>& overrides) {
        const JsonCursor changes = fields.claim(key);
        for (const auto& [name, change] : changes.members()) {
            // Each gets a copy of the general groups, which must not be large, nor be copied without end.
            if (problem.isSet || overrides.size() > PolicyLimits::kOverrides) {
                break;
            }
            overrides[name.toStdString()] = readService(change, json);
        }
    };
    readOverrides("services", policy.services);
    readOverrides("operations", policy.operations);
    fields.finish();
    useCurrentIds(policy);
    noteSize(policy, problem);
    return policy;
}

QString joined(const QString& place, const QString& path)
{
    return place.isEmpty() || path.isEmpty() ? place + path : place + QStringLiteral(": ") + path;
}

Result<Policy> readDraft(const QJsonObject& json, const QString& place)
{
    const Result<QJsonObject> whole = flattenedPolicy(json, place);
    if (!whole) {
        return whole.error();
    }
    JsonProblem problem;
    Policy policy = readPolicy(whole.value(), problem);
    return problem.isSet
               ? Result<Policy>(Error{Error::Kind::BadInput, problem.text, joined(place, problem.path)})
               : policy;
}

template <typename Part>
Result<Part> readPart(const QJsonObject& json)
{
    JsonProblem problem;
    Part part;
    readEdited(JsonCursor(json, QString(), problem), part);
    return problem.isSet ? Result<Part>(Error{Error::Kind::BadInput, problem.text, problem.path}) : part;
}

/// All contradictions; the first gives the place.
Error asError(const std::vector<PolicyProblem>& problems, const QString& place)
{
    QStringList texts{toQString(problems.front().text)};
    for (std::size_t i = 1; i < problems.size(); ++i) {
        texts.append(toQString(problems[i].path + " " + problems[i].text));
    }
    return {Error::Kind::BadInput, texts.join(QStringLiteral("; also ")),
            joined(place, toQString(problems.front().path))};
}

} // namespace

Result<Policy> policyFromJson(const QJsonObject& json, const QString& place)
{
    Result<Policy> policy = readDraft(json, place);
    if (!policy) {
        return policy;
    }
    if (const std::vector<PolicyProblem> problems = problemsOf(policy.value()); !problems.empty()) {
        return asError(problems, place);
    }
    return policy;
}

Result<Policy> policyDraftFromJson(const QJsonObject& json)
{
    return readDraft(json, {});
}

QJsonObject ruleToJson(const Rule& rule)
{
    return editedJson(rule).toObject();
}

Result<Rule> ruleFromJson(const QJsonObject& json)
{
    return readPart<Rule>(json);
}

QJsonObject hintToJson(const HintSpec& hint)
{
    return editedJson(hint).toObject();
}

Result<HintSpec> hintFromJson(const QJsonObject& json)
{
    return readPart<HintSpec>(json);
}

Result<Policy> policyFromJson(const QByteArray& json, const QString& place)
{
    const QByteArray begin = json.left(4096).trimmed();
    if (begin.isEmpty() && json.trimmed().isEmpty()) {
        return Error{Error::Kind::BadInput, QStringLiteral("the file is empty"), place};
    }
    const Result<QJsonObject> object = parseJsonObject(json, place);
    if (!object) {
        Error error = object.error();
        if (!begin.startsWith('{') && !begin.startsWith('[')) {
            error.message += QStringLiteral(
                "; a policy file is JSON; \"policies import\" converts another program's configuration");
        }
        return error;
    }
    const QJsonObject& found = object.value();
    if (!found.contains(QStringLiteral("format")) && found.contains(QStringLiteral("notUnderstood")) &&
        found.value(QStringLiteral("policy")).isObject()) {
        return Error{Error::Kind::BadInput,
                     QStringLiteral("this is a report of \"policies import\"; the policy is its member "
                                    "\"policy\". Use --output to write the policy alone"),
                     place};
    }
    Result<Policy> policy = policyFromJson(found, place);
    if (!policy && !found.contains(QStringLiteral("format"))) {
        Error error = policy.error();
        error.message += QStringLiteral("; \"policies import\" converts another program's configuration");
        return error;
    }
    return policy;
}

QJsonObject policyToJson(const Policy& policy)
{
    Policy copy = policy;
    const QJsonObject general = objectOf([&copy](PolicyWriter& fields) { describeGeneral(fields, copy); });
    QJsonObject whole = general;
    for (const auto& [key, overrides] :
         {std::pair("services", &policy.services), std::pair("operations", &policy.operations)}) {
        QJsonObject changes;
        for (const auto& [name, change] : *overrides) {
            changes.insert(toQString(name), writeService(change, general));
        }
        if (!changes.isEmpty()) {
            whole.insert(QLatin1String(key), changes);
        }
    }
    return whole;
}

QJsonArray problemsToJson(const std::vector<PolicyProblem>& problems)
{
    QJsonArray array;
    for (const PolicyProblem& problem : problems) {
        array.append(QJsonObject{{QStringLiteral("path"), toQString(problem.path)},
                                 {QStringLiteral("text"), toQString(problem.text)}});
    }
    return array;
}

} // namespace retryscope::io
