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

/// The run that a draft describes; an error if it cannot be run.
[[nodiscard]] io::Result<RunPlan> planOf(const Draft& draft);
/// Why Retryscope cannot send to this address; empty if it can.
[[nodiscard]] QString problemOfUrl(const QString& url);

/// The target of the run: the built-in endpoint for a run in virtual time or with a scenario.
[[nodiscard]] Target targetOf(const RunHeader& header);

/// The draft that reproduces this run: its request, policy, seed and settings. The built-in endpoint plays
/// the run's scenario if the library has it, else the responses of the record. Fields that the run did not
/// use keep their value in `present`. record: must have a policy.
[[nodiscard]] Draft draftOf(const RunRecord& record, const Draft& present, const io::Library& library);

/// True if both drafts would send the same run, apart from a newly drawn seed.
[[nodiscard]] bool areSameRun(const Draft& one, const Draft& other);

} // namespace retryscope::ui
