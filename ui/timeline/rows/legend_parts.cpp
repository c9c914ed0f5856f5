// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/legend_parts.h"

namespace retryscope::ui {

void LegendParts::add(const AttemptBar& bar)
{
    spanKinds |= bar.spanKinds;
    hasWindow = hasWindow || bar.windowEnd > bar.windowBegin;
    hasPlanned = hasPlanned || bar.planned > bar.end;
    hasAssumed = hasAssumed || bar.assumed;
    const bool hasBare = (bar.spanKinds & kindBit(SpanKind::Attempt)) != 0;
    constexpr unsigned kDelays = kindBit(SpanKind::SendDelay) | kindBit(SpanKind::RetryDelay);
    const bool hasPhases = (bar.spanKinds & ~kDelays & ~kindBit(SpanKind::Attempt)) != 0;
    hasRest = hasRest || (hasBare && hasPhases);
    hasUnknown = hasUnknown || (hasBare && !hasPhases);
    hasHint = hasHint || bar.hasHint;
    hasNew = hasNew || bar.connection == AttemptBar::Connection::New;
    hasReused = hasReused || bar.connection == AttemptBar::Connection::Reused;
}

} // namespace retryscope::ui
