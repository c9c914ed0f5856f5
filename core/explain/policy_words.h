// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <string>

namespace retryscope {

/// Each group of a policy's numbers and habits in one line; nothing that decides is left out.
/// `50 ms × 2^n, n from 0, full jitter, at most 20 s before jitter`
[[nodiscard]] std::string backoffLine(const BackoffSpec& backoff);
/// `500 tokens per client, 5 for a retry, 10 after timeout; each success gives back 1`
[[nodiscard]] std::string quotaLine(const QuotaSpec& quota);
/// In the words of the run: no limit at first, then a share of what was measured.
[[nodiscard]] std::string limiterLine(const LimiterSpec& limiter);
/// `retry-after, in seconds: no shorter than the own delay; without an upper bound`
[[nodiscard]] std::string hintLine(const HintSpec& hint);
/// `200-299, 404`
[[nodiscard]] std::string successLine(const SuccessSpec& success);
/// Where a name is looked for, as policy files write it: `header:x-amzn-errortype, xml:Error/Code`; `none`.
[[nodiscard]] std::string placesLine(const ErrorReading& reading);
/// `off from 4 min on, learns the difference`
[[nodiscard]] std::string clockLine(const ClockSpec& clock);
/// `up to 1 MiB is kept; a request with a longer one is not retried`
[[nodiscard]] std::string requestBodyLine(const RequestBodySpec& body);
/// `attempt={attempt}, then attempt={attempt}; ttl={ttl}`, with its placeholders; without the name.
[[nodiscard]] std::string attemptHeaderLine(const AttemptHeader& header);

/// `xml:Error/Code`, `status`: a place as policy files write it.
[[nodiscard]] std::string placeWords(const NamePlace& place);
/// What a hint's value may not be: `; 0 counts as none`; empty for none of it.
[[nodiscard]] std::string hintHabitsText(const HintSpec& hint);
/// What else limits attempts: `, 3 after transient; no retry from 60 s on`; empty for nothing.
[[nodiscard]] std::string attemptHabitsText(const AttemptLimit& attempts);
/// `100 ms, 500 ms, 1500 ms`
[[nodiscard]] std::string delaysText(const BackoffSpec& backoff);
/// How much must be left in a quota: `; retries while at least 51 are left`; empty without a reserve.
[[nodiscard]] std::string reserveText(const QuotaSpec& quota);
/// `0.7`, `2`
[[nodiscard]] std::string factorText(double factor);

} // namespace retryscope
