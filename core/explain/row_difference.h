// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"

#include <string>
#include <vector>

namespace retryscope {

/// The differences in one row of two probe results.
struct RowDifference
{
    std::string id;
    std::vector<std::string> what; ///< `status: 503 → 429`; not empty
    bool isNew = false;            ///< only the later bench has it; else false
    bool isGone = false;           ///< only the earlier one has it
    bool operator==(const RowDifference&) const = default;
};

/// The differences of the later probe result, row by row, in the order of the earlier one, except times,
/// dates, ids, and the proxy's name and version. Compares verdicts of policies in both.
[[nodiscard]] std::vector<RowDifference> differencesOf(const Bench& earlier, const Bench& later);

} // namespace retryscope
