// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace retryscope::io {

// How the lines of a message's head end: with CR LF, and from some servers with a lone line feed, which a
// recipient may take for one (RFC 9112, 2.2).

/// Just behind the empty line that ends the head; npos while there is none. Lone line feeds count.
/// from: where to begin, at most two bytes before what is new.
[[nodiscard]] std::size_t endOfHead(std::string_view head, std::size_t from);
/// A line feed stands alone somewhere.
[[nodiscard]] bool hasLoneLineFeed(std::string_view head);
/// The same head, each line ended with CR LF.
[[nodiscard]] std::string withFullLineEnds(std::string_view head);

} // namespace retryscope::io
