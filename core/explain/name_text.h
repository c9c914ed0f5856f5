// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/error_name.h"

#include <string>
#include <string_view>

namespace retryscope {

/// Most characters of an error name, or of another short text from a server, in cells and sentences.
inline constexpr std::size_t kMostOfAName = 200;
/// Most characters of a message; enough to show what a body says in full.
inline constexpr std::size_t kMostOfAMessage = 4'096;

/// Shortens UTF-8 text, which can be as long as a header, to `most` characters and `…`.
[[nodiscard]] std::string shownName(std::string_view text, std::size_t most = kMostOfAName);
/// `grpc-status 14, UNAVAILABLE`; only the number if gRPC does not define it.
[[nodiscard]] std::string grpcStatusText(std::string_view number, std::size_t most = kMostOfAName);
enum class NameForm { Plain, WithOrigin };
/// A clause: `the error name is “SlowDown”`, with its origin `… (from xml:Error/Code)`, `the error name in …
/// is empty`, `there is no error name`. Shortens long names.
[[nodiscard]] std::string nameText(const ErrorName& name, NameForm form = NameForm::Plain);
/// Where a client looked for a name without success, and what was there: `No error name at json:__type. The
/// body contains json:message.`
[[nodiscard]] std::string whyNoNameText(const ErrorReading& reading, const AttemptFacts& facts);

} // namespace retryscope
