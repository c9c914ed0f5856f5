// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/probe/bench.h"

namespace retryscope::test {

/// A response as a probe keeps it.
[[nodiscard]] AttemptFacts responseFacts(int status, const Headers& headers, const std::string& body);

/// Three rows behind an nginx: a 503 SlowDown that becomes a 429 named 429 and loses its Retry-After, a POST
/// that was sent twice, and a 500 that comes through as it is; judged under these policies.
[[nodiscard]] Bench sampleBench(const std::vector<Policy>& policies);

/// The same with the first row as the origin sent it.
[[nodiscard]] Bench mendedBench(const std::vector<Policy>& policies);

} // namespace retryscope::test
