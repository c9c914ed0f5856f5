// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/client_loop.h"

#include <utility>

namespace retryscope {

ClientLoop::ClientLoop(const ResolvedPolicy& policy, const RequestSpec& spec, RunPorts ports,
                       RunLimits limits, Runner::Sink sink)
    : m_runner(policy, spec, ports, limits, std::move(sink))
{
}

void ClientLoop::start(int client, int calls, ClientState state, Finished finished)
{
    m_client = client;
    m_calls = calls;
    m_isCancelled = false;
    m_finished = std::move(finished);
    next(1, std::move(state));
}

void ClientLoop::next(int call, ClientState state)
{
    m_runner.start(m_client, call, std::move(state), [this, call](ClientState after) {
        if (m_isCancelled || call >= m_calls) {
            std::exchange(m_finished, nullptr)(after);
            return;
        }
        // A call ends in a callback of a port and the next one waits for a port, so the stack does not grow.
        next(call + 1, std::move(after));
    });
}

void ClientLoop::cancel()
{
    m_isCancelled = true;
    m_runner.cancel();
}

} // namespace retryscope
