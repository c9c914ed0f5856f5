// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"
#include "core/io/json/json_cursor.h"

#include <QJsonObject>
#include <QStringList>

#include <string>
#include <string_view>

/// Common parts of a scenario's requests and responses.
namespace retryscope::io {

/// Reads `headers`, an object or a list of `[name, value]` pairs; the fallback if missing.
[[nodiscard]] Headers headersOf(const JsonCursor& json, const Headers& fallback = {});
/// Reads the headers object or list itself.
[[nodiscard]] Headers headersAt(const JsonCursor& list);
[[nodiscard]] QJsonValue headersToJson(const Headers& headers);
/// Reads `body` as text, or `bodyBase64`; the fallback if both are missing.
[[nodiscard]] std::string bodyOf(const JsonCursor& json, const std::string& fallback = {});
void writeBody(const std::string& body, QJsonObject& json);

/// Longest text in a message head: the limit for a whole head.
inline constexpr std::size_t kLongestInHead = std::size_t{256} * 1024;

/// A text of at most `most` bytes; the fallback if missing.
[[nodiscard]] std::string textOf(const JsonCursor& json, const std::string& fallback = {},
                                 std::size_t most = JsonCursor::kLongestText);
/// Rejects the first member that is not allowed.
void rejectUnknownKeys(const JsonCursor& json, const QStringList& allowed);
/// True if a text has a control character other than tab, which reasons and header values must not have.
[[nodiscard]] bool hasControlCharacter(std::string_view text);

} // namespace retryscope::io
