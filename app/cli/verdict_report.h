// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/changes_report.h"
#include "core/change/situation.h"
#include "core/explain/report.h"
#include "core/explain/verdict_row.h"

#include <QJsonObject>

#include <vector>

namespace retryscope::cli {

/// The verdict of one policy on one attempt.
struct JudgedUnder
{
    Situation situation;
    Decision decision;
    VerdictRow row;
    bool isRecorded = false; ///< judged in the recorded situation, not for a fresh client
    CodeCommand code = {};   ///< command that prints the code of a change
    /// Services for which this client would decide differently; filled only if the request names no service.
    std::vector<std::string> otherServices = {};
    bool isMethodTold = true; ///< false: the request method is unknown and assumed to be GET
};

/// Said of verdicts that are not those of a fresh client.
inline constexpr char kRecordedSituation[] =
    "Judged in the recorded situation: attempts, tokens and clock as at that time";

/// If the situation's draw is 0, the decision's window shows the range of delays.
[[nodiscard]] JudgedUnder judgedIn(Situation situation, bool isRecorded);
[[nodiscard]] std::vector<VerdictRow> rowsOf(const std::vector<JudgedUnder>& verdicts);

/// `{"rows": […]}`; inFull, with the trace and the smallest changes that reverse the verdict of the only one.
[[nodiscard]] QJsonObject verdictDocument(const std::vector<JudgedUnder>& verdicts, bool inFull);
/// For people: the verdicts of all policies, in their order or grouped by client, and how many of each kind.
/// width: of a line, in characters; more columns find room in a wide one.
[[nodiscard]] Report verdictGrid(const std::vector<JudgedUnder>& verdicts, bool isGrouped, int width);
/// For people: one policy's verdict, its findings (unless isBrief), and what would change it.
[[nodiscard]] Report verdictStory(const JudgedUnder& verdict, bool isBrief, int width);

} // namespace retryscope::cli
