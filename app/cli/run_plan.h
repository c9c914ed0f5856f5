// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/io/files/library.h"
#include "core/simulate/run_plan.h"

namespace retryscope::cli {

/// The preset that run and simulate use when none is named.
inline constexpr auto kDefaultPolicy = "sdk-reference-standard";

/// Checks every option that concerns calls, but for the seed; nothing is opened or sent yet.
[[nodiscard]] io::Result<RunPlan> planRun(const Arguments& arguments, const io::Library& library);
/// The value of --seed, or a random number that was told on standard error.
[[nodiscard]] std::uint64_t chooseSeed(const Arguments& arguments);
/// Fails early where --output could not be written at the end.
[[nodiscard]] io::Result<io::Done> checkOutput(const Arguments& arguments);
/// The same for any option that names a file to write.
[[nodiscard]] io::Result<io::Done> checkOutputFile(const QString& option, const QString& path);

} // namespace retryscope::cli
