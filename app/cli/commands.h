// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"

namespace retryscope::cli {

/// The result of a command: its exit code, or the error that ended it.
using Outcome = io::Result<ExitCode>;

[[nodiscard]] Outcome policiesCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome scenariosCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome runCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome simulateCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome replayCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome explainCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome convertCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome boundsCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome affectedCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome probeCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome inferCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome recordCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] Outcome serveCommand(const Arguments& arguments, const Console& console);

} // namespace retryscope::cli
