// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/policy/policy.h"
#include "core/run/run_record.h"

#include <functional>
#include <vector>

namespace retryscope {

/// What a policy would have done after an attempt, next to what the client did.
struct FollowedAttempt
{
    Place place;
    Verdict verdict = Verdict::Succeed; ///< of the policy
    std::optional<StopReason> stopReason;
    DelayWindow window; ///< from the end of this attempt to the next, where the policy retries
    /// The part at the upper end that a send rate might have added; the wait does not show it separately.
    Duration widening{0};
    bool isRetried = false;  ///< by the client
    OptionalDuration wait{}; ///< of the client, where it waited until this attempt was over
    bool isOpen = false;     ///< the record ends before the client had to send again
};

/// True if the policy could have caused the client's wait after this attempt, allowing for sending and the
/// program's own work. For attempts with a wait.
[[nodiscard]] bool isInWindow(const FollowedAttempt& followed);

/// Follows the client of these calls (indices, in order) attempt by attempt. At each, the policy decides from
/// what it would have learned and spent so far if it had acted like the client.
void follow(const RunRecord& record, const std::vector<int>& calls, const Policy& policy,
            const std::function<void(const FollowedAttempt&)>& take);

/// The request of the call with this index, with what its headers and body tell of its service.
[[nodiscard]] RequestSpec requestUnder(const RunRecord& record, int call, const Policy& policy);
/// Attempts that the policy allows that call.
[[nodiscard]] int attemptsUnder(const RunRecord& record, int call, const Policy& policy);

} // namespace retryscope
