// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/changes_report.h"
#include "app/cli/console.h"
#include "core/change/situation.h"
#include "core/explain/verdict_row.h"

#include <QJsonObject>

#include <vector>

namespace retryscope::cli {

/// What one policy makes of one attempt.
struct JudgedUnder
{
    Situation situation;
    Decision decision;
    VerdictRow row;
    bool isRecorded = false; ///< judged in the situation it was in, not for a fresh client
    CodeCommand code = {};   ///< how to ask for the code of a change
    /// The request's is not said; under these the same client would judge otherwise.
    std::vector<std::string> otherServices = {};
    bool isMethodTold = true; ///< false: nobody said what is sent, and GET stands for it
};

/// In a situation with a draw of 0 the decision's window tells what other draws would have given.
[[nodiscard]] JudgedUnder judgedIn(Situation situation, bool isRecorded);
[[nodiscard]] std::vector<VerdictRow> rowsOf(const std::vector<JudgedUnder>& verdicts);

/// `{"rows": […]}`; inFull, with the trace and the smallest changes that reverse the verdict of the only one.
[[nodiscard]] QJsonObject verdictDocument(const std::vector<JudgedUnder>& verdicts, bool inFull);
/// For people: what the policies make of it, grouped by client.
[[nodiscard]] QString verdictGrid(const std::vector<JudgedUnder>& verdicts, const TextStyle& style);
/// For people: one policy's verdict, unless brief with every finding, and what would change it.
[[nodiscard]] QString verdictStory(const JudgedUnder& verdict, bool isBrief, const TextStyle& style);

} // namespace retryscope::cli
