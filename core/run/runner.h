// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/ports.h"
#include "core/run/run_event.h"

#include <functional>
#include <memory>

namespace retryscope {

/// The environment of a run. All members outlive the runner.
struct RunPorts
{
    Transport* transport = nullptr;
    Scheduler* scheduler = nullptr;
    const Dice* dice = nullptr;
};

struct RunLimits
{
    int maxAttemptsPerCall = 1000; ///< Retryscope's own safety limit, independent of the policy; stopReason
                                   ///< `safetyLimit`
    bool noWait = false;   ///< plan and record delays without waiting, but decide as if they had passed
    WallTime startedAt{0}; ///< wall-clock time at Instant zero
};

/// The round of the outer loop to which a call belongs.
struct CallRound
{
    int round = 1;
    int scriptCall = 0;     ///< the call as a scripted server counts them; 0: as this program does
    int attemptsBefore = 0; ///< of the rounds before this one
};

/// The loop of one call: admit, send, judge, delay, repeat. A small state machine over the three ports;
/// it never recurses, because no port completes inline.
class Runner
{
public:
    using Sink = std::function<void(RunEvent&&)>;
    /// Called once, after CallEnded, with the client's state for the next call.
    using Finished = std::function<void(ClientState)>;

    Runner(const ResolvedPolicy& policy, const RequestSpec& spec, RunPorts ports, RunLimits limits,
           Sink sink);
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    void start(int client, int call, ClientState state, Finished finished, CallRound round = {});
    /// Stops at once, even during a delay or from within the sink. Emits what was recorded and
    /// CallEnded{Cancelled}, and still calls `finished`.
    void cancel();
    [[nodiscard]] bool isRunning() const;
    /// Of the call that ended last.
    [[nodiscard]] CallVerdict lastVerdict() const;
    [[nodiscard]] int lastAttempts() const;

private:
    struct State;
    std::shared_ptr<State> m_state; ///< outlives a runner that its own callback destroys
};

} // namespace retryscope
