// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"

#include <string>
#include <vector>

namespace retryscope {

/// Services with their own rules for which the policy would decide differently than without a service. Empty
/// if a service or a protocol is given.
[[nodiscard]] std::vector<std::string> servicesJudgedOtherwise(const Policy& policy,
                                                               const GivenAttempt& given);

} // namespace retryscope
