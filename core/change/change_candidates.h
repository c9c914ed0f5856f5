// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/change/situation.h"

#include <vector>

namespace retryscope {

/// All changes worth trying to reverse this decision, untested, the smallest of each type first. decision: of
/// this situation; a stop or a retry.
[[nodiscard]] std::vector<Change> changeCandidates(const Situation& situation, const Decision& decision);

/// For a retry with a delay hint: shorter hints, and limits that the client could set, untested. Empty if the
/// hint asks for at most kShortHint.
[[nodiscard]] std::vector<Change> shorterHintCandidates(const Situation& situation, const Decision& decision);

} // namespace retryscope
