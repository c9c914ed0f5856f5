// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "core/simulate/scenario.h"
#include "core/simulate/scripted_transport.h"

#include <functional>

namespace retryscope {

/// Wall-clock time at which every virtual run begins: 2026-01-01T00:00:00Z (contract, section 3).
inline constexpr WallTime kVirtualStart{1767225600000};

/// What shall run: the header's policy, spec, seed, clients and callsPerClient are used.
/// Runs every call in virtual time and returns the record. Clients run side by side, the calls of one client
/// one after another.
/// isStopAsked: looked at between two events; once it says so, the calls under way are cancelled and the
/// record ends there. Empty: never.
[[nodiscard]] RunRecord simulate(RunHeader header, const Scenario& scenario,
                                 const std::function<bool()>& isStopAsked = {},
                                 ResponsePer responsePer = ResponsePer::Request);

/// A virtual run together with what its clients would carry into a next one.
struct Simulation
{
    RunRecord record;
    std::vector<ClientState> endStates; ///< of client 1, 2, …
};
[[nodiscard]] Simulation simulateClients(RunHeader header, const Scenario& scenario,
                                         const std::function<bool()>& isStopAsked = {},
                                         ResponsePer responsePer = ResponsePer::Request);

/// Attempts that whatIf() makes, some 0.5 KiB each.
inline constexpr int kMostMadeAgain = 1'000'000;

/// What happens when another policy needs more responses than were recorded.
enum class BeyondRecord { RepeatLast, Succeed, Stop };

/// Judges the responses of a record again under another policy, in virtual time, with the record's draws.
/// A recording has none: there its header's seed draws. Attempts beyond the record are marked `assumed`.
/// whatIf(r, r's policy) is r, unless this version of the program decides otherwise. isStopAsked: as for
/// simulate(), and also once kMostMadeAgain attempts were made: a policy may allow any number of them.
/// script: what the server would have gone on to play, where that is known (isPlayedBy()): it then responds
/// in place of `beyond`, and nothing is assumed.
[[nodiscard]] RunRecord whatIf(const RunRecord& record, const Policy& policy, BeyondRecord beyond,
                               const std::function<bool()>& isStopAsked = {},
                               const Scenario* script = nullptr);

/// The record's run met this scenario: it names it, and each attempt has the status of its step, or failed
/// where the step is a fault. False where it cannot be told: requests of several calls share a cursor, or a
/// step depends on how fast requests come.
[[nodiscard]] bool isPlayedBy(const RunRecord& record, const Scenario& scenario);

} // namespace retryscope
