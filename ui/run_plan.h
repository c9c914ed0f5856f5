// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/storage/result.h"
#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

#include <QString>

#include <optional>

namespace retryscope::ui {

class FaultsPanel;
class PolicyPanel;
class RequestBar;
class RequestPanel;

/// What shall run.
struct RunPlan
{
    RunHeader header;
    std::optional<Scenario> scenario; ///< absent: a foreign endpoint answers
};

/// The values of all panels, put together. An error says which of them cannot be used and what to do.
[[nodiscard]] io::Result<RunPlan> planOf(const RequestBar& bar, const RequestPanel& request,
                                         const PolicyPanel& policy, const FaultsPanel& faults);

/// Empty when the text is a complete URL of a foreign endpoint; else what to do about it.
[[nodiscard]] QString problemOfUrl(const QString& url);

} // namespace retryscope::ui
