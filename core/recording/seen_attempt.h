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

/// A wait that was seen has the client's own work and the way of the request in it: 1 to 10 ms on a quiet
/// machine, more on a busy one.
inline constexpr Duration kOwnWork = std::chrono::milliseconds{25};

/// `503`, `connectionReset`; empty while nothing came.
[[nodiscard]] std::string outcomeOf(const AttemptFacts& facts);

/// Of a request that left; empty where the record holds no bytes of it, as in virtual time.
[[nodiscard]] const Headers& sentHeaders(const AttemptRecord& attempt);

/// The User-Agent of the call, as it was sent.
[[nodiscard]] std::string agentOf(const CallRecord& call);

/// The response carries Retry-After or one of its like.
[[nodiscard]] bool isHinted(const AttemptFacts& facts);

/// From the end of this attempt to the start of the next; absent at the last one, and where the next began
/// sooner.
[[nodiscard]] OptionalDuration waitAfter(const CallRecord& call, std::size_t attempt);

/// Attempts of these calls that have ended, as the client learned of them.
[[nodiscard]] std::vector<Place> endedAttempts(const RunRecord& record, const std::vector<int>& calls);

/// The call failed so long before the record's end that one more retry would have been seen: delays double at
/// most, nearly always. A recording tells no more of when it was stopped than its last event.
[[nodiscard]] bool wasWatchedLongEnough(const RunRecord& record, const CallRecord& call);
/// The end of the recording, which may be long after the last attempt.
[[nodiscard]] Instant watchedUntil(const RunRecord& record);

} // namespace retryscope
