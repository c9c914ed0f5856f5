// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/live/run_controller.h"
#include "core/run/client_loop.h"
#include "core/run/seeded_dice.h"

#include <QUrl>

#include <memory>
#include <optional>
#include <vector>

namespace retryscope::io {

class FaultEndpoint;

/// The clients of one live run, in parallel on one event loop, each with separate connections.
class LiveRun
{
public:
    using Finished = std::function<void(std::vector<ClientState>)>;

    LiveRun(const LivePorts& ports, std::shared_ptr<const ResolvedPolicy> policy, std::uint64_t seed);
    ~LiveRun();
    LiveRun(const LiveRun&) = delete;
    LiveRun& operator=(const LiveRun&) = delete;

    /// Opens one endpoint per client to play the scenario; its rate limits apply to all together. Returns the
    /// URL of the first one.
    Result<QUrl> openEndpoints(const Scenario& scenario, int clients);
    /// Uses spec and header.startStates. Can call both receivers from within start().
    void start(const RunHeader& header, const Runner::Sink& sink, Finished finished);
    /// Cancels all running calls; calls `finished` before returning, unless the run had ended.
    void cancel();
    [[nodiscard]] Instant now() const { return m_scheduler->now(); }

private:
    struct Lane;

    void laneFinished(std::size_t lane, const ClientState& state);

    const LivePorts& m_ports;
    std::shared_ptr<const ResolvedPolicy> m_policy;
    RequestSpec m_spec;
    SeededDice m_dice;
    std::uint64_t m_seed;
    std::unique_ptr<Scheduler> m_scheduler;
    std::vector<std::unique_ptr<FaultEndpoint>> m_endpoints;
    std::vector<std::unique_ptr<Lane>> m_lanes; ///< after what they use
    std::vector<ClientState> m_states;
    std::size_t m_running = 0;
    Finished m_finished;
};

} // namespace retryscope::io
