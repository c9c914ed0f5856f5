// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/call_outcome.h"

#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
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

} // namespace retryscope
