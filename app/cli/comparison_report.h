// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/row_order.h"
#include "core/run/run_record.h"

#include <vector>

namespace retryscope::cli {

/// One row per policy: result, attempts (assumed ones marked), time, tokens.
[[nodiscard]] QString comparisonTable(const std::vector<RunRecord>& records, RowOrder order,
                                      const TextStyle& style);

} // namespace retryscope::cli
