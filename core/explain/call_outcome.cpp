// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/call_outcome.h"

#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/read/run_totals.h"
#include "core/read/whole_run.h"
#include "core/recording/seen_attempt.h"

#include <algorithm>

namespace retryscope {

namespace {

/// Without the policy at hand: no rule decided, and one did not apply because it is used up.
bool endedByUsedUpRule(const CallRecord& call)
{
    if (call.stopReason != StopReason::NotRetryable || call.attempts.empty() ||
        call.attempts.back().decision.rule >= 0) {
        return false;
    }
    const Trace& trace = call.attempts.back().decision.trace;
    return std::any_of(trace.begin(), trace.end(), [](const TraceStep& step) {
        const auto* tried = std::get_if<RuleTried>(&step);
        return tried != nullptr && tried->evidence == Evidence::Uses;
    });
}

std::string verdictOf(const CallRecord& call)
{
    if (call.source->isClientGone) {
        return hasGivenUp(call) ? "the client gave up and disconnected" : "the client disconnected";
    }
    return std::string(toString(call.verdict));
}

} // namespace

std::string callOutcome(const CallRecord& call)
{
    const bool isFirst = call.verdict == CallVerdict::Succeeded && call.attempts.size() == 1;
    const std::string attempts = counted(static_cast<int>(call.attempts.size()), "attempt");
    const std::string time = hasTimes(call) ? " in " + durationText(call.end - call.start) : "";
    return verdictOf(call) + (isFirst ? " at the first attempt" : " after " + attempts) + time;
}

std::string callReason(const CallRecord& call)
{
    const bool isStopped =
        call.verdict == CallVerdict::Failed && !call.source->isClientGone && call.stopReason;
    return !isStopped ? "" : endedByUsedUpRule(call) ? "the retries of a rule are used up" : stopText(call);
}

std::string summaryOf(const CallRecord& call)
{
    const std::string reason = callReason(call);
    return callOutcome(call) + (reason.empty() ? "" : ": " + reason);
}

CallCounts countsOf(const RunRecord& record)
{
    const std::vector<CallRecord>& calls = record.calls();
    const RunHeader& header = record.header();
    if (header.whole) {
        const RunTotals& totals = header.whole->totals;
        return {.calls = totals.calls,
                .succeeded = totals.succeeded,
                .failed = totals.failed,
                .time = totals.time,
                .isVirtual = header.isVirtual,
                .isRecorded = header.isRecorded,
                .isCancelled = false,
                .isCutOff = false};
    }
    const auto count = [&calls](CallVerdict verdict) {
        return std::ranges::count(calls, verdict, &CallRecord::verdict);
    };
    const bool isCancelled = count(CallVerdict::Cancelled) > 0;
    const std::int64_t planned = isCancelled && !header.isRecorded ? plannedCallsOf(header) : 0;
    return {.calls = std::max<std::int64_t>(planned, std::ssize(calls)),
            .succeeded = count(CallVerdict::Succeeded),
            .failed = count(CallVerdict::Failed),
            .time = lengthOf(record),
            .isVirtual = header.isVirtual,
            .isRecorded = header.isRecorded,
            .isCancelled = isCancelled,
            .isCutOff = header.isCutOff};
}

std::string runOutcome(const CallCounts& counts)
{
    const std::string time = (counts.time ? durationText(*counts.time) : std::string("an unknown time")) +
                             (counts.isVirtual ? " of virtual time" : "");
    if (counts.isCutOff) {
        return filled("interrupted after %1, when Retryscope ended", time);
    }
    if (counts.isCancelled && !counts.isRecorded) {
        return filled("cancelled after %1", time);
    }
    if (counts.isCancelled) {
        return filled("%1 of %2 calls succeeded in %3", counts.succeeded, counts.calls, time);
    }
    if (counts.failed > 0 && counts.failed < counts.calls) {
        return filled("%1 of %2 calls failed in %3", counts.failed, counts.calls, time);
    }
    return filled("all %1 calls %2 in %3", counts.calls, counts.failed > 0 ? "failed" : "succeeded", time);
}

std::string runReason(const CallCounts& counts)
{
    if (!counts.isCancelled && !counts.isCutOff) {
        return {};
    }
    const std::string failed = counts.failed > 0 ? filled("%1 failed", counts.failed) : std::string();
    if (counts.isRecorded && !counts.isCutOff) { // the outcome says how many succeeded
        return failed;
    }
    return filled("%1 of %2 calls succeeded", counts.succeeded, counts.calls) +
           (failed.empty() ? "" : ", " + failed);
}

std::string summaryOf(const RunRecord& record)
{
    const CallCounts counts = countsOf(record);
    if (counts.calls == 1 && record.calls().size() == 1) {
        return summaryOf(record.calls().front());
    }
    const std::string reason = runReason(counts);
    return runOutcome(counts) + (reason.empty() ? "" : ": " + reason);
}

} // namespace retryscope
