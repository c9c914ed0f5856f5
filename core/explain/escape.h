// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace retryscope {

/// Appends a cell as RFC 4180 has it: in quotes where it holds a comma, a quote or a line end. A text that a
/// spreadsheet would take for a formula gets an apostrophe before it (OWASP, "CSV Injection"); a number does
/// not.
void appendCsvCell(std::string& line, std::string_view text);

/// Text from outside as one line of UTF-8: it can neither steer a terminal nor break a row nor turn the order
/// of what is read around. Control characters and line separators become blanks; C1 controls, format
/// characters (bidi marks, zero-width letters) and what is no UTF-8 become U+FFFD.
[[nodiscard]] std::string oneLine(std::string_view text);
/// The same of a text that may have several lines: LF, CR and tabs stay.
[[nodiscard]] std::string plainLines(std::string_view text);
/// One line for a cell between tabs, as spreadsheets take it from the clipboard: no formula, as in CSV.
[[nodiscard]] std::string tableCell(std::string_view text);

/// Text in which none of these characters means anything to Markdown: a backslash stands before each.
[[nodiscard]] std::string markdownEscaped(std::string_view text, std::string_view special);

} // namespace retryscope
