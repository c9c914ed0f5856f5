// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/ports.h"
#include "core/run/run_event.h"

#include <functional>
#include <memory>

namespace retryscope {

/// The world of one run as the runner sees it. All outlive the runner.
struct RunPorts
{
    Transport* transport = nullptr;
    Scheduler* scheduler = nullptr;
    const Dice* dice = nullptr;
};

struct RunLimits
{
    int maxAttemptsPerCall =
        1000;              ///< the program's own brake, whatever a policy says; stopReason `safetyLimit`
    bool noWait = false;   ///< plan and record delays, but do not sleep them; decides as if it had
    WallTime startedAt{0}; ///< wall-clock time at Instant zero
};

/// Which round of the loop around the client a call is.
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
    /// Stops at once, also inside a delay or from inside the sink; emits what was recorded and
    /// CallEnded{Cancelled}. `finished` is still called.
    void cancel();
    [[nodiscard]] bool isRunning() const;
    /// Of the call that ended last.
    [[nodiscard]] CallVerdict lastVerdict() const;
    [[nodiscard]] int lastAttempts() const;

private:
    struct State;
    std::shared_ptr<State> m_state; ///< outlives a runner that is destroyed by whoever it tells
};

} // namespace retryscope
