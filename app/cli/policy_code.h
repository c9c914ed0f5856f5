// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "core/policy/policy.h"
#include "core/recipes/client_wishes.h"

#include <string>

namespace retryscope::cli {

/// `policies code ID|FILE [--map NAME=KIND]… [--max-attempts N]`: what to write in one's own code.
[[nodiscard]] Outcome codeCommand(const Arguments& arguments, const Console& console);

/// For a client of this service (empty or `generic`: of none in particular).
[[nodiscard]] CodeContext codeContextFor(const Policy& preset, const std::string& service);

} // namespace retryscope::cli
