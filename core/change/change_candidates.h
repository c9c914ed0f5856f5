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

} // namespace retryscope
