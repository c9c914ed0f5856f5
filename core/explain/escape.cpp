// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/escape.h"

namespace retryscope {

void appendCsvCell(std::string& line, std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
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
