// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <QByteArrayView>
#include <QJsonValue>

#include <optional>

namespace retryscope::io {

/// Limits of what is kept of a body: enough for every error response, small enough for every hostile one.
inline constexpr std::size_t kMaxFields = 64;
inline constexpr int kMaxFieldDepth = 8;
inline constexpr std::size_t kMaxFieldBytes = 4096;
/// A name as long as a body, repeated in the places of all that it holds, would be kept 64 times.
inline constexpr std::size_t kMaxPlaceBytes = 1024;

/// Adds one field unless a limit is reached, or its place is longer than any that is looked for; the text is
/// cut at `kMaxFieldBytes`, between characters.
void addField(ParsedBody& parsed, std::string place, std::string text);

/// Fills isXml, xmlRoot and the `xml:` fields when the body begins with one well-formed document, and notes
/// what is odd about it. Namespaces are not resolved, prefixes are dropped; declared entities are replaced as
/// long as they come to no more than a screen of text.
void readXml(QByteArrayView body, ParsedBody& parsed);

/// Whether a tag is so long (4 KiB) that reading its attributes would take longer than people wait: each is
/// compared with all others. No response of a service comes near.
[[nodiscard]] bool hasOverlongTag(QByteArrayView body);

/// The JSON document in the body, which may be a bare scalar; absent when there is none.
[[nodiscard]] std::optional<QJsonValue> jsonOf(QByteArrayView body);
/// Fills the `json:` fields, shallow ones first, so that a long list cannot push out `__type`.
void readJsonFields(const QJsonValue& document, ParsedBody& parsed);
/// What a DynamoDB batch response left undone (`UnprocessedItems`, `UnprocessedKeys`), as it is written
/// there: a number of 38 digits is sent again with all of them. Absent when no item is left.
[[nodiscard]] std::optional<Remaining> remainingOf(const QJsonValue& document, QByteArrayView written);

} // namespace retryscope::io
