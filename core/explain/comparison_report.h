// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/policy/policy.h"
#include "core/read/run_totals.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// One run of a comparison.
struct ComparedRun
{
    std::string name; ///< of its policy, or what the run is
    RunTotals totals;
    std::string reasons;   ///< why calls were given up, each reason once
    std::string tokens;    ///< `500 → 490`, of the client with the fewest tokens; empty without a quota
    std::string evidence;  ///< of the policy; `recorded` for a recording
    Duration until{0};     ///< the end of the run
    CallVerdict verdict{}; ///< of the only call
};
[[nodiscard]] ComparedRun comparedRun(std::string name, const RunRecord& record);

/// One row per run: verdict, attempts, time, tokens, evidence, and why calls were given up.
[[nodiscard]] ReportTable comparisonTable(const std::vector<ComparedRun>& runs);
/// The same with the time in calls, and the differences from the first run.
[[nodiscard]] ReportTable comparedWithFirstTable(const std::vector<ComparedRun>& runs);
/// comparisonTable() and how many runs succeeded.
[[nodiscard]] Report comparisonReport(const std::vector<ComparedRun>& runs);
/// The numbers of a run in one line: `✕ 5 attempts (+2) · 3.2 s (+1.9 s) · 25 tokens · failed: not
/// retryable`. first: absent for the first run itself.
[[nodiscard]] std::string comparedLine(const ComparedRun& run, const std::optional<RunTotals>& first);

inline constexpr int kMostSideBySide = 1000; ///< attempts of each run
/// Two runs attempt by attempt: start, response, verdict, delay and tokens, each attempt of the earlier run
/// above the same one of the later. What differs is strong. Shows the first kMostSideBySide and says how many
/// more there are. Texts are shown as they are in the records.
[[nodiscard]] ReportTable attemptsSideBySide(const RunRecord& earlier, const RunRecord& later);

/// What two policies do differently; one of them is a recording, and has no policy, if its pointer is null.
[[nodiscard]] Report differencesReport(const ComparedRun& here, const Policy* hereUnder,
                                       const ComparedRun& there, const Policy* thereUnder);

} // namespace retryscope
