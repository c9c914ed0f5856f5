// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

#include <optional>

namespace retryscope {

/// All that is fixed before calls are made.
struct RunPlan
{
    RunHeader header;
    std::optional<Scenario> scenario; ///< absent: a foreign endpoint responds
};

} // namespace retryscope
