// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <optional>
#include <string>
#include <string_view>

namespace retryscope {

/// The Location of a complete response with 301, 302, 303, 307 or 308, as the server wrote it; absent if it
/// is no such response, or has none. Other 3xx lead nowhere (RFC 9110, section 15.4).
[[nodiscard]] std::optional<std::string> redirectLocationOf(const AttemptFacts& facts);

/// Begins the note of an attempt that asks for an address which it asked for before.
inline constexpr std::string_view kRedirectLoopNote = "not followed: the redirects are a loop";
/// True where the redirects of the attempt lead back to where they came from.
[[nodiscard]] bool isRedirectLoop(const AttemptFacts& facts);
/// Why Retryscope did not follow the last redirect of the attempt, as its notes say: `the Location is not an
/// http or https address`. Empty if it followed the redirect, or if the user did not ask for that.
[[nodiscard]] std::string whyNotFollowed(const AttemptFacts& facts);

} // namespace retryscope
