// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/optional_duration.h"
#include "core/run/run_record.h"

#include <cstddef>
#include <string>
#include <vector>

namespace retryscope {

// What a record shows of a foreign client's attempts, read alike by all that tells clients apart.

/// An observed wait includes the client's own work and the request's way: 1 to 10 ms on a quiet machine, more
/// on a busy one.
inline constexpr Duration kOwnWork = std::chrono::milliseconds{25};

/// `503`, `connectionReset`; empty while nothing came.
[[nodiscard]] std::string outcomeOf(const AttemptFacts& facts);

/// Of a request that left; empty where the record holds no bytes of it, as in virtual time.
[[nodiscard]] const Headers& sentHeaders(const AttemptRecord& attempt);

/// The User-Agent of the call, as it was sent.
[[nodiscard]] std::string agentOf(const CallRecord& call);

/// The response has Retry-After or a similar header.
[[nodiscard]] bool isHinted(const AttemptFacts& facts);

/// From the end of this attempt to the start of the next; absent at the last one, where the next began
/// sooner, and where an imported file neither has times nor names the delay.
[[nodiscard]] OptionalDuration waitAfter(const CallRecord& call, std::size_t attempt);

/// Attempts of these calls that have ended, as the client learned of them.
[[nodiscard]] std::vector<Place> endedAttempts(const RunRecord& record, const std::vector<int>& calls);

/// True if the call came to nothing and its client sent no more, as far as the record goes; a call that goes
/// on in a recording under way counts like one that the end of the recording closed.
[[nodiscard]] bool cameToNothing(const CallRecord& call);

/// True if the client disconnected as soon as it had the last response, so it had given up. A client that
/// disconnected later might have been stopped while waiting.
[[nodiscard]] bool hasGivenUp(const CallRecord& call);
/// True if the call came to nothing because its client decided so. A client that only went away, stopped
/// while it waited, shows no rule.
[[nodiscard]] bool wasGivenUp(const CallRecord& call);

/// True if the call failed so long before the record's end that another retry would have been recorded
/// (delays nearly always double at most). The last event is the only evidence of when a recording stopped.
[[nodiscard]] bool wasWatchedLongEnough(const RunRecord& record, const CallRecord& call);
/// The end of the recording, which may be long after the last attempt.
[[nodiscard]] Instant watchedUntil(const RunRecord& record);

} // namespace retryscope
