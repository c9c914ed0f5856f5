// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/outer_loop.h"
#include "core/run/runner.h"
#include "core/simulate/virtual_scheduler.h"

#include <functional>
#include <vector>

namespace retryscope {

/// What every client of a virtual run shares. All references outlive the run.
struct VirtualClients
{
    const ResolvedPolicy& policy;
    const RequestSpec& spec;
    RunPorts ports;
    RunLimits limits;
    const std::vector<ClientState>& states; ///< at the start, of client 1, 2, …; missing ones start fresh
    OuterLoop loop = {};
};

struct VirtualExtent
{
    int clients = 1;
    int calls = 1;                  ///< per client
    std::vector<int> callsByClient; ///< of client 1, 2, … in place of both numbers; empty: not used
};

/// Runs all calls of all clients to their end; clients side by side, the calls of one client one after
/// another. Returns the states that the clients end with.
/// isStopAsked: looked at between two events; once it says so, the calls under way are cancelled and no
/// further one begins. Empty: never.
std::vector<ClientState> runVirtually(const VirtualClients& clients, VirtualExtent extent,
                                      VirtualScheduler& scheduler, const Runner::Sink& sink,
                                      const std::function<bool()>& isStopAsked = {});

} // namespace retryscope
