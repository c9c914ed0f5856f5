// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <cstddef>
#include <vector>

namespace retryscope {

/// Requests that began within one stretch of time.
struct RateBin
{
    int first = 0;   ///< first attempts of their calls
    int retries = 0; ///< further attempts
    int failed = 0;  ///< of both: attempts that did not succeed
    bool operator==(const RateBin&) const = default;
};

/// Requests over the time of a run, recording or import, in stretches of equal width without gaps.
struct RequestRate
{
    Instant begin{};           ///< of the first stretch
    Duration width{0};         ///< of each: 1, 2 or 5 times a power of ten microseconds
    std::vector<RateBin> bins; ///< empty: no attempt has a time
    bool operator==(const RequestRate&) const = default;

    /// A number of requests in one stretch as requests per second.
    [[nodiscard]] double perSecond(int requests) const;
};

/// More bars can be told apart on no screen.
inline constexpr std::size_t kMostRateBins = 500;

/// Looks at every attempt twice. Leaves out those of an imported file without times. most: stretches, at
/// least 1.
[[nodiscard]] RequestRate requestRateOf(const RunRecord& record, std::size_t most = kMostRateBins);

} // namespace retryscope
