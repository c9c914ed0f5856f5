// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_cursor.h"
#include "core/io/json/json_parse.h"
#include "core/io/traffic/seen_exchange.h"

#include <optional>

namespace retryscope::io {

/// Parses a file whose items the caller takes one by one. A damage after the first of them gives a remark
/// instead of an error.
/// taken: how many items there were so far; read when parsing ends.
Result<Done> parseItems(QIODevice& device, const QString& place, JsonTree& tree, const JsonParsing& parsing,
                        const std::size_t& taken, TrafficSink& sink);

/// A string, number or truth value as text of at most 64 KiB; empty for anything else.
[[nodiscard]] std::string scalarText(const JsonCursor& value);
/// A name or an id, cut after 256 bytes; empty if missing.
[[nodiscard]] std::string nameText(const JsonCursor& text);
/// A whole number, which may be written as a string as Protobuf's JSON does with 64 bits.
[[nodiscard]] std::optional<qint64> wholeNumber(const JsonCursor& value);
/// A time since 1970; absent if it is missing, before 1970 or after the year 9999. parts: of the number in a
/// microsecond.
[[nodiscard]] std::optional<Duration> timeSince1970(const JsonCursor& value, qint64 parts);

} // namespace retryscope::io
