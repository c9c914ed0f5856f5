// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/step_templates.h"

#include <vector>

namespace retryscope::io {

// The groups that stepTemplates() puts together. Reasons, names and parsed bodies are filled in there.

/// Errors and successes in the forms of S3, SimpleDB, DynamoDB and the query services.
[[nodiscard]] std::vector<StepTemplate> serviceTemplates();
/// Responses that no AWS service wrote: proxies and load balancers.
[[nodiscard]] std::vector<StepTemplate> proxyTemplates();
/// States of a polled operation, plain successes and one step for each fault.
[[nodiscard]] std::vector<StepTemplate> plainTemplates();

} // namespace retryscope::io
