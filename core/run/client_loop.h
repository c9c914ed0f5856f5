// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/outer_loop.h"
#include "core/run/runner.h"

#include <optional>

namespace retryscope {

/// The calls of one client, one after another: quota, limiter and learned clock skew pass from call to call.
class ClientLoop
{
public:
    using Finished = std::function<void(const ClientState&)>;

    /// policy, spec and ports outlive the loop.
    ClientLoop(const ResolvedPolicy& policy, const RequestSpec& spec, RunPorts ports, RunLimits limits,
               Runner::Sink sink, OuterLoop loop = {});
    ~ClientLoop();
    ClientLoop(const ClientLoop&) = delete;
    ClientLoop& operator=(const ClientLoop&) = delete;

    /// calls: at least 1; the loop can make each in several rounds. finished: called once, after the last
    /// call or a cancelled one.
    void start(int client, int calls, ClientState state, Finished finished);
    /// Ends the call under way at once; no further call begins.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_runner.isRunning() || m_timer; }

private:
    void next(ClientState state);
    void ended(ClientState after);
    /// Another round of the same call after the loop's delay.
    void again(ClientState state);

    Runner m_runner;
    Scheduler* m_scheduler;
    OuterLoop m_loop;
    CallRound m_round;
    std::optional<TimerId> m_timer; ///< of the delay between two rounds
    ClientState m_waiting;          ///< meanwhile
    int m_call = 0;                 ///< under way; every round is one of its own
    int m_client = 1;
    int m_calls = 1;
    bool m_isCancelled = false;
    Finished m_finished;
};

} // namespace retryscope
