// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <string>
#include <vector>

namespace retryscope {

/// A number of two policies, or what each of them makes of one response or fault.
struct ComparedPoint
{
    std::string what; ///< `attempts`, `429`, `POST, no response: connection reset`
    std::string here;
    std::string there;
    bool isVerdict = false; ///< of these: `retried`, `stops`, `success`
    [[nodiscard]] bool isDifferent() const { return here != there; }
    bool operator==(const ComparedPoint&) const = default;
};

/// First the numbers, then what a first attempt of a generic service comes to, as GET and as POST, with each
/// of the usual statuses, bare, and each fault. A point stands once where both methods come to the same.
[[nodiscard]] std::vector<ComparedPoint> comparedPoints(const Policy& here, const Policy& there);

} // namespace retryscope
