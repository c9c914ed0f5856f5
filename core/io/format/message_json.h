// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"
#include "core/io/format/json_cursor.h"

#include <QJsonObject>
#include <QStringList>

#include <string>
#include <string_view>

/// What requests and responses of a scenario have in common.
namespace retryscope::io {

/// Member `headers`, an object or a list of `[name, value]` pairs; the fallback when it is missing.
[[nodiscard]] Headers headersOf(const JsonCursor& json, const Headers& fallback = {});
/// The same of the list itself, wherever it stands.
[[nodiscard]] Headers headersAt(const JsonCursor& list);
[[nodiscard]] QJsonValue headersToJson(const Headers& headers);
/// Member `body` as text or `bodyBase64`; the fallback when both are missing.
[[nodiscard]] std::string bodyOf(const JsonCursor& json, const std::string& fallback = {});
void writeBody(const std::string& body, QJsonObject& json);

/// Of a text that goes into the head of a message: as long as a whole head may be.
inline constexpr std::size_t kLongestInHead = std::size_t{256} * 1024;

/// A text of at most so many bytes that is the fallback when missing.
[[nodiscard]] std::string textOf(const JsonCursor& json, const std::string& fallback = {},
                                 std::size_t most = JsonCursor::kLongestText);
/// Complains about the first member of an object that is not among the allowed ones.
void rejectUnknownKeys(const JsonCursor& json, const QStringList& allowed);
/// Neither a reason nor a header value may hold one; a tab is none.
[[nodiscard]] bool hasControlCharacter(std::string_view text);

} // namespace retryscope::io
