// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <cstdint>
#include <string>

namespace retryscope {

/// What became of a call that ended, without its reason: `failed after 3 attempts in 1.7 s`, `cancelled after
/// 1 attempt`, `the client disconnected after 2 attempts in 5 s`. The time is missing where the file has
/// none.
[[nodiscard]] std::string callOutcome(const CallRecord& call);
/// Why: `no attempts left`; empty for a success and where the outcome says it.
[[nodiscard]] std::string callReason(const CallRecord& call);
/// Both, the outcome first: `failed after 3 attempts in 1.7 s: no attempts left`.
[[nodiscard]] std::string summaryOf(const CallRecord& call);

/// How the calls of a run ended, which ended itself.
struct CallCounts
{
    std::int64_t calls = 0; ///< that were planned
    std::int64_t succeeded = 0;
    std::int64_t failed = 0;
    OptionalDuration time{}; ///< lengthOf() the record
    bool isVirtual = false;
    bool isRecorded = false; ///< made by other clients: a cancelled call is one that its client left
    bool isCancelled = false;
    bool isCutOff = false; ///< the program ended before the run did
};
[[nodiscard]] CallCounts countsOf(const RunRecord& record);
/// Like callOutcome(), of a run of several calls: `70 of 90 calls failed in 73.5 s`, `all 3 calls succeeded
/// in 2 s`, `cancelled after 2 s`.
[[nodiscard]] std::string runOutcome(const CallCounts& counts);
/// What the outcome leaves out, `12 of 90 calls succeeded, 3 failed`; empty unless the run was stopped.
[[nodiscard]] std::string runReason(const CallCounts& counts);
/// Both, or summaryOf() the only call.
[[nodiscard]] std::string summaryOf(const RunRecord& record);

} // namespace retryscope
