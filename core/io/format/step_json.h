// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/json_cursor.h"
#include "core/simulate/scenario.h"

#include <QJsonObject>

#include <string>
#include <string_view>

namespace retryscope::io {

/// One step of a scenario; `parsed` is filled.
[[nodiscard]] EndpointStep stepFromJson(const JsonCursor& json);
[[nodiscard]] QJsonObject stepToJson(const EndpointStep& step);

/// Member `headers`, an object or a list of `[name, value]` pairs; the fallback when it is missing.
[[nodiscard]] Headers headersOf(const JsonCursor& json, const Headers& fallback = {});
[[nodiscard]] QJsonValue headersToJson(const Headers& headers);
/// Member `body` as text or `bodyBase64`; the fallback when both are missing.
[[nodiscard]] std::string bodyOf(const JsonCursor& json, const std::string& fallback = {});
void writeBody(const std::string& body, QJsonObject& json);

/// A text that is the fallback when missing.
[[nodiscard]] std::string textOf(const JsonCursor& json, const std::string& fallback = {});
/// True for the characters of which methods and header names are made (RFC 9110, token).
[[nodiscard]] bool isToken(std::string_view text);
/// Complains about the first member of an object that is not among the allowed ones.
void rejectUnknownKeys(const JsonCursor& json, const QStringList& allowed);

} // namespace retryscope::io
