// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/error_name.h"
#include "core/facts/headers.h"

#include <QByteArrayView>

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// A part of a body, in bytes.
struct BodyRange
{
    qsizetype offset = 0;
    qsizetype length = 0;
    bool operator==(const BodyRange&) const = default;
};

/// The range of the text that parseBody() found at this place (`xml:Error/Code`, `xml:*/Error/Code`,
/// `json:__type`): without quotation marks and surrounding spaces, but with entities and escapes as written.
/// For an empty text, the range of its element or quotation marks. Absent if the body lacks the place or
/// cannot be parsed, and for headers.
[[nodiscard]] std::optional<BodyRange> rangeOf(const Headers& headers, QByteArrayView body,
                                               std::string_view place);

/// The range nearest to a place that a client did not find: the tag or key that matches furthest, else the
/// root's tag or the first character of the document; in an unparseable body, its first line. Absent for an
/// empty body, and for a client that does not read bodies. parsed: what parseBody() found in the body.
[[nodiscard]] std::optional<BodyRange> nearestTo(const ErrorReading& reading, const ParsedBody& parsed,
                                                 QByteArrayView body);

/// The body with a different text at this place, escaped for its syntax; absent under the same conditions as
/// rangeOf(), and where the text would not be read there again: a body can declare any encoding.
[[nodiscard]] std::optional<std::string> withTextAt(const Headers& headers, QByteArrayView body,
                                                    std::string_view place, const std::string& text);

} // namespace retryscope::io
