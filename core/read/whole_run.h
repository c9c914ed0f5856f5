// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_times.h"
#include "core/read/run_totals.h"

namespace retryscope {

/// What the whole run came to, in a record that keeps its first calls only. totalsOf(), callTimesOf() and
/// countsOf() of such a record are those of the whole run.
struct WholeRun
{
    RunTotals totals;
    std::optional<CallTimes> times; ///< absent: too few calls
    bool operator==(const WholeRun&) const = default;
};

/// Of the whole run, also where the record keeps its first calls only.
[[nodiscard]] int attemptsOf(const RunRecord& record);

/// The first calls of a run, at most this many, with the numbers of the whole run. A record that has no more
/// calls stays as it is.
[[nodiscard]] RunRecord firstCallsOf(const RunRecord& record, std::size_t calls);

} // namespace retryscope
