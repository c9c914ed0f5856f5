// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace retryscope {

/// Appends a cell as RFC 4180 has it: in quotes where it holds a comma, a quote or a line end.
void appendCsvCell(std::string& line, std::string_view text);

/// Text in which none of these characters means anything to Markdown: a backslash stands before each.
[[nodiscard]] std::string markdownEscaped(std::string_view text, std::string_view special);

} // namespace retryscope
