// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/simulate/scenario.h"

#include <string>
#include <vector>

namespace retryscope::io {

/// The responses in their order: `503 (SlowDown) × 2, then 200`
[[nodiscard]] std::string scriptText(const Scenario& scenario);
[[nodiscard]] Report scenarioReport(const Scenario& scenario);
/// One row per scenario.
[[nodiscard]] Report scenariosReport(const std::vector<Scenario>& scenarios);

} // namespace retryscope::io
