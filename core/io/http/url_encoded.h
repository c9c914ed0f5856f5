// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// Every byte that is no letter, digit, `-`, `.`, `_` or `~` as `%XX`. Source: RFC 3986, section 2.3.
[[nodiscard]] inline std::string urlEncoded(std::string_view text)
{
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string result;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool isPlain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                             (byte >= 'A' && byte <= 'Z') || byte == '-' || byte == '.' || byte == '_' ||
                             byte == '~';
        if (isPlain) {
            result += letter;
        } else {
            result += {'%', kHex[byte >> 4U], kHex[byte & 0xfU]};
        }
    }
    return result;
}

/// A form field as curl --data-urlencode makes it: `content`, `=content` or `name=content`, of which the
/// content is encoded, blanks as `+`; absent for `@file` and `name@file`.
[[nodiscard]] inline std::optional<std::string> urlEncodedField(std::string_view field)
{
    const std::size_t sign = field.find_first_of("=@");
    if (sign != std::string_view::npos && field[sign] == '@') {
        return std::nullopt;
    }
    const std::string_view content = sign == std::string_view::npos ? field : field.substr(sign + 1);
    std::string encoded = urlEncoded(content);
    for (std::size_t at = encoded.find("%20"); at != std::string::npos; at = encoded.find("%20", at + 1)) {
        encoded.replace(at, 3, "+");
    }
    return std::string(sign == std::string_view::npos || sign == 0 ? std::string_view()
                                                                   : field.substr(0, sign + 1)) +
           encoded;
}

} // namespace retryscope::io
