// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/read/incurable_error.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace retryscope::io {

/// Reads a file of resources/errors strictly. place: for messages.
Result<std::vector<IncurableErrors>> errorsFromJson(const QByteArray& json, const QString& place);
/// The errors of all built-in files. A test reads every file.
[[nodiscard]] const std::vector<IncurableErrors>& incurableErrors();

} // namespace retryscope::io
