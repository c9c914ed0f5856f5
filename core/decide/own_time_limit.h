// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/policy/policy.h"

#include <algorithm>
#include <optional>

namespace retryscope {

/// The client's own limit for a call, from its start: no retry is sent so long after it, or later. Of
/// AttemptLimit::maxElapsed and, where it covers the call, the user's limit of an attempt the one that ends
/// sooner; absent: time does not matter to the client.
[[nodiscard]] inline std::optional<Duration> ownTimeLimit(const AttemptLimit& attempts,
                                                          const RequestSpec& spec)
{
    if (!attempts.timeoutCoversCall || !spec.attemptTimeout) {
        return attempts.maxElapsed;
    }
    return attempts.maxElapsed ? std::min(*attempts.maxElapsed, *spec.attemptTimeout) : *spec.attemptTimeout;
}

} // namespace retryscope
