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

/// Where the text stands that parseBody() found at this place (`xml:Error/Code`, `xml:*/Error/Code`,
/// `json:__type`): without quotation marks and without blanks around it, but as it is written, with its
/// entities and escapes. An empty text is shown by its element or its quotation marks. Absent when the place
/// is not in the body: also for headers, and in a body that cannot be parsed.
[[nodiscard]] std::optional<BodyRange> rangeOf(const Headers& headers, QByteArrayView body,
                                               std::string_view place);

/// What stands nearest to where a client looked in vain: the tag or key that leads furthest towards one of
/// its places, else the root's tag or the first character of the document, else, in a body that cannot be
/// parsed, its first line. Absent for an empty body and for a client that does not look into bodies.
[[nodiscard]] std::optional<BodyRange> nearestTo(const ErrorReading& reading, const Headers& headers,
                                                 QByteArrayView body);

/// The body with another text at this place, escaped as its syntax asks; absent as for rangeOf().
[[nodiscard]] std::optional<std::string> withTextAt(const Headers& headers, QByteArrayView body,
                                                    std::string_view place, const std::string& text);

} // namespace retryscope::io
