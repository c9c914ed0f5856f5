// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/read/error_knowledge.h"

#include <QByteArray>
#include <QString>

namespace retryscope::io {

/// Reads a file of resources/errors strictly. place: for messages.
Result<ErrorKnowledge> errorsFromJson(const QByteArray& json, const QString& place);
/// The content of all built-in files. A test reads every file.
[[nodiscard]] const ErrorKnowledge& errorKnowledge();

} // namespace retryscope::io
