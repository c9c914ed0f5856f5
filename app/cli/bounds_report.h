// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/policy_choice.h"
#include "core/explain/bounds_text.h"
#include "core/simulate/bounds.h"

#include <vector>

namespace retryscope::cli {

/// How long calls can take under one policy.
struct BoundsUnder
{
    PolicyChoice choice;
    NestedBounds bounds;
    GivenTimeouts given; ///< which time limits came from the command line
};

/// `{"bounds": […]}`, one entry per policy.
[[nodiscard]] QJsonObject boundsDocument(const std::vector<BoundsUnder>& results,
                                         const SteadyFailure& failure);
/// The same for people: one policy with its schedule, several as a table.
[[nodiscard]] QString boundsReport(const std::vector<BoundsUnder>& results, const SteadyFailure& failure,
                                   const TextStyle& style);

} // namespace retryscope::cli
