// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/probe/bench.h"
#include "core/simulate/scenario.h"

#include <string>
#include <vector>

namespace retryscope::io {

/// What a client gets of a response, or of a failure, when a box of this bench stands between.
struct BehindBox
{
    AttemptFacts facts;
    std::string row;         ///< id of the row that decided
    bool isInferred = false; ///< that row has another status of the same class, or another sort of body
};

/// The bench as a rule: the row with the same fault, or with the same status and sort of body, decides
/// whether status, fields and body pass, are dropped or replaced; else a row of the same class of status.
/// BadUsage names the nearest row where there is none.
Result<BehindBox> behindBox(const Bench& bench, const AttemptFacts& facts);

struct ScenarioBehind
{
    Scenario scenario;                     ///< its id ends in `-behind-BOX`
    std::vector<std::string> inferredRows; ///< ids of rows that decided on steps by inference; each once
};

/// Every step as a client behind the box meets it. Delays, placeholders, limits on the rate, and how often a
/// step is used, stay as they are.
Result<ScenarioBehind> scenarioBehind(const Bench& bench, Scenario scenario);

} // namespace retryscope::io
