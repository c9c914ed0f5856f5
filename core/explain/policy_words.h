// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <string>

namespace retryscope {

/// One line for each group of a policy's settings, complete in everything that affects a decision. `50 ms ×
/// 2^n, n from 0, full jitter, at most 20 s before jitter`
[[nodiscard]] std::string backoffLine(const BackoffSpec& backoff);
/// `500 tokens per client, 5 for a retry, 10 after timeout; each success gives back 1`
[[nodiscard]] std::string quotaLine(const QuotaSpec& quota);
/// As in the run: no limit at first, then a share of the measured rate.
[[nodiscard]] std::string limiterLine(const LimiterSpec& limiter);
/// `retry-after, in seconds: no shorter than the client's own delay; no upper limit`
[[nodiscard]] std::string hintLine(const HintSpec& hint);
/// `200-299, 404`
[[nodiscard]] std::string successLine(const SuccessSpec& success);
/// The places of the error name, as in policy files: `header:x-amzn-errortype, xml:Error/Code`; `none`.
[[nodiscard]] std::string placesLine(const ErrorReading& reading);
/// `counts as different from 4 min on, and the client remembers the difference`
[[nodiscard]] std::string clockLine(const ClockSpec& clock);
/// `up to 1 MiB is kept; this client does not retry a request with a longer body`
[[nodiscard]] std::string requestBodyLine(const RequestBodySpec& body);
/// `follows 301, 302 and 303, up to 20 in a row; a POST goes on as a GET after 303`
[[nodiscard]] std::string redirectsLine(const RedirectSpec& redirects);
/// `attempt={attempt}, then attempt={attempt}; ttl={ttl}`, with its placeholders; without the name.
[[nodiscard]] std::string attemptHeaderLine(const AttemptHeader& header);

/// Limits on a hint's value: `; 0 counts as none`; empty without any.
[[nodiscard]] std::string hintHabitsText(const HintSpec& hint);
/// Other limits on attempts: `, 3 after transient; no retry after 60 s of the call`; empty without any.
[[nodiscard]] std::string attemptHabitsText(const AttemptLimit& attempts);
/// `100 ms, 500 ms, 1500 ms`
[[nodiscard]] std::string delaysText(const BackoffSpec& backoff);
/// What must remain in a quota: `; retries only if at least 51 tokens remain`; empty without a reserve.
[[nodiscard]] std::string reserveText(const QuotaSpec& quota);
/// `0.7`, `2`
[[nodiscard]] std::string factorText(double factor);

} // namespace retryscope
