// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/bounds_text.h"
#include "core/explain/report.h"
#include "core/read/call_bounds.h"

#include <memory>
#include <string>
#include <vector>

namespace retryscope {

/// How long calls can take under one policy.
struct BoundsUnder
{
    std::shared_ptr<const ResolvedPolicy> policy; ///< never nullptr
    NestedBounds bounds;
    GivenTimeouts given; ///< which time limits the user gave
};

/// What is assumed, and what the policy's document leaves open about these numbers; a sentence each.
[[nodiscard]] std::vector<std::string> caveatsOf(const BoundsUnder& result, const SteadyFailure& failure);
/// One policy with its schedule; several as a table. results: not empty.
[[nodiscard]] Report boundsReport(const std::vector<BoundsUnder>& results, const SteadyFailure& failure);

} // namespace retryscope
