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

/// Bins of one width for times that differ little: at most 12, and none below a fiftieth of the longest time,
/// which nobody could tell apart.
std::vector<TimeBin> evenBins(Duration least, Duration longest)
{
    constexpr std::int64_t kMost = 12;
    constexpr std::int64_t kFinest = 50;
    int index = 0;
    while (boundOf(index) * kFinest < longest || longest / boundOf(index) - least / boundOf(index) >= kMost) {
        ++index;
    }
    const Duration width = boundOf(index);
    std::vector<TimeBin> bins;
    for (Duration from = least / width * width; from <= longest; from += width) {
        bins.push_back({.from = from, .until = from + width});
    }
    return bins;
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
    constexpr int kFew = 4;
    std::vector<TimeBin> bins;
    if (last - first + 1 < kFew) {
        bins = evenBins(least, longest->took);
    } else {
        for (int index = first; index <= last; ++index) {
            bins.push_back(
                {.from = index == 0 ? Duration::zero() : boundOf(index - 1), .until = boundOf(index)});
        }
    }
    if (shortest->took < bins.front().from) {
        bins.insert(bins.begin(), {.from = Duration::zero(), .until = bins.front().from});
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
