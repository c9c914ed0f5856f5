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

/// The clients of one run on the wire, each with connections of its own, side by side on one event loop.
class LiveRun
{
public:
    using Finished = std::function<void(std::vector<ClientState>)>;

    LiveRun(const LivePorts& ports, std::shared_ptr<const ResolvedPolicy> policy, std::uint64_t seed);
    ~LiveRun();
    LiveRun(const LiveRun&) = delete;
    LiveRun& operator=(const LiveRun&) = delete;

    /// Opens one endpoint per client that plays the scenario to it; its rate limits hold for all of them. The
    /// URL of the first one.
    Result<QUrl> openEndpoints(const Scenario& scenario, int clients);
    /// spec and header.startStates are used. Both receivers are called from inside start() at the earliest.
    void start(const RunHeader& header, const Runner::Sink& sink, Finished finished);
    /// Ends every call under way; finished is called before this returns, unless all was over.
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
