// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/sdk_switch.h"

#include <QByteArray>
#include <QString>

namespace retryscope::io {

/// Reads a file of resources/sdks strictly. place: for messages.
Result<Sdk> sdkFromJson(const QByteArray& json, const QString& place);
/// Those built in, by id. A test reads every file.
[[nodiscard]] const Sdks& builtInSdks();

} // namespace retryscope::io
