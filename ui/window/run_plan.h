// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/run_plan.h"

#include <QString>

namespace retryscope::ui {

class EndpointPanel;
class PolicyPanel;
class RequestBar;
class RequestPanel;

/// The values of all panels, put together. An error says which of them cannot be used and what to do.
[[nodiscard]] io::Result<RunPlan> planOf(const RequestBar& bar, const RequestPanel& request,
                                         const PolicyPanel& policy, const EndpointPanel& faults);

/// Empty when the text is a complete URL of a foreign endpoint; else what to do about it.
[[nodiscard]] QString problemOfUrl(const QString& url);

} // namespace retryscope::ui
