// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <QString>

#include <optional>
#include <vector>

namespace retryscope::ui {

/// A stretch of time; begin is never after end.
struct TimeRange
{
    Instant begin{};
    Instant end{};

    [[nodiscard]] Duration length() const { return end - begin; }
    bool operator==(const TimeRange&) const = default;
};

/// Maps time to horizontal pixels: [begin, end] lies on [left, left + width]. A plain value; zooming and
/// panning make new ones. Never empty: end is at least kShortest after begin.
struct TimeScale
{
    static constexpr Duration kShortest{10};

    Instant begin{};
    Instant end{std::chrono::seconds{1}};
    double left = 0;
    double width = 1;

    [[nodiscard]] Duration length() const { return end - begin; }
    [[nodiscard]] double toX(Instant instant) const;
    /// Rounded to the nearest microsecond; also outside of the plot.
    [[nodiscard]] Instant toTime(double x) const;
    /// Zooms about x, whose moment stays in place. factor > 1 shows less time.
    [[nodiscard]] TimeScale zoomedAbout(double x, double factor) const;
    [[nodiscard]] TimeScale pannedBy(double pixels) const;
    /// The scale moved, and shortened if necessary, to lie within [first, last].
    [[nodiscard]] TimeScale limitedTo(Instant first, Instant last) const;

    bool operator==(const TimeScale&) const = default;
};

/// A labelled line of the time axis.
struct TimeTick
{
    Instant at{};
    QString label;
    bool operator==(const TimeTick&) const = default;
};

/// Ticks at round times, at least minimumDistance pixels apart; labels counted from the start of the run
/// (`0`, `0.5 s`, `250 ms`).
[[nodiscard]] std::vector<TimeTick> ticksOf(const TimeScale& scale, double minimumDistance);
/// The same, labelled with the wall clock in UTC (`12:00:00.500`).
[[nodiscard]] std::vector<TimeTick> wallClockTicksOf(const TimeScale& scale, double minimumDistance,
                                                     std::chrono::milliseconds startedAt);
/// A moment with the precision of one pixel, in the unit of the ticks. startedAt: if set, gives the wall
/// clock time instead.
[[nodiscard]] QString momentText(const TimeScale& scale, Instant at,
                                 std::optional<std::chrono::milliseconds> startedAt);

} // namespace retryscope::ui
