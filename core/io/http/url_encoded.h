// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/header_syntax.h"
#include "core/io/text/replace_all.h"

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// Encodes every byte that is not plain as `%XX`.
template <typename IsPlain>
[[nodiscard]] std::string percentEncoded(std::string_view text, IsPlain isPlain)
{
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string result;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (isPlain(letter)) {
            result += letter;
        } else {
            result += {'%', kHex[byte >> 4U], kHex[byte & 0xfU]};
        }
    }
    return result;
}

/// Encodes everything except letters, digits, `-`, `.`, `_` and `~`. Source: RFC 3986, section 2.3.
[[nodiscard]] inline std::string urlEncoded(std::string_view text)
{
    return percentEncoded(text, [](char letter) {
        return isLetterOrDigit(letter) || std::string_view("-._~").find(letter) != std::string_view::npos;
    });
}

/// Encodes only spaces and non-ASCII bytes, which a request line cannot contain; the rest of the path might
/// be signed.
[[nodiscard]] inline std::string requestLineEncoded(std::string_view text)
{
    return percentEncoded(text, [](char letter) {
        return letter != ' ' && !isControl(letter) && static_cast<unsigned char>(letter) < 0x80;
    });
}

/// A form field like curl --data-urlencode: `content`, `=content` or `name=content`, with encoded content and
/// spaces as `+`; absent for `@file` and `name@file`.
[[nodiscard]] inline std::optional<std::string> urlEncodedField(std::string_view field)
{
    const std::size_t sign = field.find_first_of("=@");
    if (sign != std::string_view::npos && field[sign] == '@') {
        return std::nullopt;
    }
    const std::size_t content = sign == std::string_view::npos ? 0 : sign + 1;
    std::string encoded = urlEncoded(field.substr(content));
    replaceAll(encoded, "%20", "+");
    return std::string(content > 1 ? field.substr(0, content) : std::string_view()) + encoded;
}

} // namespace retryscope::io
