// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"

namespace retryscope::cli {

// Each returns its exit code, or throws the io::Error that ended it.

[[nodiscard]] ExitCode policiesCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode scenariosCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode runCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode simulateCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode replayCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode explainCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode convertCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode boundsCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode affectedCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode probeCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode inferCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode importTrafficCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode recordCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode completionCommand(const Arguments& arguments, const Console& console);
[[nodiscard]] ExitCode serveCommand(const Arguments& arguments, const Console& console);

// Parts of `policies`.

/// Shows the differences of two policies, each an id or a file. Exits with 0 even if they differ.
[[nodiscard]] ExitCode differenceCommand(const Arguments& arguments, const Console& console);
/// Makes a policy from the configuration of a client or proxy, and reports what the policy holds.
[[nodiscard]] ExitCode importCommand(const Arguments& arguments, const Console& console);
/// Prints the code that configures the client as the options say.
[[nodiscard]] ExitCode codeCommand(const Arguments& arguments, const Console& console);

} // namespace retryscope::cli
