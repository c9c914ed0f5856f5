// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

namespace retryscope::ui {

/// The outcome of an attempt (a response or a fault) as a step that the built-in endpoint can play.
[[nodiscard]] EndpointStep stepFrom(const AttemptFacts& facts);

/// The responses of a record as a scenario: each call gets the responses that it got in the record.
[[nodiscard]] Scenario scenarioFrom(const RunRecord& record);

/// The scenario with a different response to the attempt at this place of a record. If the record was not
/// made with this scenario, the other steps come from the recorded call, and every call gets the same steps.
[[nodiscard]] Scenario withResponseAt(const Scenario& scenario, const RunRecord& record, Place place,
                                      const AttemptFacts& facts);

} // namespace retryscope::ui
