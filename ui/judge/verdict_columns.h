// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/explain/verdict_row.h"
#include "ui/parts/table_model.h"

namespace retryscope::ui {

/// Positions of the columns of the grid.
namespace VerdictColumn {
enum Place {
    Client,
    Preset,
    Judgement,
    FirstDelay,
    Attempts,
    Kind,
    Name,
    DecidingRule,
    Tokens,
    Hint,
    Evidence ///< how sure the row is
};
} // namespace VerdictColumn

/// Verdicts of all presets about one attempt, one row per preset.
using VerdictsModel = TableModel<VerdictRow>;

[[nodiscard]] VerdictsModel::Columns verdictColumns();

} // namespace retryscope::ui
