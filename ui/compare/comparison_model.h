// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/run_totals.h"
#include "ui/parts/table_model.h"

#include <optional>

namespace retryscope::ui {

struct ComparisonRow
{
    QString policy;
    RunTotals totals;
    QString evidence = {};                   ///< `recorded`, `from source`
    std::optional<RunTotals> reference = {}; ///< set by the model; none: this row is the reference
};

/// One row per compared run, the reference first: the result and its difference from the reference.
class ComparisonModel : public TableModel<ComparisonRow>
{
    Q_OBJECT
public:
    enum Column { PolicyColumn, Attempts, MoreAttempts, Time, MoreTime, Tokens, VerdictColumn, Evidence };

    explicit ComparisonModel(QObject* parent = nullptr);

    void display(std::vector<ComparisonRow> runs);
    /// The numbers of one row in a line: `✕ 5 attempts (+2) · 3.2 s (+1.9 s) · 25 tokens · failed`.
    [[nodiscard]] QString numbersOf(int row) const;
};

} // namespace retryscope::ui
