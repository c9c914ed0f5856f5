// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/record_json.h"

namespace retryscope::io {

/// A record as Markdown for a ticket: what was sent under which policy and what it came to, a table of
/// the attempts, and why each was followed by another one or not. Longer records are shown by their
/// first and last attempts; what is left out is counted. UTF-8; texts from outside can neither make
/// markup nor break the table.
[[nodiscard]] QByteArray recordToMarkdown(const RunRecord& record, RecordJsonOptions options = {});

} // namespace retryscope::io
