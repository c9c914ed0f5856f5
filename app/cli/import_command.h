// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace retryscope::cli {

/// `policies import [--from KIND] [--part NAME] [--id ID] [--output FILE] FILE|-`: a policy made of the
/// configuration of a client or proxy, and what was understood of it.
[[nodiscard]] Outcome importCommand(const Arguments& arguments, const Console& console);

} // namespace retryscope::cli
