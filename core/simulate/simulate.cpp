// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/simulate.h"

#include "core/run/seeded_dice.h"
#include "core/simulate/scripted_transport.h"
#include "core/simulate/virtual_run.h"
#include "core/simulate/virtual_scheduler.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace retryscope {

namespace {

std::size_t expectedCalls(const RunHeader& run)
{
    constexpr std::int64_t kMost = 1'000'000; // more are made room for as they come
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(std::int64_t{run.clients} * run.callsPerClient, 0, kMost));
}

} // namespace

RunRecord simulate(RunHeader header, const Scenario& scenario, const SimulationWatch& watch,
                   ResponsePer responsePer)
{
    return simulateClients(std::move(header), scenario, watch, responsePer).record;
}

Simulation simulateClients(RunHeader header, const Scenario& scenario, const SimulationWatch& watch,
                           ResponsePer responsePer)
{
    header.isVirtual = true;
    header.startedAt = kVirtualStart;
    header.scenarioId = scenario.id;
    Simulation simulation{.record = RunRecord(std::move(header)), .endStates = {}};
    RunRecord& record = simulation.record;
    const RunHeader& run = record.header();
    record.reserveCalls(expectedCalls(run));

    VirtualScheduler scheduler;
    ScriptedTransport transport(scenario, scheduler, run.startedAt, run.seed, responsePer);
    const SeededDice dice(run.seed);
    simulation.endStates = runVirtually(
        {.policy = *run.policy,
         .spec = run.spec,
         .ports = {.transport = &transport, .scheduler = &scheduler, .dice = &dice},
         .limits = {.noWait = run.noWait, .startedAt = run.startedAt},
         .states = run.startStates,
         .loop = run.loop},
        {.clients = run.clients, .calls = run.callsPerClient}, scheduler,
        [&record](RunEvent&& event) { record.append(std::move(event)); },
        [&record, &watch] { return watch && watch(std::ssize(record.calls())); });
    return simulation;
}

} // namespace retryscope
