// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/run_totals.h"
#include "ui/parts/table_model.h"

#include <optional>

namespace retryscope::ui {

/// One compared run: the result and its difference from the reference.
struct ComparisonRow
{
    QString policy;
    RunTotals totals;
    QString evidence = {};                   ///< `recorded`, `from source`
    std::optional<RunTotals> reference = {}; ///< none: this row is the reference
};

[[nodiscard]] TableModel<ComparisonRow>::Columns comparisonColumns();
/// The rows with the first one as their reference.
[[nodiscard]] std::vector<ComparisonRow> comparedWithTheFirst(std::vector<ComparisonRow> rows);
/// The numbers of one row in a line: `✕ 5 attempts (+2) · 3.2 s (+1.9 s) · 25 tokens · failed`.
[[nodiscard]] QString numbersOf(const ComparisonRow& run);

} // namespace retryscope::ui
