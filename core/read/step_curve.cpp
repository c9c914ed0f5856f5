// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/step_curve.h"

#include <algorithm>

namespace retryscope {

void StepCurve::append(Instant at, double value)
{
    m_points.push_back({m_points.empty() ? at : std::max(at, m_points.back().at), value});
    m_highest = std::max(m_highest, value);
}

std::size_t StepCurve::indexAfter(Instant at) const
{
    const auto after = std::upper_bound(m_points.begin(), m_points.end(), at,
                                        [](Instant moment, const Point& point) { return moment < point.at; });
    return static_cast<std::size_t>(after - m_points.begin());
}

double StepCurve::valueAt(Instant at) const
{
    const std::size_t index = indexAfter(at);
    return index == 0 ? 0 : m_points[index - 1].value;
}

} // namespace retryscope
