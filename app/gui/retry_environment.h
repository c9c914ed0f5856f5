// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/retry_settings.h"

namespace retryscope::gui {

/// What the environment and the shared config file of this machine ask of AWS clients.
[[nodiscard]] io::Result<RetrySettings> retrySettingsOfThisMachine();

} // namespace retryscope::gui
