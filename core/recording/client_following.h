// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/policy/policy.h"
#include "core/run/run_record.h"

#include <functional>
#include <vector>

namespace retryscope {

/// The client of this call left as soon as it had the last response, so it would not have sent again; one
/// that left later may have been ended while it waited.
[[nodiscard]] bool hasGivenUp(const CallRecord& call);

/// What a policy would have done after an attempt, beside what the client did.
struct FollowedAttempt
{
    Place place;
    Verdict verdict = Verdict::Succeed; ///< of the policy
    std::optional<StopReason> stopReason;
    DelayWindow window; ///< from the end of this attempt to the next, where the policy retries
    /// By so much at its upper end, which a rate limiter may have added: draws are not seen in the wait.
    Duration widening{0};
    bool isRetried = false;  ///< by the client
    OptionalDuration wait{}; ///< of the client, where it waited until this attempt was over
    bool isOpen = false;     ///< the record ends before the client needed to send again
};

/// The client's wait after this attempt is one that the policy could have made, but for what sending and a
/// program's own work add. Of attempts with a wait.
[[nodiscard]] bool isInWindow(const FollowedAttempt& followed);

/// Follows the client whose calls these are (indices, in order) attempt by attempt: at each the policy
/// decides from what it would have learned and spent so far had it done as the client did.
void follow(const RunRecord& record, const std::vector<int>& calls, const Policy& policy,
            const std::function<void(const FollowedAttempt&)>& take);

/// The request of the call with this index, with what its headers and body tell of its service.
[[nodiscard]] RequestSpec requestUnder(const RunRecord& record, int call, const Policy& policy);
/// Attempts that the policy allows that call.
[[nodiscard]] int attemptsUnder(const RunRecord& record, int call, const Policy& policy);

} // namespace retryscope
