// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "core/policy/mapping.h"
namespace retryscope::cli {

/// `429=throttling` maps an error name, `status:429=throttling` maps a status.
[[nodiscard]] ErrorMapping mappingFrom(const QString& value);
/// `policies code ID|FILE [--map NAME=KIND]… [--max-attempts N]`: prints the code that configures the client
/// this way.
[[nodiscard]] ExitCode codeCommand(const Arguments& arguments, const Console& console);

} // namespace retryscope::cli
