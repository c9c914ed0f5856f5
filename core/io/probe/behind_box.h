// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/probe/bench.h"
#include "core/simulate/scenario.h"

#include <string>
#include <vector>

namespace retryscope::io {

/// What a client receives behind the proxy of a probe result.
struct BehindBox
{
    AttemptFacts facts;
    std::string row;         ///< id of the row that decided
    bool isInferred = false; ///< that row has another status of the same class, or another sort of body
};

/// Applies the probe result to a response: the row with the same fault, or with the same status and kind of
/// body, decides whether status, fields and body pass, are dropped or replaced; else a row with the same
/// status class. If there is none, BadUsage names the nearest row.
Result<BehindBox> behindBox(const Bench& bench, const AttemptFacts& facts);

struct ScenarioBehind
{
    Scenario scenario;                     ///< its id ends in `-behind-BOX`
    std::vector<std::string> inferredRows; ///< ids of rows that decided on steps by inference; each once
};

/// Every step as a client behind the proxy receives it. Keeps delays, placeholders, rate limits and repeat
/// counts.
Result<ScenarioBehind> scenarioBehind(const Bench& bench, Scenario scenario);

} // namespace retryscope::io
