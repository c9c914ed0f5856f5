// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <vector>

namespace retryscope {

/// A number over time that changes in steps, each step appended once.
class StepCurve
{
public:
    struct Point
    {
        Instant at{};
        double value = 0; ///< from this moment on
        bool operator==(const Point&) const = default;
    };

    /// A moment before the last one counts as the last one: curves never go back.
    void append(Instant at, double value);
    /// The value changes by this much.
    void add(Instant at, double change) { append(at, last() + change); }

    [[nodiscard]] const std::vector<Point>& points() const { return m_points; } ///< in order of time
    /// 0 before the first step.
    [[nodiscard]] double valueAt(Instant at) const;
    [[nodiscard]] double last() const { return m_points.empty() ? 0 : m_points.back().value; }
    [[nodiscard]] double highest() const { return m_highest; }
    /// Index of the first step after this moment.
    [[nodiscard]] std::size_t indexAfter(Instant at) const;

    bool operator==(const StepCurve&) const = default;

private:
    std::vector<Point> m_points;
    double m_highest = 0;
};

} // namespace retryscope
