// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/call_times.h"

#include "core/read/whole_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace retryscope {

namespace {

struct TimedCall
{
    Duration took{0};
    bool hasFailed = false;
};

/// The smallest bound is 1 µs; what is shorter is in the bin from 0.
Duration boundOf(int index)
{
    constexpr std::array<std::int64_t, 3> kSteps{1, 2, 5};
    const auto power = static_cast<std::int64_t>(std::pow(10.0, index / 3));
    return std::chrono::microseconds(kSteps[static_cast<std::size_t>(index % 3)] * power);
}

/// Index of the first bound above this duration.
int binOf(Duration took)
{
    int index = 0;
    while (boundOf(index) <= took) {
        ++index;
    }
    return index;
}

std::vector<TimeBin> binsOf(const std::vector<TimedCall>& calls)
{
    const auto byTime = [](const TimedCall& left, const TimedCall& right) {
        return left.took < right.took;
    };
    const auto [shortest, longest] = std::ranges::minmax_element(calls, byTime);
    // In virtual time calls may take no time at all: one bin of them, and not one for each power of ten.
    const auto positive = [](const TimedCall& call) {
        return call.took > Duration::zero();
    };
    Duration least = longest->took;
    for (const TimedCall& call : calls) {
        least = positive(call) ? std::min(least, call.took) : least;
    }
    const int first = binOf(least);
    const int last = binOf(longest->took);
    std::vector<TimeBin> bins;
    const bool hasZero = shortest->took == Duration::zero() && first > 0;
    if (hasZero) {
        bins.push_back({.from = Duration::zero(), .until = boundOf(first - 1)});
    }
    for (int index = first; index <= last; ++index) {
        bins.push_back({.from = index == 0 ? Duration::zero() : boundOf(index - 1), .until = boundOf(index)});
    }
    for (const TimedCall& call : calls) {
        const auto bin =
            std::ranges::find_if(bins, [&call](const TimeBin& one) { return call.took < one.until; });
        (call.hasFailed ? bin->failed : bin->succeeded) += 1;
    }
    return bins;
}

} // namespace

std::optional<CallTimes> callTimesOf(const RunRecord& record)
{
    if (record.header().whole) {
        return record.header().whole->times;
    }
    std::vector<TimedCall> calls;
    calls.reserve(record.calls().size());
    for (const CallRecord& call : record.calls()) {
        const OptionalDuration took = tookOf(call);
        if (took && (call.verdict == CallVerdict::Succeeded || call.verdict == CallVerdict::Failed)) {
            calls.push_back({.took = std::max(Duration::zero(), *took),
                             .hasFailed = call.verdict == CallVerdict::Failed});
        }
    }
    if (calls.size() < static_cast<std::size_t>(kFewestTimedCalls)) {
        return std::nullopt;
    }
    CallTimes times{.calls = static_cast<int>(calls.size()), .bins = binsOf(calls)};
    times.failed = static_cast<int>(std::ranges::count_if(calls, &TimedCall::hasFailed));
    const auto ranked = [&calls](double share) {
        const auto rank =
            static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(calls.size()))) - 1;
        const auto at = calls.begin() + std::max<std::ptrdiff_t>(0, rank);
        std::ranges::nth_element(calls, at, {}, &TimedCall::took);
        return at->took;
    };
    times.p50 = ranked(0.5);
    times.p90 = ranked(0.9);
    times.p99 = ranked(0.99);
    times.longest = std::ranges::max_element(calls, {}, &TimedCall::took)->took;
    return times;
}

} // namespace retryscope
