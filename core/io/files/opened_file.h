// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_parse.h"
#include "core/io/text/result.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"
#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

#include <QString>

#include <variant>

namespace retryscope::io {

using OpenedFile = std::variant<RunRecord, Scenario, Policy, Bench>;

/// Reads a file in any of Retryscope's formats; its `format` member says which.
[[nodiscard]] Result<OpenedFile> openFile(const QString& path, const Progress& progress = {});

} // namespace retryscope::io
