// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <ratio>

namespace retryscope {

/// Clock of one run: time zero is the start of the run. There is no now(), because callers pass every instant
/// to the engine.
struct RunClock
{
    using rep = std::int64_t;
    using period = std::micro;
    using duration = std::chrono::duration<rep, period>;
    using time_point = std::chrono::time_point<RunClock>;
    static constexpr bool is_steady = true;
};

/// A span of time in whole microseconds, the precision of every record.
using Duration = RunClock::duration;
/// A moment, counted from the start of the run.
using Instant = RunClock::time_point;
/// Wall-clock time in whole milliseconds since 1970-01-01T00:00:00Z; only ever handed in.
using WallTime = std::chrono::milliseconds;

/// Delays that a server, a file or a formula asks for are cut here, so that the instants of a run with a
/// thousand of them still fit into 64 bits.
inline constexpr std::chrono::seconds kHundredYears{3'155'760'000};

/// Milliseconds with fractions, the unit of records. Exact to one microsecond.
[[nodiscard]] constexpr double toMilliseconds(Duration duration)
{
    return static_cast<double>(duration.count()) / 1000.0;
}

/// Rounds to the nearest microsecond; values beyond about 292,000 years saturate, and what is no number is 0.
[[nodiscard]] constexpr Duration fromMilliseconds(double milliseconds)
{
    constexpr double kLimit = 9.0e18;
    const double micros = milliseconds * 1000.0;
    if (micros != micros) {
        return Duration::zero();
    }
    if (micros >= kLimit) {
        return Duration::max();
    }
    if (micros <= -kLimit) {
        return Duration::min();
    }
    return Duration{static_cast<std::int64_t>(micros < 0 ? micros - 0.5 : micros + 0.5)};
}

/// A later instant, limited to the last possible one. at: not before the start of the run. wait: at least 0.
[[nodiscard]] constexpr Instant later(Instant at, Duration wait)
{
    return wait > Instant::max() - at ? Instant::max() : at + wait;
}

[[nodiscard]] constexpr double toSeconds(Duration duration)
{
    return static_cast<double>(duration.count()) / 1e6;
}

} // namespace retryscope
