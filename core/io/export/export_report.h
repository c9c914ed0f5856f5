// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/io/documents/record_json.h"

namespace retryscope::io {

/// Up to this many calls are reported attempt by attempt; more are summed up.
inline constexpr std::size_t kCallsInFull = 3;

/// What the programs say of a record. Secrets are redacted unless the options include them. width: of a
/// line, in characters.
[[nodiscard]] Report recordReport(const RunRecord& record, int width, RecordJsonOptions options = {});
/// The report as Markdown for a ticket. UTF-8; texts from outside cannot create markup or break a table.
[[nodiscard]] QByteArray recordToMarkdown(const RunRecord& record, RecordJsonOptions options = {});

} // namespace retryscope::io
