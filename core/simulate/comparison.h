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
    std::vector<RunRecord> records; ///< as it was, then one per policy, in their order
    int calls = 0;                  ///< compared, of every client in turn
    int allCalls = 0;               ///< there would have been
};

/// Attempts that a comparison makes at most, all policies together; so many take well below a second.
inline constexpr int kMostComparedAttempts = 60'000;

/// Judges the recorded responses again under each policy. Of a record so long that it could make more
/// attempts than `mostAttempts`, only the first calls are compared: the first of them in any case.
[[nodiscard]] Comparison compareRecorded(const RunRecord& record, const std::vector<Policy>& policies,
                                         BeyondRecord beyond, int mostAttempts = kMostComparedAttempts);

/// The run that the header describes, and the same under each policy, in virtual time and with the same seed.
/// Of many calls or clients only so many are made as `mostAttempts` allows.
[[nodiscard]] Comparison compareSimulated(RunHeader header, const Scenario& scenario,
                                          const std::vector<Policy>& policies,
                                          int mostAttempts = kMostComparedAttempts);

} // namespace retryscope
