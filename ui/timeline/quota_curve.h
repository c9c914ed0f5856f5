// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/spans.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope::ui {

/// The retry quota that one attempt met, over time: that of its client, or of its call when the policy keeps
/// one for each.
struct QuotaCurve
{
    /// The limiter's send rate after an attempt.
    struct Rate
    {
        Instant at{};
        double perSecond = 0;
        bool operator==(const Rate&) const = default;
    };

    std::optional<int> capacity; ///< absent: the policy has no quota
    int startLevel = 0;
    Instant begin{};
    std::vector<QuotaPoint> points; ///< in order of time
    bool hasLimiter = false;
    std::vector<Rate> rates; ///< in order of time; empty while the limiter is not enabled

    [[nodiscard]] int level() const { return points.empty() ? startLevel : points.back().level; }
    [[nodiscard]] int lowest() const;
    [[nodiscard]] int highest() const;
};

/// callIndex: of the attempt that is looked at; -1: the first call.
[[nodiscard]] QuotaCurve quotaCurveFor(const RunRecord& record, int callIndex);

} // namespace retryscope::ui
