// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"

#include <string>
#include <vector>

namespace retryscope {

/// What differs in one row of two benches.
struct RowDifference
{
    std::string id;
    std::vector<std::string> what; ///< `status 429 instead of 503`; not empty
    bool isNew = false;            ///< only the later bench has it; else false
    bool isGone = false;           ///< only the earlier one has it
    bool operator==(const RowDifference&) const = default;
};

/// What the later bench has otherwise, row by row, in the order of the earlier one; apart from times, dates,
/// ids, and what the box is called and in which version. Verdicts are compared of policies that both have.
[[nodiscard]] std::vector<RowDifference> differencesOf(const Bench& earlier, const Bench& later);

/// Before and after a change of the box's configuration.
struct BenchProgress
{
    /// Ids of rows that flipped a verdict before, and do not now, or that reach the origin less often for
    /// each request; and are worse in neither.
    std::vector<std::string> mended;
    std::vector<std::string> fresh; ///< rows that flip one now, or reach it more often, and did not before
    bool operator==(const BenchProgress&) const = default;
};
/// A row that the origin never saw is not mended; of a box that does not reach the origin, nothing is told.
[[nodiscard]] BenchProgress progressOf(const Bench& earlier, const Bench& later);

/// The same fault or none, the same status, and the same sort of body (none, HTML, XML, JSON, other).
[[nodiscard]] bool areAlike(const AttemptFacts& left, const AttemptFacts& right);

/// A body of which nobody knows the status it came with: its status is 0. Nothing stands in for it.
[[nodiscard]] bool isWithoutStatus(const AttemptFacts& facts);

/// Behaviours of the origin after which a client gets a response like this one.
struct Likeness
{
    std::size_t row = 0; ///< of the bench
    bool isExact =
        false; ///< the same status, error name and body; else only the same status and sort of body
    bool operator==(const Likeness&) const = default;
};
/// Exact ones first, then in the order of the bench. Numbers and ids in a body may differ, and so may the
/// ends of its lines and an empty line at its end. A body without a status is sought by itself: all that is
/// found is exact. Nothing for a fault that no row ended in.
[[nodiscard]] std::vector<Likeness> behavioursLike(const Bench& bench, const AttemptFacts& facts);

} // namespace retryscope
