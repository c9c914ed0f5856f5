// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/explain/policy_summary.h"
#include "core/explain/report.h"
#include "core/policy/policy.h"

#include <array>
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

/// A number of two policies, or the decision of each on one response or fault.
struct ComparedPoint
{
    std::string what; ///< `attempts`, `429`, `POST, no response: connection reset`
    ComparedValue here;
    ComparedValue there;
    [[nodiscard]] bool isDifferent() const { return here != there; }
    bool operator==(const ComparedPoint&) const = default;
};

/// First the numbers, then the decision on a first attempt to this service, for GET and POST, with each
/// common status (no headers, no body) and each fault. A single point if both methods have the same result.
[[nodiscard]] std::vector<ComparedPoint> comparedPoints(const Policy& here, const Policy& there,
                                                        const std::string& service = "generic");

struct TwoPolicies
{
    TwoPolicies(Policy one, Policy other);

    /// The differences that no point shows: habits, hints and rules.
    [[nodiscard]] std::vector<PolicyDifference> otherDifferences() const;

    Policy here;
    Policy there;
    std::vector<ComparedPoint> points; ///< that differ
    std::vector<ComparedPoint> allPoints;
    std::vector<PolicyDifference> differences; ///< of all that they say
};

/// One row per point. names: of the columns; a point that differs is strong if marksDifferences.
[[nodiscard]] ReportTable pointsTable(const std::vector<ComparedPoint>& points,
                                      const std::array<std::string, 3>& names, bool marksDifferences = false);
[[nodiscard]] Report twoPoliciesReport(const TwoPolicies& two);

} // namespace retryscope
