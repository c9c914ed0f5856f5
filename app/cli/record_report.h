// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/run/run_record.h"

namespace retryscope::cli {

/// A record for people: what was asked, a table and a time line of the attempts, why each was decided as it
/// was, and how it ended. Many calls are summed up line by line.
[[nodiscard]] QString recordReport(const RunRecord& record, const TextStyle& style);

} // namespace retryscope::cli
