// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/runner.h"

namespace retryscope {

/// The calls of one client, one after another: quota, limiter and learned clock skew pass from call to call.
class ClientLoop
{
public:
    using Finished = std::function<void(const ClientState&)>;

    /// policy, spec and ports outlive the loop.
    ClientLoop(const ResolvedPolicy& policy, const RequestSpec& spec, RunPorts ports, RunLimits limits,
               Runner::Sink sink);

    /// calls: at least 1. finished: called once after the last call, or after a cancelled one.
    void start(int client, int calls, ClientState state, Finished finished);
    /// Ends the call under way at once; no further call begins.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_runner.isRunning(); }

private:
    void next(int call, ClientState state);

    Runner m_runner;
    int m_client = 1;
    int m_calls = 1;
    bool m_isCancelled = false;
    Finished m_finished;
};

} // namespace retryscope
