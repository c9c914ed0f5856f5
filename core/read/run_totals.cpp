// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/run_totals.h"

#include "core/read/spans.h"
#include "core/read/whole_run.h"

#include <algorithm>
#include <map>

namespace retryscope {

namespace {

/// The attempts of a call and the delays around them, one after another.
Duration plannedTimeOf(const RunHeader& header, const CallRecord& call)
{
    Duration time{0};
    for (const AttemptRecord& attempt : call.attempts) {
        time += attempt.end - attempt.start + passedSendDelay(header, attempt);
        if (attempt.actualDelay) { // shorter than planned where the user or the deadline ended it
            time += std::min<Duration>(*attempt.actualDelay, attempt.decision.delay);
        }
    }
    return time;
}

} // namespace

std::int64_t plannedCallsOf(const RunHeader& header)
{
    return std::int64_t{header.clients} * header.callsPerClient;
}

RunTotals totalsOf(const RunRecord& record)
{
    if (record.header().whole) {
        return record.header().whole->totals;
    }
    RunTotals totals{.calls = static_cast<int>(record.calls().size()), .attempts = record.attemptCount()};
    const std::shared_ptr<const ResolvedPolicy>& policy = record.header().policy;
    int spent = 0;
    std::map<int, Duration> times; // of each client, one call after another
    bool hasQuota = policy && policy->policy.quota;
    for (const CallRecord& call : record.calls()) {
        Duration& time = times[call.client];
        time += plannedTimeOf(record.header(), call);
        totals.plannedTime = std::max(totals.plannedTime, time);
        totals.succeeded += call.verdict == CallVerdict::Succeeded ? 1 : 0;
        totals.failed += call.verdict == CallVerdict::Failed ? 1 : 0;
        const bool hasResult = call.verdict != CallVerdict::Cancelled && !call.attempts.empty();
        totals.assumedCalls += hasResult && call.attempts.back().assumed ? 1 : 0;
        totals.stopReason =
            call.stopReason && !record.header().isRecorded ? call.stopReason : totals.stopReason;
        for (const AttemptRecord& attempt : call.attempts) {
            totals.assumed += attempt.assumed ? 1 : 0;
            const auto charged = findStep<QuotaCharged>(attempt.decision.trace);
            hasQuota = hasQuota || charged.has_value();
            spent += charged && charged->granted ? charged->cost : 0;
        }
    }
    totals.time = lengthOf(record);
    totals.isQuotaKnown = !record.header().isRecorded;
    if (hasQuota) {
        totals.tokensSpent = spent;
    }
    return totals;
}

bool hasAssumed(const RunRecord& record)
{
    return std::ranges::any_of(record.calls(), [](const CallRecord& call) {
        return std::ranges::any_of(call.attempts, &AttemptRecord::assumed);
    });
}

OptionalDuration lengthOf(const RunRecord& record)
{
    // Only what another program wrote down lacks times; the attempts of a run are not asked.
    if (record.header().isRecorded && !std::ranges::all_of(record.calls(), hasTimes)) {
        return std::nullopt;
    }
    const auto first = std::ranges::min_element(record.calls(), {}, &CallRecord::start);
    return first == record.calls().end() ? Duration{0} : record.end() - first->start;
}

} // namespace retryscope
