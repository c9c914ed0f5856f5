// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/request_rate.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace retryscope {

namespace {

/// Calls visit with each attempt that has a time, and whether it is the first of its call.
template <typename Visit>
void forEachTimed(const RunRecord& record, const Visit& visit)
{
    for (const CallRecord& call : record.calls()) {
        bool isFirst = true;
        for (const AttemptRecord& attempt : call.attempts) {
            if (!attempt.facts.timesUnseen) {
                visit(attempt, isFirst);
            }
            isFirst = false;
        }
    }
}

/// Smallest round width with which so many stretches reach this far.
Duration widthFor(std::int64_t length, std::size_t most)
{
    const auto wanted = length / static_cast<std::int64_t>(most) + 1;
    for (std::int64_t power = 1;; power *= 10) {
        for (const std::int64_t step : {power, 2 * power, 5 * power}) {
            if (step >= wanted || step > std::numeric_limits<std::int64_t>::max() / 20) {
                return Duration{step};
            }
        }
    }
}

} // namespace

double RequestRate::perSecond(int requests) const
{
    constexpr double kSecond = 1e6; // microseconds
    return width.count() == 0 ? 0 : requests * kSecond / static_cast<double>(width.count());
}

RequestRate requestRateOf(const RunRecord& record, std::size_t most)
{
    RequestRate rate;
    Instant first = Instant::max();
    Instant last = Instant::min();
    forEachTimed(record, [&](const AttemptRecord& attempt, bool /*isFirst*/) {
        first = std::min(first, attempt.start);
        last = std::max(last, attempt.start);
    });
    if (first > last) {
        return rate;
    }
    rate.begin = first;
    rate.width = widthFor((last - first).count(), most);
    rate.bins.resize(static_cast<std::size_t>((last - first) / rate.width) + 1);
    forEachTimed(record, [&rate](const AttemptRecord& attempt, bool isFirst) {
        RateBin& bin = rate.bins[static_cast<std::size_t>((attempt.start - rate.begin) / rate.width)];
        ++(isFirst ? bin.first : bin.retries);
        bin.failed += !attempt.isRunning && attempt.decision.verdict != Verdict::Succeed ? 1 : 0;
    });
    return rate;
}

} // namespace retryscope
