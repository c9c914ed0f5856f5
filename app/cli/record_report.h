// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/run/run_record.h"

namespace retryscope::cli {

/// Up to this many calls are shown attempt by attempt; more are summed up line by line.
inline constexpr std::size_t kCallsInFull = 3;

/// A record for people: what was asked, a table and a time line of the attempts, why each was decided as it
/// was, and how it ended. Many calls are summed up line by line. Without secrets unless they are asked for.
[[nodiscard]] QString recordReport(const RunRecord& record, bool includeSecrets, const TextStyle& style);

} // namespace retryscope::cli
