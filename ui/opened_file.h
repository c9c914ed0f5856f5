// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/storage/result.h"
#include "core/policy/policy.h"
#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

#include <variant>

namespace retryscope::ui {

/// What a file that the window opens can hold.
using OpenedFile = std::variant<RunRecord, Scenario, Policy>;

/// Told apart by the file's `format`. Errors name the file and what was found.
[[nodiscard]] io::Result<OpenedFile> openFile(const QString& path);

} // namespace retryscope::ui
