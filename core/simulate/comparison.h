// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/scenario.h"
#include "core/simulate/simulate.h"

#include <vector>

namespace retryscope {

/// The same responses under several policies.
struct Comparison
{
    std::vector<RunRecord> records; ///< the original record, then one per policy, in order
    int calls = 0;                  ///< compared, of every client in turn
    int allCalls = 0;               ///< total number of calls
};

/// Most attempts of a comparison over all policies; these take well below a second.
inline constexpr int kMostComparedAttempts = 60'000;

/// Judges the recorded responses again under each policy. Compares only the first calls (at least one) of a
/// record that could need more than `mostAttempts` attempts.
[[nodiscard]] Comparison compareRecorded(const RunRecord& record, const std::vector<Policy>& policies,
                                         BeyondRecord beyond, int mostAttempts = kMostComparedAttempts);

/// The run of the header, and the same run under each policy, in virtual time and with the same seed. Makes
/// only as many calls as `mostAttempts` allows.
[[nodiscard]] Comparison compareSimulated(RunHeader header, const Scenario& scenario,
                                          const std::vector<Policy>& policies,
                                          int mostAttempts = kMostComparedAttempts);

} // namespace retryscope
