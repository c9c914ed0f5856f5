// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// Shortest secret to search for; shorter ones occur in texts by chance.
inline constexpr std::size_t kShortestSecret = 6;

/// Most secrets of one request to search for. The search time depends only on the text; its memory is about
/// 25 bytes per byte of secret, 60 MiB for the longest heads.
inline constexpr std::size_t kMostCarried = 50'000;

/// Secrets of a request that its response might repeat.
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
