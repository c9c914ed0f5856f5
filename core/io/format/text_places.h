// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace retryscope::io {

/// Between a name and its colon. More would be looked at again and again in hostile texts.
inline constexpr std::size_t kFewBlanks = 64;

/// How many backslashes stand right before there.
[[nodiscard]] std::size_t slashesBefore(std::string_view text, std::size_t at);
/// The closing quote of a string that began behind `slashes` backslashes and a quote: a document within a
/// string within a document has one, three, seven before each of its own. The text's end where it was cut.
[[nodiscard]] std::size_t closingQuote(std::string_view text, std::size_t from, char quote,
                                       std::size_t slashes);
/// Where the name begins that ends there. No name that counts is longer than 64.
[[nodiscard]] std::size_t startOfName(std::string_view text, std::size_t end);
[[nodiscard]] std::size_t pastBlanks(std::string_view text, std::size_t from);

/// Past tags and blanks, to where characters begin that are shown.
[[nodiscard]] std::size_t pastTags(std::string_view text, std::size_t from);

} // namespace retryscope::io
