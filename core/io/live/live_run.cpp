// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/live/live_run.h"

#include "core/io/endpoint/endpoint_transport.h"
#include "core/io/endpoint/fault_endpoint.h"

#include <utility>

namespace retryscope::io {

struct LiveRun::Lane
{
    std::unique_ptr<Transport> transport;
    std::unique_ptr<ClientLoop> loop; ///< after the transport that it uses
};

LiveRun::LiveRun(const LivePorts& ports, std::shared_ptr<const ResolvedPolicy> policy, std::uint64_t seed)
    : m_ports(ports), m_policy(std::move(policy)), m_dice(seed), m_seed(seed)
{
}

LiveRun::~LiveRun() = default;

Result<QUrl> LiveRun::openEndpoints(const Scenario& scenario, int clients)
{
    const auto play = std::make_shared<PlayedScenario>(scenario);
    for (int client = 1; client <= clients; ++client) {
        m_endpoints.push_back(std::make_unique<FaultEndpoint>());
        if (const Result<Done> opened = m_endpoints.back()->openForRun(play, m_seed); !opened) {
            return opened.error();
        }
    }
    return m_endpoints.front()->url();
}

void LiveRun::start(const RunHeader& header, const Runner::Sink& sink, Finished finished)
{
    m_spec = header.spec;
    m_finished = std::move(finished);
    m_scheduler = m_ports.scheduler();
    const RunLimits limits{.noWait = header.noWait, .startedAt = header.startedAt};
    const auto clients = static_cast<std::size_t>(header.clients);
    m_states = header.startStates;
    m_states.resize(clients);
    m_running = clients;
    for (std::size_t index = 0; index < clients; ++index) {
        auto lane = std::make_unique<Lane>();
        lane->transport = m_ports.transport();
        if (!m_endpoints.empty()) {
            lane->transport =
                std::make_unique<EndpointTransport>(std::move(lane->transport), *m_endpoints[index]);
        }
        const RunPorts ports{
            .transport = lane->transport.get(), .scheduler = m_scheduler.get(), .dice = &m_dice};
        lane->loop = std::make_unique<ClientLoop>(*m_policy, m_spec, ports, limits, sink, header.loop);
        m_lanes.push_back(std::move(lane));
    }
    for (std::size_t index = 0; index < clients; ++index) {
        m_lanes[index]->loop->start(static_cast<int>(index) + 1, header.callsPerClient, m_states[index],
                                    [this, index](const ClientState& state) { laneFinished(index, state); });
    }
}

void LiveRun::cancel()
{
    for (const std::unique_ptr<Lane>& lane : m_lanes) {
        lane->loop->cancel();
    }
}

void LiveRun::laneFinished(std::size_t lane, const ClientState& state)
{
    m_states[lane] = state;
    --m_running;
    if (m_running == 0) {
        m_finished(m_states);
    }
}

} // namespace retryscope::io
