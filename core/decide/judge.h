// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/decide/state.h"
#include "core/facts/request_spec.h"
#include "core/policy/resolve.h"

namespace retryscope {

/// A client about to make the first attempt of a call.
struct CallBeginning
{
    ClientState client;
    RequestState request;
};

/// Whether the next attempt can start now, otherwise when.
struct Admission
{
    Duration sendDelay{0};
    bool isRefused = false; ///< no attempt: the send rate has no token, and the client does not wait for one
    Trace trace;
    ClientState client;
    RequestState request;
};

struct Judgement
{
    Decision decision;
    ClientState client;
    RequestState request;
};

/// What judge() needs to know of the run besides facts and state.
struct RunClockReading
{
    Instant now{};                    ///< end of the attempt
    std::optional<WallTime> wallTime; ///< ours at `now`, for clock comparison and date hints
};

/// Before the first attempt of a call: what the policy keeps for one call only starts afresh.
[[nodiscard]] CallBeginning beginCall(const ResolvedPolicy& policy, ClientState client, Instant now);

/// Before an attempt: polling delays and the send rate. A request that starts an operation is not a poll.
/// draw: in [0, 1), for policies with jitter in the delay before each attempt.
[[nodiscard]] Admission admit(const ResolvedPolicy& policy, ClientState client, RequestState request,
                              Instant now, double draw);

/// After an attempt: walks the checkpoints in their fixed order (name, classify, clock, limiter, success,
/// start, part done, retryable, attempts, body, backoff, hint, deadline, quota) and says what to do and why.
/// Pure; always decides.
[[nodiscard]] Judgement judge(const ResolvedPolicy& policy, const RequestSpec& spec, ClientState client,
                              RequestState request, const AttemptFacts& facts, const RunClockReading& clock,
                              double draw);

} // namespace retryscope
