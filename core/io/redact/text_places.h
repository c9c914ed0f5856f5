// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace retryscope::io {

/// Most spaces between a name and its colon; a limit against hostile texts.
inline constexpr std::size_t kFewBlanks = 64;

/// Number of backslashes directly before this position.
[[nodiscard]] std::size_t slashesBefore(std::string_view text, std::size_t at);
/// The closing quote of a string that began behind `slashes` backslashes and a quote: a document within a
/// string within a document has one, three, seven before each of its own. The text's end where it was cut.
[[nodiscard]] std::size_t closingQuote(std::string_view text, std::size_t from, char quote,
                                       std::size_t slashes);
/// Start of the name that ends at this position; relevant names have at most 64 characters.
[[nodiscard]] std::size_t startOfName(std::string_view text, std::size_t end);
[[nodiscard]] std::size_t pastBlanks(std::string_view text, std::size_t from);

/// Skips tags and spaces, up to the next visible character.
[[nodiscard]] std::size_t pastTags(std::string_view text, std::size_t from);

} // namespace retryscope::io
