// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/decide/state.h"
#include "core/facts/headers.h"
#include "core/policy/policy.h"

#include <string>

namespace retryscope {

/// What the templates of attempt headers are filled with.
struct AttemptHeaderValues
{
    int attempt = 1;
    std::string callId;
    Duration readTimeout{0};
    WallTime now{0}; ///< ours, when the attempt leaves
};

/// The headers that the policy's client adds to this attempt. The ttl is our time, plus the read timeout,
/// plus the server's clock difference at the last response.
[[nodiscard]] Headers attemptHeadersFor(const Policy& policy, const RequestState& request,
                                        const AttemptHeaderValues& values);

/// A UUID of version 4 form from two numbers in [0, 1).
[[nodiscard]] std::string uuidFrom(double first, double second);

} // namespace retryscope
