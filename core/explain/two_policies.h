// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/policy/policy.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// One side of a ComparedPoint: a number in words, or a decision.
struct ComparedValue
{
    std::string text;               ///< `3`, `0 … 1 s`; `retried`, `stops` or `success` for a decision
    std::optional<Verdict> verdict; ///< absent for a number
    bool operator==(const ComparedValue&) const = default;
};

/// A number of two policies, or what each of them makes of one response or fault.
struct ComparedPoint
{
    std::string what; ///< `attempts`, `429`, `POST, no response: connection reset`
    ComparedValue here;
    ComparedValue there;
    [[nodiscard]] bool isDifferent() const { return here != there; }
    bool operator==(const ComparedPoint&) const = default;
};

/// First the numbers, then what a first attempt of a generic service comes to, as GET and as POST, with each
/// of the usual statuses, bare, and each fault. A point stands once where both methods come to the same.
[[nodiscard]] std::vector<ComparedPoint> comparedPoints(const Policy& here, const Policy& there);

} // namespace retryscope
