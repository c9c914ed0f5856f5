// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/policy.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <functional>
#include <vector>

namespace retryscope::io {

/// Reads a policy strictly: unknown keys, missing units and unknown types are errors with a JSON path.
/// place: file name for error messages.
Result<Policy> policyFromJson(const QByteArray& json, const QString& place);
/// The same for a policy that stands inside another document.
Result<Policy> policyFromJson(const QJsonObject& json, const QString& place);
/// The file of a built-in preset as it stands.
Result<QJsonObject> presetJson(const QString& id);
/// A built-in preset; an unknown id is BadInput, and the message names close ones.
Result<Policy> presetPolicy(const QString& id);
using FindPreset = std::function<Result<QJsonObject>(const QString& id)>;
/// The whole of a policy whose `extends` names a preset: what the file says, laid over the preset as a merge
/// patch (RFC 7386; lists are replaced whole). A policy without `extends` is returned as it is.
Result<QJsonObject> flattenedPolicy(const QJsonObject& json, const QString& place,
                                    const FindPreset& find = presetJson);
/// The same of a policy that is being edited: what can be read is, contradictions and all; see problemsOf().
Result<Policy> policyDraftFromJson(const QJsonObject& json);
/// Always whole.
[[nodiscard]] QJsonObject policyToJson(const Policy& policy);
/// One rule, or one header with a delay, as it stands in a policy's file, and back; contradictions are no
/// errors.
[[nodiscard]] QJsonObject ruleToJson(const Rule& rule);
Result<Rule> ruleFromJson(const QJsonObject& json);
[[nodiscard]] QJsonObject hintToJson(const HintSpec& hint);
Result<HintSpec> hintFromJson(const QJsonObject& json);
/// Sets one value by its JSON path (`backoff.cap=5s`, `attempts.max=4`, `rules.server.kind=permanent`: rules
/// by id) and reads the result as a policy again, so that every check holds. value: JSON, or a bare word
/// taken as a string.
Result<Policy> withOverride(const Policy& policy, const QString& path, const QString& value);

/// One value of a policy to set, as withOverride() takes it.
struct PolicyOverride
{
    QString path;
    QString value;
};
/// Several at once: checks hold for the result, whatever the order.
Result<Policy> withOverrides(const Policy& policy, const std::vector<PolicyOverride>& overrides);

} // namespace retryscope::io
