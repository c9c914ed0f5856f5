// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"

#include <string>

namespace retryscope {

/// The report as GitHub's Markdown, for a ticket: titles, paragraphs, lists, tables and code. Texts from
/// outside are plain: nothing in them is read as Markdown or HTML.
[[nodiscard]] std::string reportMarkdown(const Report& report);
/// The tables of a report as CSV (RFC 4180), with an empty line between two. What stands beside them is left
/// out.
[[nodiscard]] std::string reportCsv(const Report& report);

} // namespace retryscope
