// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"

#include <string>
#include <vector>

namespace retryscope {

/// Services for which the policy has rules of its own, and with which it would decide otherwise than for one
/// that nobody named. Empty where a service or a protocol is given.
[[nodiscard]] std::vector<std::string> servicesJudgedOtherwise(const Policy& policy,
                                                               const GivenAttempt& given);

} // namespace retryscope
