// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace retryscope::io {

// How the lines of a message's head end: with CR LF, and from some servers with a lone line feed, which a
// recipient may take for one (RFC 9112, 2.2).

/// Position after the empty line that ends the head; npos: none yet. Accepts lone LFs. from: start position,
/// at most two bytes before the new bytes.
[[nodiscard]] std::size_t endOfHead(std::string_view head, std::size_t from);
/// True if any LF has no CR before it.
[[nodiscard]] bool hasLoneLineFeed(std::string_view head);
/// The same head with CR LF at the end of each line.
[[nodiscard]] std::string withFullLineEnds(std::string_view head);

} // namespace retryscope::io
