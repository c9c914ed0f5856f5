// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/instant.h"

#include <optional>
#include <string>
#include <string_view>

namespace retryscope {

/// `Thu, 01 Jan 2026 00:00:00 GMT` (IMF-fixdate, RFC 9110 section 5.6.7).
[[nodiscard]] std::string httpDate(WallTime time);
/// Reads an HTTP date in any of the three forms of RFC 9110; absent when it is none. Years of two digits mean
/// 1970 to 2069.
[[nodiscard]] std::optional<WallTime> parseHttpDate(std::string_view text);

} // namespace retryscope
