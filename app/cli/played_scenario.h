// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/io/files/library.h"

namespace retryscope::cli {

/// The scenario of --scenario, each response passed through the proxy of --behind. Reports on standard error
/// which rows of the probe result were inferred.
[[nodiscard]] Scenario playedScenario(const Arguments& arguments, const io::Library& library);

} // namespace retryscope::cli
