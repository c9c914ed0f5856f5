// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/run/run_record.h"

namespace retryscope::cli {

/// Up to this many calls are shown attempt by attempt; more are summed up line by line.
inline constexpr std::size_t kCallsInFull = 3;

/// A record for people: the request, a table and a time line of the attempts, the reason for each decision,
/// and the outcome. Many calls get one line each. Secrets are redacted unless includeSecrets is set. width:
/// of a line, in characters.
[[nodiscard]] Report recordReport(const RunRecord& record, bool includeSecrets, int width);

} // namespace retryscope::cli
