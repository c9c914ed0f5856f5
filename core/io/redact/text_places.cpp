// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/text_places.h"

#include "core/facts/header_syntax.h"

#include <algorithm>

namespace retryscope::io {

namespace {

bool isNameLetter(char letter)
{
    return isLetterOrDigit(letter) || letter == '-' || letter == '_' || letter == '.';
}

} // namespace

std::size_t slashesBefore(std::string_view text, std::size_t at)
{
    std::size_t count = 0;
    while (count < at && text[at - count - 1] == '\\') {
        ++count;
    }
    return count;
}

std::size_t closingQuote(std::string_view text, std::size_t from, char quote, std::size_t slashes)
{
    for (std::size_t at = text.find(quote, from); at != std::string_view::npos;
         at = text.find(quote, at + 1)) {
        const std::size_t before = slashesBefore(text.substr(from), at - from);
        if (before <= slashes ? before == slashes || slashes > 0
                              : (before - slashes) % (2 * (slashes + 1)) == 0) {
            return at - std::min(before, slashes);
        }
    }
    return text.size();
}

std::size_t startOfName(std::string_view text, std::size_t end)
{
    constexpr std::size_t kLongest = 64;
    std::size_t start = end;
    while (start > 0 && end - start <= kLongest && isNameLetter(text[start - 1])) {
        --start;
    }
    return start;
}

std::size_t pastBlanks(std::string_view text, std::size_t from)
{
    return std::min(text.find_first_not_of(" \t\r\n", from), text.size());
}

std::size_t pastTags(std::string_view text, std::size_t from)
{
    std::size_t at = pastBlanks(text, from);
    while (at < text.size() && text[at] == '<') {
        at = pastBlanks(text, std::min(text.find('>', at), text.size() - 1) + 1);
    }
    return at;
}

} // namespace retryscope::io
