// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/io/files/library.h"
#include "core/simulate/run_plan.h"

namespace retryscope::cli {

/// The preset that run and simulate use when none is named.
inline constexpr auto kDefaultPolicy = "sdk-reference-standard";

/// Checks every option about calls except the seed. Opens and sends nothing.
[[nodiscard]] RunPlan planRun(const Arguments& arguments, const io::Library& library);
/// The value of --seed, or a random number, which is printed on standard error.
[[nodiscard]] std::uint64_t chooseSeed(const Arguments& arguments);
/// Fails early if --output cannot be written.
void checkOutput(const Arguments& arguments);
/// The same for any option that names a file to write.
void checkOutputFile(const QString& option, const QString& path);

} // namespace retryscope::cli
