// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/run_plan.h"
#include "ui/send/draft.h"

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

/// What a draft asks to be run; an error when it cannot be.
[[nodiscard]] io::Result<RunPlan> planOf(const Draft& draft);
/// Why an address cannot be sent to; empty when it can.
[[nodiscard]] QString problemOfUrl(const QString& url);

/// Whom the run was sent to: one in virtual time, or of a scenario, is of the built-in endpoint.
[[nodiscard]] Target targetOf(const RunHeader& header);

/// The draft that would make this run again: its request, policy, seed and settings. The built-in endpoint
/// plays the run's scenario where the library has it, and otherwise the responses of the record. What the run
/// did not use stays as it is in `present`. record: has a policy.
[[nodiscard]] Draft draftOf(const RunRecord& record, const Draft& present, const io::Library& library);

/// Sending either would do the same, but for a seed that is drawn anew.
[[nodiscard]] bool areSameRun(const Draft& one, const Draft& other);

} // namespace retryscope::ui
