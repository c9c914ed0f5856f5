// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string_view>

namespace retryscope {

/// Of ASCII.
[[nodiscard]] inline bool isLetterOrDigit(char letter)
{
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z');
}

/// A method or a header name. Source: RFC 9110, section 5.6.2.
[[nodiscard]] inline bool isToken(std::string_view text)
{
    constexpr std::string_view kSigns = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [kSigns](char letter) {
        return isLetterOrDigit(letter) || kSigns.find(letter) != std::string_view::npos;
    });
}

/// Of ASCII.
[[nodiscard]] inline bool isControl(char letter)
{
    const auto byte = static_cast<unsigned char>(letter);
    return byte < 0x20U || byte == 0x7fU;
}

/// What no header value may hold. Source: RFC 9110, section 5.5.
[[nodiscard]] inline bool isForbiddenInValue(char letter)
{
    return isControl(letter) && letter != '\t';
}

/// Blanks and line breaks of whatever somebody pasted.
inline constexpr std::string_view kPastedBlanks = " \t\r\n\v\f";
/// White space of XML and JSON, which is what clients take off a name.
inline constexpr std::string_view kMarkupBlanks = " \t\r\n";

/// Without the blanks around it; empty when there is nothing else.
[[nodiscard]] inline std::string_view trimmed(std::string_view text, std::string_view blanks = kPastedBlanks)
{
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

[[nodiscard]] inline bool isBlank(std::string_view text)
{
    return trimmed(text).empty();
}

} // namespace retryscope
