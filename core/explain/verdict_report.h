// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"
#include "core/explain/effect_text.h"
#include "core/explain/report.h"
#include "core/explain/verdict_row.h"
#include "core/read/error_knowledge.h"

#include <string>
#include <vector>

namespace retryscope {

/// The verdict of one policy on one attempt.
struct JudgedUnder
{
    Situation situation;
    Decision decision;
    VerdictRow row;
    bool isRecorded = false; ///< judged in the recorded situation, not for a fresh client
    /// Services for which this client would decide differently; filled only if the request names no service.
    std::vector<std::string> otherServices = {};
    bool isMethodTold = true; ///< false: the request method is unknown and assumed to be GET
};

/// True if what a retry might do depends on the method, which nobody told.
[[nodiscard]] bool isMethodNeeded(const JudgedUnder& verdict, const PossibleEffect& effect);
/// If the situation's draw is 0, the decision's window shows the range of delays.
[[nodiscard]] JudgedUnder judgedIn(Situation situation, bool isRecorded = false);
[[nodiscard]] std::vector<VerdictRow> rowsOf(const std::vector<JudgedUnder>& verdicts);

/// What is judged, beside the response.
struct AskedAbout
{
    std::string replaced;            ///< which presets the environment puts in place of others
    std::string choice;              ///< which attempt of a record is judged
    std::vector<std::string> times;  ///< where the time of a recorded attempt went
    std::vector<std::string> whatIf; ///< how the response differs from the recorded one
};
[[nodiscard]] Report askedReport(const AskedAbout& asked);

/// The verdicts with every column, for Markdown.
[[nodiscard]] Report verdictTable(const std::vector<VerdictRow>& rows);
/// The verdicts of all policies, in their order or grouped by client, and how many of each kind. width: of a
/// line, in characters; more columns find room in a wide one. errors: what is known
/// of errors.
[[nodiscard]] Report verdictGrid(const std::vector<JudgedUnder>& verdicts, bool isGrouped, int width,
                                 const ErrorKnowledge& errors);

/// What a verdictStory() tells beside the verdict.
struct StoryParts
{
    bool isBrief = false;         ///< without the findings
    ReportLines nameExcerpt = {}; ///< the line of the body where the error name stands
    Report changes = {};          ///< what would change the verdict
    const ErrorKnowledge& errors; ///< what is known of errors
};
/// One policy's verdict, its findings, and what would change it.
[[nodiscard]] Report verdictStory(const JudgedUnder& verdict, StoryParts more);

} // namespace retryscope
