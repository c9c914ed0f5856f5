// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/spans.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope::ui {

/// The retry quota that one attempt met, over time: that of its client, or of its call when the policy keeps
/// one for each.
struct QuotaCurve
{
    std::optional<int> capacity; ///< absent: the policy has no quota
    int startLevel = 0;
    Instant begin{};
    std::vector<QuotaPoint> points; ///< in order of time
    int client = 1;                 ///< whose it is, or
    std::optional<int> callIndex;   ///< whose, when each call has a quota of its own

    /// The quota before the first change after this moment.
    [[nodiscard]] int levelAt(Instant at) const;
    /// Adds what an attempt did that was judged after all others of the curve; attempts of others and those
    /// that are in it already change nothing.
    void append(const RunRecord& record, Place place);
    [[nodiscard]] int level() const { return points.empty() ? startLevel : points.back().level; }
    [[nodiscard]] int lowest() const;
    [[nodiscard]] int highest() const;
};

/// What happened to the quota at one moment: several changes of it are one.
struct QuotaMoment
{
    Instant at{};
    int level = 0;  ///< after all of them
    int change = 0; ///< sum of all of them
    bool refused = false;
    bool operator==(const QuotaMoment&) const = default;
};

/// The moments after begin and up to end. At begin the curve already has levelAt(begin).
[[nodiscard]] std::vector<QuotaMoment> momentsOf(const QuotaCurve& curve, Instant begin, Instant end);

/// callIndex: of the attempt that is looked at; -1: the first call.
[[nodiscard]] QuotaCurve quotaCurveFor(const RunRecord& record, int callIndex);

} // namespace retryscope::ui
