// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/spans.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope::ui {

/// The retry quota that applied to one attempt, over time: its client's, or its call's if the policy keeps
/// one per call.
struct QuotaCurve
{
    std::optional<int> capacity; ///< absent: the policy has no quota
    int startLevel = 0;
    int spentBefore = 0; ///< tokens that earlier runs of the same client took; they are missing at the start
    Instant begin{};
    std::vector<QuotaPoint> points; ///< in order of time
    int client = 1;                 ///< whose it is, or
    std::optional<int> callIndex;   ///< whose, when each call has a quota of its own

    /// The quota before the first change after this moment.
    [[nodiscard]] int levelAt(Instant at) const;
    /// Adds the changes of an attempt judged after all others of the curve. Ignores attempts that use another
    /// quota or are already in the curve.
    void append(const RunRecord& record, Place place);
    [[nodiscard]] int level() const { return points.empty() ? startLevel : points.back().level; }
    [[nodiscard]] int lowest() const;
    [[nodiscard]] int highest() const;
};

/// The sum of all changes of the quota at one moment.
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

/// callIndex: the call of the selected attempt; -1: the first call.
[[nodiscard]] QuotaCurve quotaCurveFor(const RunRecord& record, int callIndex);

} // namespace retryscope::ui
