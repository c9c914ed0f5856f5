// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/run/run_record.h"

#include <string>

namespace retryscope {

/// What became of the files of an import, line by line. record: with header().import.
[[nodiscard]] Report importedReport(const RunRecord& record);
/// The same in one sentence: `HAR 1.2, Playwright 1.49.0: 3 requests in 2 calls, 1 part left out.`
[[nodiscard]] std::string importedSummary(const RunRecord& record);

} // namespace retryscope
