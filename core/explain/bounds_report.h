// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/bounds_text.h"
#include "core/explain/report.h"
#include "core/read/call_bounds.h"

#include <cstddef>
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
/// Attempts, requests and times of each layer that retries.
[[nodiscard]] ReportTable layersTable(const NestedBounds& bounds);
/// When each attempt starts, and whether it ends before the caller's deadline. Attempts in a row that say the
/// same share a row. most: rows, 1 or more; the others are counted.
[[nodiscard]] ReportTable scheduleTable(const CallBounds& call, std::size_t most);
/// One policy with its schedule; several as a table. results: not empty.
[[nodiscard]] Report boundsReport(const std::vector<BoundsUnder>& results, const SteadyFailure& failure);

} // namespace retryscope
