// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/range_text.h"

#include "core/explain/units.h"

namespace retryscope {

namespace {

std::string countOf(int count, const char* one, const char* several)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : several);
}

} // namespace

std::string rangeText(const RangeTotals& totals)
{
    std::string text = totals.attempts == 0 ? "no attempts" : countOf(totals.attempts, "attempt", "attempts");
    if (totals.retries > 0) {
        text = countOf(totals.retriedCalls, "call with retries", "calls with retries") + ", " +
               countOf(totals.retries, "retry", "retries");
    } else if (totals.attempts > 0) {
        text += ", no retries";
    }
    if (totals.waited > Duration::zero()) {
        text += ", " + durationText(totals.waited) + " waited";
    }
    if (totals.median && totals.p99) {
        text += ", p50 " + durationText(*totals.median) + ", p99 " + durationText(*totals.p99);
    }
    return text;
}

} // namespace retryscope
