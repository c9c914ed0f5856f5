// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/record_json.h"

namespace retryscope::io {

/// A record as Markdown for a ticket: request, policy and result, a table of the attempts, and why each was
/// or was not retried. Long records show their first and last attempts and count the rest. UTF-8; foreign
/// texts cannot create markup or break the table.
[[nodiscard]] QByteArray recordToMarkdown(const RunRecord& record, RecordJsonOptions options = {});

} // namespace retryscope::io
