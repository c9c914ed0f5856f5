// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace retryscope::cli {

/// `policies import [--from KIND] [--part NAME] [--id ID] [--output FILE] FILE|-`: makes a policy from the
/// configuration of a client or proxy, and reports what the policy holds.
[[nodiscard]] ExitCode importCommand(const Arguments& arguments, const Console& console);

} // namespace retryscope::cli
