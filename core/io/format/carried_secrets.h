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

/// What a request carried that its response may repeat on its own: the values of secret headers, what
/// `Authorization` is made of, each cookie, the values of secret parameters and members and the user
/// information. None is shorter than `kShortestSecret`; at most 200.
[[nodiscard]] std::vector<std::string> carriedSecrets(const Headers& headers, std::string_view url,
                                                      std::string_view body);

} // namespace retryscope::io
