// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "core/simulate/scenario.h"
#include "core/simulate/scripted_transport.h"

#include <cstdint>
#include <functional>

namespace retryscope {

/// Wall-clock time at which every virtual run begins: 2026-01-01T00:00:00Z (contract, section 3).
inline constexpr WallTime kVirtualStart{1767225600000};

/// Asked between two events of a virtual run, with the number of calls that have begun. True: the calls under
/// way are cancelled, and the record ends there.
using SimulationWatch = std::function<bool(std::int64_t begunCalls)>;

/// The run: uses the header's policy, spec, seed, clients and callsPerClient. Runs every call in virtual time
/// and returns the record. Clients run side by side, the calls of one client one after another. watch: may be
/// empty.
[[nodiscard]] RunRecord simulate(RunHeader header, const Scenario& scenario,
                                 const SimulationWatch& watch = {},
                                 ResponsePer responsePer = ResponsePer::Request);

/// A virtual run, and the state that its clients would take into the next one.
struct Simulation
{
    RunRecord record;
    std::vector<ClientState> endStates; ///< of client 1, 2, …
};
[[nodiscard]] Simulation simulateClients(RunHeader header, const Scenario& scenario,
                                         const SimulationWatch& watch = {},
                                         ResponsePer responsePer = ResponsePer::Request);

/// Attempts that whatIf() makes, some 0.5 KiB each.
inline constexpr int kMostMadeAgain = 1'000'000;

/// What happens when another policy needs more responses than were recorded.
enum class BeyondRecord { RepeatLast, Succeed, Stop };

/// Judges the responses of a record again under another policy, in virtual time, with the record's draws (for
/// a recording, which has none, with draws from its header's seed). Attempts beyond the record are marked
/// `assumed`. whatIf(r, r's policy) equals r, unless this version of Retryscope decides differently.
/// isStopAsked: as a watch of simulate(); the replay also stops after kMostMadeAgain attempts, because a
/// policy may allow any number. script: the rest of the server's script, if known (isPlayedBy()); it then
/// responds instead of `beyond`, and nothing is assumed.
[[nodiscard]] RunRecord whatIf(const RunRecord& record, const Policy& policy, BeyondRecord beyond,
                               const std::function<bool()>& isStopAsked = {},
                               const Scenario* script = nullptr);

/// True if the record's run played this scenario: the record names it, and each attempt has the status of its
/// step, or failed if the step is a fault. False if this is uncertain: several calls share a cursor, or a
/// step depends on the request rate.
[[nodiscard]] bool isPlayedBy(const RunRecord& record, const Scenario& scenario);

} // namespace retryscope
