// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/policy/policy.h"

#include <algorithm>
#include <optional>

namespace retryscope {

/// The client's own time limit for a call: no retry starts at or after this time from the start of the call.
/// The shorter of AttemptLimit::maxElapsed and the user's attempt limit, if that covers the call. Absent if
/// the client has no such limit.
[[nodiscard]] inline std::optional<Duration> ownTimeLimit(const AttemptLimit& attempts,
                                                          const RequestSpec& spec)
{
    if (!attempts.timeoutCoversCall || !spec.attemptTimeout) {
        return attempts.maxElapsed;
    }
    return attempts.maxElapsed ? std::min(*attempts.maxElapsed, *spec.attemptTimeout) : *spec.attemptTimeout;
}

/// The request with the client's own limit for an attempt; absent where it has none, or the user sets one.
[[nodiscard]] inline std::optional<RequestSpec> withOwnAttemptLimit(const RequestSpec& spec,
                                                                    const Policy& policy)
{
    const std::optional<Duration> own = policy.timeouts ? policy.timeouts->attempt : std::nullopt;
    if (spec.attemptTimeout || own.value_or(Duration::zero()) == Duration::zero()) {
        return std::nullopt;
    }
    RequestSpec limited = spec;
    limited.attemptTimeout = own;
    return limited;
}

} // namespace retryscope
