// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/incurable_error.h"
#include "core/recipes/change_code.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// What is known about clients and errors; it comes from the built-in files.
struct ClientKnowledge
{
    const Recipes& recipes;
    const Sdks& sdks;
    const ClientReaders& readers;
    const std::vector<IncurableErrors>& incurable;
};

/// What to change about a decision, or why no change is offered.
struct PossibleChanges
{
    Verdict verdict = Verdict::Stop;      ///< the decision without a change
    std::vector<OfferedChange> reversing; ///< smallest first
    std::vector<OfferedPair> pairs;       ///< where no single change reverses the decision
    std::vector<OfferedChange> shorter;   ///< for a shorter delay than the server's hint asks for
    /// Where none reverses it: `No single change reverses this decision.`; if there are pairs it ends in a
    /// colon.
    std::string whyNone;
    std::vector<SensitiveTo> sensitivities;  ///< what else the decision depends on
    std::optional<IncurableError> incurable; ///< a retry cannot help, so none is offered
    /// The quota's remark and one per sensitivity, a sentence each; none for a success.
    std::vector<std::string> remarks;
};
[[nodiscard]] PossibleChanges possibleChangesOf(const ClientKnowledge& knowledge, const Situation& situation);

} // namespace retryscope
