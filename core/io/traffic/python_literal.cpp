// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/python_literal.h"

#include <algorithm>
#include <charconv>

namespace retryscope::io {

namespace {

/// UTF-8 of a code point below U+10000, as `\xe9` and `\u00e9` in a text mean it.
void addCodePoint(std::string& to, unsigned code)
{
    constexpr unsigned kOneByte = 0x80;
    constexpr unsigned kTwoBytes = 0x800;
    constexpr unsigned kSix = 0x3F;
    if (code < kOneByte) {
        to += static_cast<char>(code);
    } else if (code < kTwoBytes) {
        to += static_cast<char>(0xC0U | (code >> 6U));
        to += static_cast<char>(kOneByte | (code & kSix));
    } else {
        to += static_cast<char>(0xE0U | (code >> 12U));
        to += static_cast<char>(kOneByte | ((code >> 6U) & kSix));
        to += static_cast<char>(kOneByte | (code & kSix));
    }
}

/// Takes what follows a backslash.
void takeEscape(std::string_view& text, bool isBytes, std::string& to)
{
    constexpr int kHexadecimal = 16;
    const char kind = text.front();
    text.remove_prefix(1);
    const std::size_t digits = kind == 'x' ? 2 : kind == 'u' && !isBytes ? 4 : 0;
    if (digits > 0 && text.size() >= digits) {
        unsigned code = 0;
        if (std::from_chars(text.data(), text.data() + digits, code, kHexadecimal).ptr ==
            text.data() + digits) {
            text.remove_prefix(digits);
            isBytes ? void(to += static_cast<char>(code)) : addCodePoint(to, code);
            return;
        }
    }
    switch (kind) {
    case 'n':
        to += '\n';
        return;
    case 'r':
        to += '\r';
        return;
    case 't':
        to += '\t';
        return;
    case '\\':
    case '\'':
    case '"':
        to += kind;
        return;
    default:
        to += '\\';
        to += kind;
    }
}

void skip(std::string_view& text, std::string_view signs)
{
    text.remove_prefix(std::min(text.find_first_not_of(signs), text.size()));
}

/// A number, None, or another object: up to the next comma or brace.
std::string takeOther(std::string_view& text)
{
    const std::size_t end = std::min(text.find_first_of(",}"), text.size());
    const std::string other(text.substr(0, end));
    text.remove_prefix(end);
    return other;
}

} // namespace

std::optional<std::string> takePythonText(std::string_view& text)
{
    const bool isBytes = text.starts_with("b'") || text.starts_with("b\"");
    std::string_view rest = text.substr(isBytes ? 1 : 0);
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"')) {
        return std::nullopt;
    }
    const char quote = rest.front();
    rest.remove_prefix(1);
    std::string value;
    while (!rest.empty() && rest.front() != quote) {
        const char sign = rest.front();
        rest.remove_prefix(1);
        if (sign == '\\' && !rest.empty()) {
            takeEscape(rest, isBytes, value);
        } else {
            value += sign;
        }
    }
    rest.remove_prefix(rest.empty() ? 0 : 1);
    text = rest;
    return value;
}

Headers takePythonDictionary(std::string_view& text)
{
    constexpr std::size_t kMost = 1000;
    Headers entries;
    skip(text, " ");
    if (!text.starts_with('{')) {
        return entries;
    }
    text.remove_prefix(1);
    while (entries.entries.size() < kMost) {
        skip(text, " ,");
        std::optional<std::string> name = takePythonText(text);
        skip(text, " ");
        if (!name || !text.starts_with(':')) {
            break;
        }
        text.remove_prefix(1);
        skip(text, " ");
        std::optional<std::string> value = takePythonText(text);
        entries.add(*std::move(name), value ? *std::move(value) : takeOther(text));
    }
    return entries;
}

} // namespace retryscope::io
