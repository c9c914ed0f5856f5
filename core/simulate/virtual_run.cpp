// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/virtual_run.h"

#include "core/run/client_loop.h"

#include <algorithm>
#include <memory>

namespace retryscope {

std::vector<ClientState> runVirtually(const VirtualClients& clients, VirtualExtent extent,
                                      VirtualScheduler& scheduler, const Runner::Sink& sink,
                                      const std::function<bool()>& isStopAsked)
{
    std::vector<int>& calls = extent.callsByClient;
    if (calls.empty()) {
        calls.assign(static_cast<std::size_t>(std::max(extent.clients, 0)), extent.calls);
    }
    std::vector<ClientState> states = clients.states;
    states.resize(calls.size());
    std::vector<std::unique_ptr<ClientLoop>> loops;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (calls[i] < 1) {
            continue;
        }
        loops.push_back(std::make_unique<ClientLoop>(clients.policy, clients.spec, clients.ports,
                                                     clients.limits, sink, clients.loop));
        loops.back()->start(static_cast<int>(i) + 1, calls[i], states[i],
                            [&end = states[i]](const ClientState& after) { end = after; });
    }
    const auto mayGoOn = [&isStopAsked] {
        return !isStopAsked || !isStopAsked();
    };
    while (mayGoOn()) {
        if (!scheduler.runNext()) {
            return states;
        }
    }
    for (const std::unique_ptr<ClientLoop>& loop : loops) {
        loop->cancel();
    }
    return states;
}

} // namespace retryscope
