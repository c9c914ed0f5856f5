// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/explain.h"
#include "core/run/run_record.h"
#include "ui/parts/table_model.h"

#include <optional>

namespace retryscope::ui {

/// A finding, or the caption of those below it, which is the title of its sentence.
struct TraceRow
{
    bool isCaption = false;
    bool isDeciding = false;
    bool endsCall = false; ///< of the deciding row: it stopped the call
    Sentence sentence;
};

/// All findings that led to one decision, in order: who responded, what was read, each rule, delay, tokens,
/// limits. Captions between the groups are rows too.
struct TraceTable
{
    std::vector<TraceRow> rows;
    int deciding = -1;    ///< the row that decided; -1 if there is none
    QString decidingRule; ///< id of the deciding rule; empty if no rule decided
    int findings = 0;     ///< rows, captions not counted
};
[[nodiscard]] TraceTable traceOf(const ResolvedPolicy& policy, const AttemptRecord& attempt,
                                 std::optional<WallTime> wallTime = {});
[[nodiscard]] TableModel<TraceRow>::Columns traceColumns();

} // namespace retryscope::ui
