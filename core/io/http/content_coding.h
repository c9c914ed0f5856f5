// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// Decodes a content coding (RFC 9110, section 8.4.1): a single `gzip`, `x-gzip` or `deflate`. Returns the
/// body unchanged without a coding. Absent for other codings, for bytes that do not match the header, and for
/// results above mostBytes.
[[nodiscard]] std::optional<std::string> decodedBody(const Headers& headers, std::string_view body,
                                                     std::size_t mostBytes = std::size_t{16} * 1024 * 1024);

} // namespace retryscope::io
