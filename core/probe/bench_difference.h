// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"

#include <string>
#include <vector>

namespace retryscope {

/// Before and after a change to the proxy's configuration.
struct BenchProgress
{
    /// Ids of rows with a changed verdict before but not now, or with fewer requests at the origin than
    /// before, and not worse in either.
    std::vector<std::string> mended;
    std::vector<std::string> fresh; ///< rows with a changed verdict, or with more requests at the origin,
                                    ///< only now
    bool operator==(const BenchProgress&) const = default;
};
/// A row that never reached the origin does not count as fixed; empty if the proxy does not reach the origin.
[[nodiscard]] BenchProgress progressOf(const Bench& earlier, const Bench& later);

/// The same fault or none, the same status, and the same sort of body (none, HTML, XML, JSON, other).
[[nodiscard]] bool areAlike(const AttemptFacts& left, const AttemptFacts& right);

/// The same text, except for numbers, ids and dates.
[[nodiscard]] bool haveSameBody(const AttemptFacts& left, const AttemptFacts& right);

/// A body with an unknown status: status 0. Nothing replaces the status.
[[nodiscard]] bool isWithoutStatus(const AttemptFacts& facts);

/// Origin responses that give the client a response like this one.
struct Likeness
{
    std::size_t row = 0; ///< of the bench
    bool isExact =
        false; ///< the same status, error name and body; else only the same status and sort of body
    bool operator==(const Likeness&) const = default;
};
/// Exact matches first, then in the order of the probe result. Numbers, ids, line ends and a final empty line
/// may differ. A body without a status is matched alone, and all matches count as exact. Empty for a fault
/// that no row ended in.
[[nodiscard]] std::vector<Likeness> behavioursLike(const Bench& bench, const AttemptFacts& facts);

} // namespace retryscope
