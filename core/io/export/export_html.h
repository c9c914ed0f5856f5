// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/record_json.h"
#include "core/recipes/possible_changes.h"

#include <QByteArray>

namespace retryscope::io {

/// Bytes of a page at most.
inline constexpr std::size_t kMostHtml = 2 * 1024 * 1024;

/// One page for a colleague, which opens without this program: outcome, time line (SVG), attempts, reasons,
/// and what would change the decision about the first call that failed. It has no script and loads nothing.
/// knowledge: for the code of those changes. Secrets are redacted unless the options include them. Beyond
/// kMostHtml it keeps the calls that failed or were retried, then the first ones, and says how many it left
/// out.
[[nodiscard]] QByteArray recordToHtml(const RunRecord& record, const ClientKnowledge& knowledge,
                                      RecordJsonOptions options = {});

} // namespace retryscope::io
