// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/judge.h"

namespace retryscope {

/// One client going through its calls: beginCall(), admit() and judge() in order, with the state passed from
/// each to the next. Times are those of the run, plus skipped delays.
class ClientWalk
{
public:
    /// Both must outlive the walk. client: what it learned and spent before.
    ClientWalk(const ResolvedPolicy& policy, const RequestSpec& spec, ClientState client = {});

    void beginCall(Instant now);
    /// Continues with this state instead of its own.
    void beginCall(ClientState client, Instant now);

    /// Before the next attempt: what delays it, and why.
    struct Departure
    {
        Duration sendDelay{0};
        bool isRefused = false; ///< no attempt is made
        Trace trace;
    };
    [[nodiscard]] Departure admit(Instant now, double draw);
    /// At the end of the attempt.
    [[nodiscard]] Decision judge(const AttemptFacts& facts, RunClockReading clock, double draw);
    /// The attempt ended without a judgement: cancelled, or still running.
    void leaveUnjudged() { ++m_request.attemptsMade; }

    /// A planned delay that the run skips still passes for the client.
    void skip(Duration delay) { m_skipped += delay; }
    /// The moment as the client sees it.
    [[nodiscard]] Instant clientTime(Instant now) const { return now + m_skipped; }

    [[nodiscard]] const ClientState& client() const { return m_client; }
    [[nodiscard]] const RequestState& request() const { return m_request; }

private:
    const ResolvedPolicy* m_policy;
    const RequestSpec* m_spec;
    ClientState m_client;
    RequestState m_request;
    Duration m_skipped{0}; ///< of all calls so far
};

/// What a new client decides when the first attempt of its first call ends so.
[[nodiscard]] Decision firstDecision(const ResolvedPolicy& policy, const RequestSpec& spec,
                                     const AttemptFacts& facts);

} // namespace retryscope
