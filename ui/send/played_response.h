// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

namespace retryscope::ui {

/// What became of an attempt, as a step that a server plays: its response, or its fault.
[[nodiscard]] EndpointStep stepFrom(const AttemptFacts& facts);

/// The responses of a record as a scenario: each call meets what it met then.
[[nodiscard]] Scenario scenarioFrom(const RunRecord& record);

/// The scenario with another response to the attempt at this place of a record. Where the record was
/// not made with this scenario, the responses around it are those of the recorded call. Every call
/// then meets the same steps.
[[nodiscard]] Scenario withResponseAt(const Scenario& scenario, const RunRecord& record, Place place,
                                      const AttemptFacts& facts);

} // namespace retryscope::ui
