// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace retryscope::cli {

/// `policies diff A B`: shows the differences of two policies, each an id or a file. Exits with 0 even if
/// they differ.
[[nodiscard]] ExitCode differenceCommand(const Arguments& arguments, const Console& console);

} // namespace retryscope::cli
