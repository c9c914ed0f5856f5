// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/whole_run.h"

#include <memory>
#include <utility>

namespace retryscope {

int attemptsOf(const RunRecord& record)
{
    const auto& whole = record.header().whole;
    return whole ? whole->totals.attempts : record.attemptCount();
}

RunRecord firstCallsOf(const RunRecord& record, std::size_t calls)
{
    if (record.calls().size() <= calls) {
        return record;
    }
    RunHeader header = record.header();
    header.whole =
        std::make_shared<const WholeRun>(WholeRun{.totals = totalsOf(record), .times = callTimesOf(record)});
    RunRecord first(std::move(header));
    for (std::size_t call = 0; call < calls; ++call) {
        first.adopt(record.calls()[call]);
    }
    return first;
}

} // namespace retryscope
