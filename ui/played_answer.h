// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

namespace retryscope::ui {

/// What became of an attempt, as a step that a server plays: its answer, or its fault.
[[nodiscard]] FaultStep stepFrom(const AttemptFacts& facts);

/// The scenario with another answer to the attempt at this place of a record. Where the record was not made
/// with this scenario, the answers around it are those of the recorded call. Every call then meets the same
/// steps.
[[nodiscard]] Scenario withAnswerAt(const Scenario& scenario, const RunRecord& record, Place place,
                                    const AttemptFacts& facts);

} // namespace retryscope::ui
