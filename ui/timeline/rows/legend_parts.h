// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/attempt_bar.h"

namespace retryscope::ui {

/// The parts that the timeline shows now and that the legend must explain. Only grows during a run.
struct LegendParts
{
    unsigned spanKinds = 0; ///< one bit per SpanKind
    bool hasWindow = false;
    bool hasPlanned = false;
    bool hasAssumed = false;
    bool hasRunning = false;
    bool hasRest = false;    ///< time of attempts that none of their phases covers
    bool hasUnknown = false; ///< attempts without phases
    bool hasHint = false;
    bool hasNew = false;
    bool hasReused = false;
    bool hasUnmet = false;   ///< attempts that break an expectation
    bool isOverview = false; ///< rows are thinner than their parts

    void add(const AttemptBar& bar);
    bool operator==(const LegendParts&) const = default;
};

} // namespace retryscope::ui
