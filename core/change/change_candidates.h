// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/change/situation.h"

#include <vector>

namespace retryscope {

/// All changes worth trying against this decision, the nearest of each sort first. None was tried yet.
/// decision: of this situation; a stop or a retry.
[[nodiscard]] std::vector<Change> changeCandidates(const Situation& situation, const Decision& decision);

/// Of a retry whose delay the server asked for: shorter delays for it to ask for, and what the client could
/// do about long ones. None was tried yet. Empty where the hint asks for no more than kShortHint.
[[nodiscard]] std::vector<Change> shorterHintCandidates(const Situation& situation, const Decision& decision);

} // namespace retryscope
