// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// The body without its content coding (RFC 9110, section 8.4.1): `gzip`, `x-gzip` and `deflate`, one of
/// them. As it stands where no coding is named; absent where another one is, where the bytes are not what the
/// header says, and where more than mostBytes would come out.
[[nodiscard]] std::optional<std::string> decodedBody(const Headers& headers, std::string_view body,
                                                     std::size_t mostBytes = std::size_t{16} * 1024 * 1024);

} // namespace retryscope::io
