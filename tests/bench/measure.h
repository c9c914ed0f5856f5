// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <ctime>

namespace retryscope::bench {

/// Keeps the compiler from leaving out work whose result nobody reads.
template <typename T>
void keep(const T& value)
{
    asm volatile("" : : "g"(&value) : "memory");
}

/// Processor time of this process so far: other programs on the machine do not count.
[[nodiscard]] inline std::chrono::nanoseconds processorTime()
{
    std::timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

/// The same of this thread alone.
[[nodiscard]] inline std::chrono::nanoseconds threadTime()
{
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

/// Processor time of one `work()`: the median of several batches, each long enough for the clock.
template <typename Work>
[[nodiscard]] double nanosecondsPer(Work&& work)
{
    constexpr std::chrono::nanoseconds kBatch = std::chrono::milliseconds{20};
    const auto timeOf = [&](std::int64_t runs) {
        const auto begin = processorTime();
        for (std::int64_t run = 0; run < runs; ++run) {
            work();
        }
        return processorTime() - begin;
    };

    std::int64_t runs = 1;
    while (timeOf(runs) < kBatch) {
        runs *= 2;
    }
    std::array<double, 7> batches{};
    for (double& batch : batches) {
        batch = static_cast<double>(timeOf(runs).count()) / static_cast<double>(runs);
    }
    std::sort(batches.begin(), batches.end());
    return batches[batches.size() / 2];
}

} // namespace retryscope::bench
