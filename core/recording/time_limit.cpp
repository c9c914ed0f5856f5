// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/time_limit.h"

#include <algorithm>
#include <cstddef>

namespace retryscope {

std::optional<SeenTimeLimit> timeLimitOf(const std::vector<GivenUpCall>& calls,
                                         const std::map<int, Duration>& longestWaits, Duration lastRetry)
{
    constexpr std::size_t kEnough = 4; // calls
    constexpr int kSameTime = 5;       // ends lie within a fifth of the latest
    if (calls.size() < kEnough) {
        return std::nullopt;
    }
    const auto [fewest, most] = std::minmax_element(
        calls.begin(), calls.end(),
        [](const GivenUpCall& left, const GivenUpCall& right) { return left.attempts < right.attempts; });
    const auto [earliest, latest] = std::minmax_element(
        calls.begin(), calls.end(),
        [](const GivenUpCall& left, const GivenUpCall& right) { return left.end < right.end; });
    if (fewest->attempts == most->attempts || latest->end - earliest->end > latest->end / kSameTime) {
        return std::nullopt;
    }
    std::optional<Duration> atMost;
    for (const GivenUpCall& call : calls) {
        Duration goesOn{0};
        // Delays do not shrink, and before the limit only short ones are seen: those of earlier retries
        // count.
        for (const auto& [retry, wait] : longestWaits) {
            if (retry > call.attempts) {
                break;
            }
            goesOn = std::max(goesOn, call.end + wait);
        }
        atMost = atMost ? std::min(*atMost, goesOn) : goesOn;
    }
    // Another call still began a retry when this one would have: time did not end it.
    if (!atMost || *atMost <= lastRetry) {
        return std::nullopt;
    }
    return SeenTimeLimit{.atLeast = lastRetry,
                         .atMost = *atMost,
                         .calls = static_cast<int>(calls.size()),
                         .fewest = fewest->attempts,
                         .most = most->attempts};
}

} // namespace retryscope
