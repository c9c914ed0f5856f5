// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/escape.h"

#include <algorithm>

namespace retryscope {

void appendCsvCell(std::string& line, std::string_view text)
{
    const bool isPlain = std::none_of(text.begin(), text.end(), [](char character) {
        return character == ',' || character == '"' || character == '\r' || character == '\n';
    });
    if (isPlain) {
        line += text;
        return;
    }
    line += '"';
    for (const char character : text) {
        line.append(character == '"' ? 2 : 1, character);
    }
    line += '"';
}

std::string markdownEscaped(std::string_view text, std::string_view special)
{
    std::string result;
    for (const char character : text) {
        result += special.find(character) != std::string_view::npos ? "\\" : "";
        result += character;
    }
    return result;
}

} // namespace retryscope
