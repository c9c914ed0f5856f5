// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/virtual_run.h"

#include "core/run/client_loop.h"

#include <memory>

namespace retryscope {

std::vector<ClientState> runVirtually(const VirtualClients& clients, VirtualExtent extent,
                                      VirtualScheduler& scheduler, const Runner::Sink& sink)
{
    std::vector<ClientState> ends(static_cast<std::size_t>(extent.clients));
    std::vector<std::unique_ptr<ClientLoop>> loops;
    for (int client = 1; client <= extent.clients; ++client) {
        const auto index = static_cast<std::size_t>(client) - 1;
        const ClientState state = index < clients.states.size() ? clients.states[index] : ClientState{};
        loops.push_back(
            std::make_unique<ClientLoop>(clients.policy, clients.spec, clients.ports, clients.limits, sink));
        loops.back()->start(client, extent.calls, state,
                            [&end = ends[index]](const ClientState& after) { end = after; });
    }
    while (scheduler.runNext()) {
    }
    return ends;
}

} // namespace retryscope
