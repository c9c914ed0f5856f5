// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/error_name.h"

#include <string>

namespace retryscope {

/// `“SlowDown” in xml:Error/Code`, `an empty name in …`, `no name`.
[[nodiscard]] std::string nameText(const ErrorName& name);
/// Where a client looked for a name in vain, and what was there: `there is none at json:__type; the body …`.
[[nodiscard]] std::string whyNoNameText(const ErrorReading& reading, const AttemptFacts& facts);

} // namespace retryscope
