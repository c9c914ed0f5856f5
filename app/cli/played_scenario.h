// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/io/files/library.h"

namespace retryscope::cli {

/// What --scenario names, each response as the box of --behind makes of it. Says on standard error which rows
/// of the bench decided by inference.
[[nodiscard]] io::Result<Scenario> playedScenario(const Arguments& arguments, const io::Library& library);

} // namespace retryscope::cli
