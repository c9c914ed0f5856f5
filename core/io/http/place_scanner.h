// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/http/body_place.h"

#include <functional>
#include <vector>

namespace retryscope::io {

/// An element as it is written. Offsets count from the start of the document.
struct WrittenElement
{
    std::string path;  ///< local names, as in places: `Error/Code`
    BodyRange tag;     ///< `<Code>`, or `<Code/>`
    BodyRange content; ///< between its tags; of length 0 behind the tag of `<Code/>`
    bool isClosedInItsTag = false;
    bool isField = false; ///< has a text of its own, or no children
};

/// Calls `visit` for every element that parseBody() looks at, as it closes, until it returns true.
/// document: well-formed. A document that is not ends the scan early.
void scanXml(QByteArrayView document, const std::function<bool(const WrittenElement&)>& visit);

/// A JSON value as it is written.
struct WrittenValue
{
    BodyRange range;      ///< quotation marks included
    BodyRange key;        ///< of its member, quotation marks included; empty for the root and in arrays
    bool isField = false; ///< neither object, array nor null
};

/// The values on the way to this path (`Table/TableStatus`), the root first. The last one is at the path when
/// all its components were found. As for parseBody(), the last of equal keys counts.
/// document: valid JSON. Anything else ends the scan early.
[[nodiscard]] std::vector<WrittenValue> valuesTowards(QByteArrayView document, std::string_view path,
                                                      bool& reached);

} // namespace retryscope::io
