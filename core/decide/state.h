// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/rate_limiter.h"
#include "core/facts/instant.h"
#include "core/facts/request_spec.h"
#include "core/facts/shared.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// The state shared by the requests of one client.
struct ClientState
{
    /// Level; absent until the first request (then the capacity) or without a quota.
    std::optional<int> quota;
    LimiterState limiter;
    Duration clockSkew{0}; ///< learned: server minus ours
    bool operator==(const ClientState&) const = default;
};

/// What the delay before the last attempt came from.
struct DelayBefore
{
    Duration delay{0};
    double draw = 0;
    bool operator==(const DelayBefore&) const = default;
};

/// The state of one request from attempt to attempt.
struct RequestState
{
    Instant startedAt{};
    int attemptsMade = 0;                ///< on the wire
    int attemptsCounted = 0;             ///< those that count towards the maximum
    int backoffFrom = 0;                 ///< attempts counted before the backoff began anew
    int lastCost = 0;                    ///< tokens held by this request
    std::optional<int> quota;            ///< level, for quotas of scope Call
    DelayBefore delayBefore;             ///< of the retry before, for decorrelated jitter
    std::optional<std::string> nextBody; ///< of the next attempt: what a batch left undone, or a poll
    bool isStarted = false;              ///< the operation: what follows are polls
    Shared<RequestTarget> nextTarget;    ///< of the polls
    std::vector<int> ruleUses; ///< how often each rule matched so far, by its index; empty: none did
    int itemsLeft = 0;
    std::optional<Duration> serverAhead; ///< server's Date minus our clock at the last response that had one
    bool operator==(const RequestState&) const = default;
};

} // namespace retryscope
