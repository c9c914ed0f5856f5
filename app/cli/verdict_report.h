// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/policy_choice.h"
#include "core/facts/attempt_facts.h"
#include "core/simulate/counterfactual.h"

#include <optional>
#include <vector>

namespace retryscope::cli {

/// One attempt that was described by hand.
struct GivenSituation
{
    RequestSpec spec;
    AttemptFacts facts;
    int attempt = 1;           ///< from 1; those before it are taken to have failed
    std::optional<int> tokens; ///< level of the retry quota; absent: full
};

/// What one policy makes of it.
struct JudgedUnder
{
    PolicyChoice choice;
    Situation situation;
    Decision decision;
};

/// Judges with a draw of 0; the decision's window tells what other draws would have given.
[[nodiscard]] JudgedUnder judgeUnder(const PolicyChoice& choice, const GivenSituation& situation);

/// `{"rows": […]}`, and for one policy also the trace and the smallest changes that reverse the verdict.
[[nodiscard]] QJsonObject verdictDocument(const std::vector<JudgedUnder>& verdicts,
                                          const GivenSituation& situation);
/// The same for people: a grid, or for one policy every finding.
[[nodiscard]] QString verdictReport(const std::vector<JudgedUnder>& verdicts, const GivenSituation& situation,
                                    const TextStyle& style);

} // namespace retryscope::cli
