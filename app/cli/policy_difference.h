// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace retryscope::cli {

/// `policies diff A B`: in what two policies differ, each by id or file. Exit 0 whether they do or not.
[[nodiscard]] Outcome differenceCommand(const Arguments& arguments, const Console& console);

} // namespace retryscope::cli
