// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <QByteArrayView>
#include <QJsonValue>

#include <optional>

namespace retryscope::io {

/// Limits for the fields kept from a body: enough for any error response, safe against hostile ones.
inline constexpr std::size_t kMaxFields = 64;
inline constexpr int kMaxFieldDepth = 8;
inline constexpr std::size_t kMaxFieldBytes = 4096;
/// Longest place: a name as long as a body would otherwise be repeated in 64 places.
inline constexpr std::size_t kMaxPlaceBytes = 1024;

/// Adds one field unless a limit is reached or its place is too long; truncates its text to `kMaxFieldBytes`,
/// between characters.
void addField(ParsedBody& parsed, std::string place, std::string text);

/// Fills isXml, xmlRoot and the `xml:` fields if the body begins with one well-formed document, and notes
/// irregularities. Drops prefixes without resolving namespaces; replaces declared entities up to about a
/// screenful of text.
void readXml(QByteArrayView body, ParsedBody& parsed);

/// True if a tag is too long (4 KiB) to parse its attributes quickly: each is compared with all others. Real
/// responses are far below.
[[nodiscard]] bool hasOverlongTag(QByteArrayView body);

/// The JSON document in the body, which can be a bare scalar; absent if there is none.
[[nodiscard]] std::optional<QJsonValue> jsonOf(QByteArrayView body);
/// Fills errorPlace, and the fields of a document: those of its error first, then shallow ones, so that a
/// long list displaces neither its code nor `__type`. prefix: of their places.
void readJsonFields(const QJsonValue& document, ParsedBody& parsed, const std::string& prefix = "json:");
/// Fills errorPlace and the `event[0]:` fields of the first event in a stream (text/event-stream) that is an
/// error: it is named so, or its data has a member `error`, or `errors` without `data`. Looks at the first 64
/// KiB.
void readErrorEvent(const Headers& headers, QByteArrayView body, ParsedBody& parsed);
/// The unprocessed part of a DynamoDB batch response (`UnprocessedItems`, `UnprocessedKeys`), verbatim, so
/// that a number of 38 digits keeps them all. Absent if no item is left.
[[nodiscard]] std::optional<Remaining> remainingOf(const QJsonValue& document, QByteArrayView written);

} // namespace retryscope::io
