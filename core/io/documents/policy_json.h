// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/check.h"
#include "core/policy/policy.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <functional>
#include <vector>

namespace retryscope::io {

/// Reads a policy strictly: unknown keys, missing units and unknown types are errors with a JSON path.
/// place: file name for error messages.
Result<Policy> policyFromJson(const QByteArray& json, const QString& place);
/// The same for a policy inside another document.
Result<Policy> policyFromJson(const QJsonObject& json, const QString& place);
/// The unmodified file of a built-in preset.
Result<QJsonObject> presetJson(const QString& id);
/// A built-in preset; an unknown id is BadInput, with similar ids in the message.
Result<Policy> presetPolicy(const QString& id);
using FindPreset = std::function<Result<QJsonObject>(const QString& id)>;
/// The complete policy for a file with `extends`: the file applied to the preset as a merge patch (RFC 7386;
/// lists are replaced whole). Returns a policy without `extends` as it is.
Result<QJsonObject> flattenedPolicy(const QJsonObject& json, const QString& place,
                                    const FindPreset& find = presetJson);
/// The same for a policy being edited: accepts contradictions; see problemsOf().
Result<Policy> policyDraftFromJson(const QJsonObject& json);
/// Always writes the complete policy.
[[nodiscard]] QJsonObject policyToJson(const Policy& policy);
/// Converts one rule or one delay hint to and from its form in a policy file; contradictions are not errors.
[[nodiscard]] QJsonObject ruleToJson(const Rule& rule);
Result<Rule> ruleFromJson(const QJsonObject& json);
[[nodiscard]] QJsonObject hintToJson(const HintSpec& hint);
Result<HintSpec> hintFromJson(const QJsonObject& json);
/// Sets one value by its JSON path (`backoff.cap=5s`, `attempts.max=4`, `rules.server.kind=permanent`, with
/// rules by id) and reads the result as a policy again, so that all checks apply. value: JSON, or a bare word
/// as a string.
Result<Policy> withOverride(const Policy& policy, const QString& path, const QString& value);

/// One value to set, for withOverride().
struct PolicyOverride
{
    QString path;
    QString value;
};
/// Sets several values at once; checks apply to the result only, in any order.
Result<Policy> withOverrides(const Policy& policy, const std::vector<PolicyOverride>& overrides);

/// `[{"path": "backoff.cap", "text": "is below the base …"}]`
[[nodiscard]] QJsonArray problemsToJson(const std::vector<PolicyProblem>& problems);

} // namespace retryscope::io
