// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"

#include <string>

namespace retryscope {

/// The width, in characters, of reports for files, whose lines are never wrapped.
inline constexpr int kNeverWrapped = 10'000;

/// The report as GitHub's Markdown, for a ticket: titles, paragraphs, lists, tables and code. Texts from
/// outside are plain: nothing in them is read as Markdown or HTML.
[[nodiscard]] std::string reportMarkdown(const Report& report);
/// The report's tables as CSV (RFC 4180), with an empty line between two tables. Omits all other parts.
[[nodiscard]] std::string reportCsv(const Report& report);

} // namespace retryscope
