// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/http/body_place.h"

#include <functional>
#include <vector>

namespace retryscope::io {

/// An XML element in the source text, with offsets from the start of the document.
struct WrittenElement
{
    std::string path;  ///< local names, as in places: `Error/Code`
    BodyRange tag;     ///< `<Code>`, or `<Code/>`
    BodyRange content; ///< between its tags; of length 0 behind the tag of `<Code/>`
    bool isClosedInItsTag = false;
    bool isField = false; ///< has a text of its own, or no children
};

/// Calls `visit` for each element that parseBody() reads, as it closes, until it returns true. document:
/// well-formed; the scan ends early if it is not.
void scanXml(QByteArrayView document, const std::function<bool(const WrittenElement&)>& visit);

/// A JSON value in the source text.
struct WrittenValue
{
    BodyRange range;      ///< quotation marks included
    BodyRange key;        ///< of its member, quotation marks included; empty for the root and in arrays
    bool isField = false; ///< neither object, array nor null
};

/// The values along this path (`Table/TableStatus`), from the root. The last one is at the path if all
/// components were found. Like in parseBody(), the last of equal keys counts. document: valid JSON; the scan
/// ends early if it is not.
[[nodiscard]] std::vector<WrittenValue> valuesTowards(QByteArrayView document, std::string_view path,
                                                      bool& reached);

} // namespace retryscope::io
