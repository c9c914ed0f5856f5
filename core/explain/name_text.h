// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/error_name.h"

#include <string>
#include <string_view>

namespace retryscope {

/// Characters of a name, or of another short text that a server chose, that cells and sentences show.
inline constexpr std::size_t kMostOfAName = 200;
/// Of a message for people; what a body says is shown whole with this.
inline constexpr std::size_t kMostOfAMessage = 4'096;

/// The beginning of a text in UTF-8 that may be as long as a header: `most` characters, then `…`.
[[nodiscard]] std::string shownName(std::string_view text, std::size_t most = kMostOfAName);
/// `grpc-status 14, UNAVAILABLE`; of a number that gRPC does not know the number alone.
[[nodiscard]] std::string grpcStatusText(std::string_view number, std::size_t most = kMostOfAName);
/// `“SlowDown” in xml:Error/Code`, `an empty name in …`, `no name`. Long names are shortened.
[[nodiscard]] std::string nameText(const ErrorName& name);
/// Where a client looked for a name in vain, and what was there: `there is none at json:__type; the body …`.
[[nodiscard]] std::string whyNoNameText(const ErrorReading& reading, const AttemptFacts& facts);

} // namespace retryscope
