// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/range_text.h"

#include "core/explain/phrases.h"
#include "core/explain/units.h"

namespace retryscope {

std::string rangeText(const RangeTotals& totals)
{
    std::string text = totals.attempts == 0 ? "no attempts" : counted(totals.attempts, "attempt");
    if (totals.retries > 0) {
        text = counted(totals.retriedCalls, "call") + " with retries, " + retriesText(totals.retries);
    } else if (totals.attempts > 0) {
        text += ", no retries";
    }
    if (totals.waited > Duration::zero()) {
        text += ", " + durationText(totals.waited) + " of delays";
    }
    if (totals.median && totals.p99) {
        text += ", p50 " + durationText(*totals.median) + ", p99 " + durationText(*totals.p99);
    }
    return text;
}

} // namespace retryscope
