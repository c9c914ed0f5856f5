// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/policy_choice.h"
#include "core/simulate/counterfactual.h"

#include <vector>

namespace retryscope::cli {

/// What one policy makes of it.
struct JudgedUnder
{
    PolicyChoice choice;
    Situation situation;
    Decision decision;
};

/// Judges with a draw of 0; the decision's window tells what other draws would have given.
[[nodiscard]] JudgedUnder judgeUnder(const PolicyChoice& choice, const GivenAttempt& situation);

/// `{"rows": […]}`, and for one policy also the trace and the smallest changes that reverse the verdict.
[[nodiscard]] QJsonObject verdictDocument(const std::vector<JudgedUnder>& verdicts,
                                          const GivenAttempt& situation);
/// The same for people: a grid, or for one policy every finding.
[[nodiscard]] QString verdictReport(const std::vector<JudgedUnder>& verdicts, const GivenAttempt& situation,
                                    const TextStyle& style);

} // namespace retryscope::cli
