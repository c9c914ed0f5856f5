// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/json_cursor.h"
#include "core/io/text/result.h"
#include "core/simulate/scenario.h"

#include <QByteArray>
#include <QJsonObject>

namespace retryscope::io {

/// Reads a scenario strictly; templates are expanded and bodies parsed. place: file name for error messages.
/// A step without a `reason` gets the usual one of its status.
Result<Scenario> scenarioFromJson(const QByteArray& json, const QString& place);
Result<Scenario> scenarioFromJson(const QJsonObject& document, const QString& place);
/// Reading the result gives an equal scenario. A step made from a template is written as the template and
/// what differs from it; headers are an object where that keeps their order, else a list of pairs.
[[nodiscard]] QJsonObject scenarioToJson(const Scenario& scenario);

/// The `request` of a scenario: method, path as `url`, protocol, headers, body.
[[nodiscard]] RequestSpec requestFromJson(const JsonCursor& json);
/// The `request` of one step, which may name `service` and `operation`, too.
[[nodiscard]] RequestSpec stepRequestFromJson(const JsonCursor& json);
[[nodiscard]] QJsonObject stepRequestToJson(const RequestSpec& request);

} // namespace retryscope::io
