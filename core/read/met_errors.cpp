// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/met_errors.h"

#include <algorithm>

namespace retryscope {

namespace {

bool isWorthMapping(const ResolvedPolicy& policy, const AttemptRecord& attempt, const ErrorName& name)
{
    const bool endedTheCall = attempt.decision.stopReason == StopReason::NotRetryable;
    const bool isUnknown = name.state == NameState::Present && !policy.knows(name.name);
    return !attempt.isRunning && attempt.facts.response && !attempt.facts.fault &&
           attempt.decision.verdict != Verdict::Succeed && (endedTheCall || isUnknown);
}

} // namespace

std::vector<MetError> metErrorsIn(const RunRecord& record)
{
    std::vector<MetError> errors;
    if (!record.header().policy) {
        return errors;
    }
    const ResolvedPolicy& policy = *record.header().policy;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            const ErrorName name = nameOf(policy.reading, attempt.facts);
            if (!isWorthMapping(policy, attempt, name)) {
                continue;
            }
            const int status = attempt.facts.response->status;
            const std::string bears = name.state == NameState::Present ? name.name : std::string();
            auto error = std::find_if(errors.begin(), errors.end(), [&](const MetError& known) {
                return known.name == bears && (!bears.empty() || known.status == status);
            });
            if (error == errors.end()) {
                error = errors.insert(errors.end(), {.name = bears,
                                                     .status = status,
                                                     .count = 0,
                                                     .isKnown = !bears.empty() && policy.knows(bears),
                                                     .isRetried = false});
            }
            ++error->count;
            error->isRetried = error->isRetried || attempt.decision.verdict == Verdict::Retry;
        }
    }
    return errors;
}

} // namespace retryscope
