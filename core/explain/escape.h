// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// Appends a cell in RFC 4180 form: quoted if it contains a comma, a quote or a line end. An apostrophe
/// protects text that a spreadsheet would read as a formula (OWASP, "CSV Injection"); numbers need none.
void appendCsvCell(std::string& line, std::string_view text);

/// Text from outside as one line of UTF-8. It cannot control a terminal, break a row or reverse the reading
/// order. Control characters and line separators become spaces; C1 controls, format characters (bidi marks,
/// zero-width letters) and invalid UTF-8 become U+FFFD.
[[nodiscard]] std::string oneLine(std::string_view text);
/// The same for text of several lines: LF, CR and tabs stay.
[[nodiscard]] std::string plainLines(std::string_view text);
/// One line for a tab-separated cell, as spreadsheets read it from the clipboard; formulas are disabled as in
/// CSV.
[[nodiscard]] std::string tableCell(std::string_view text);

/// Escapes these Markdown characters with a backslash.
[[nodiscard]] std::string markdownEscaped(std::string_view text, std::string_view special);

/// Lines of cells; the first line has the titles. Every cell becomes one line of plain text.
using TableLines = std::vector<std::vector<std::string>>;
[[nodiscard]] std::string markdownTable(const TableLines& lines);
/// RFC 4180.
[[nodiscard]] std::string csvTable(const TableLines& lines);

} // namespace retryscope
