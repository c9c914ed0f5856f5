// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_cursor.h"
#include "core/io/text/result.h"
#include "core/simulate/scenario.h"

#include <QByteArray>
#include <QJsonObject>

namespace retryscope::io {

/// Reads a scenario strictly; expands templates and parses bodies. place: file name for error messages. A
/// step without a `reason` gets the standard one for its status.
Result<Scenario> scenarioFromJson(const QByteArray& json, const QString& place);
Result<Scenario> scenarioFromJson(const QJsonObject& document, const QString& place);
/// Writes a scenario that reads back equal. Writes a step from a template as the template plus differences;
/// headers as an object if that keeps their order, else as a list of pairs.
[[nodiscard]] QJsonObject scenarioToJson(const Scenario& scenario);

/// The `request` of a scenario: method, path as `url`, protocol, headers, body.
[[nodiscard]] RequestSpec requestFromJson(const JsonCursor& json);
/// The `request` of one step, which can also have `service` and `operation`.
[[nodiscard]] RequestSpec stepRequestFromJson(const JsonCursor& json);
[[nodiscard]] QJsonObject stepRequestToJson(const RequestSpec& request);

} // namespace retryscope::io
