// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <string>
#include <string_view>

namespace retryscope {

/// The id that a scenario or rule has today, for the one that an older file or command names; other ids as
/// they are. Old ids are read for good and written nowhere (contract, section 3).
[[nodiscard]] std::string currentId(std::string_view id);
/// The same for the rules of a policy, and for the places that name them.
void useCurrentIds(Policy& policy);

} // namespace retryscope
