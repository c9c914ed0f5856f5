// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/head_lines.h"

namespace retryscope::io {

std::size_t endOfHead(std::string_view head, std::size_t from)
{
    for (std::size_t at = head.find('\n', from); at != std::string_view::npos; at = head.find('\n', at + 1)) {
        if (at + 1 < head.size() && head[at + 1] == '\n') {
            return at + 2;
        }
        if (at + 2 < head.size() && head[at + 1] == '\r' && head[at + 2] == '\n') {
            return at + 3;
        }
    }
    return std::string_view::npos;
}

bool hasLoneLineFeed(std::string_view head)
{
    for (std::size_t at = head.find('\n'); at != std::string_view::npos; at = head.find('\n', at + 1)) {
        if (at == 0 || head[at - 1] != '\r') {
            return true;
        }
    }
    return false;
}

std::string withFullLineEnds(std::string_view head)
{
    std::string fixed;
    fixed.reserve(head.size() + 32);
    for (const char letter : head) {
        if (letter == '\n' && (fixed.empty() || fixed.back() != '\r')) {
            fixed += '\r';
        }
        fixed += letter;
    }
    return fixed;
}

} // namespace retryscope::io
