// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// Shorter ones stand in texts by chance.
inline constexpr std::size_t kShortestSecret = 6;

/// So many of one request are looked for. Searching takes time with the length of the text alone; the memory
/// of the search is some 25 bytes for each byte of them, 60 MiB with the longest heads that are read.
inline constexpr std::size_t kMostCarried = 50'000;

/// What a request carried that its response may repeat on its own.
struct CarriedSecrets
{
    /// The values of secret headers, what `Authorization` is made of, the values of secret parameters and
    /// members, the user information, and then each cookie. None is shorter than `kShortestSecret`.
    std::vector<std::string> secrets;
    bool isAll = true; ///< false: there were more than kMostCarried
};
[[nodiscard]] CarriedSecrets carriedSecrets(const Headers& headers, std::string_view url,
                                            std::string_view body);

} // namespace retryscope::io
