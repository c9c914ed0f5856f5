// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/storage/result.h"
#include "core/simulate/scenario.h"

#include <QByteArray>
#include <QJsonObject>

namespace retryscope::io {

/// Reads a scenario strictly; templates are expanded and bodies parsed. place: file name for error messages.
Result<Scenario> scenarioFromJson(const QByteArray& json, const QString& place);
[[nodiscard]] QJsonObject scenarioToJson(const Scenario& scenario);

} // namespace retryscope::io
