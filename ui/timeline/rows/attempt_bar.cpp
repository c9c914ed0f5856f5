// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/attempt_bar.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

AttemptBar::State stateOf(const CallRecord& call, const AttemptRecord& attempt)
{
    if (call.verdict != CallVerdict::Running) {
        return AttemptBar::State::Done;
    }
    if (attempt.isRunning) {
        return AttemptBar::State::Running;
    }
    const bool isLast = &attempt == &call.attempts.back();
    return isLast && !attempt.actualDelay && attempt.decision.delay > Duration::zero()
               ? AttemptBar::State::Delaying
               : AttemptBar::State::Done;
}

AttemptBar::Connection connectionOf(const AttemptRecord& attempt)
{
    const auto& wire = attempt.facts.wire;
    if (attempt.isRunning || !wire || wire->connection == 0) {
        return AttemptBar::Connection::Unknown;
    }
    return wire->reused ? AttemptBar::Connection::Reused : AttemptBar::Connection::New;
}

bool hasHint(const AttemptRecord& attempt)
{
    const auto hint = findStep<HintApplied>(attempt.decision.trace);
    return !attempt.isRunning && hint && hint->asked.has_value();
}

/// What the measured phases leave over between them is said as soon as it may be seen: from some two pixels
/// of a wide bar on.
bool isWorthALegend(const Span& span, const AttemptBar& bar)
{
    constexpr int kLeftOverShare = 400;
    return span.kind != SpanKind::Attempt || (span.end - span.begin) * kLeftOverShare > bar.end - bar.start ||
           bar.end == bar.start;
}

} // namespace

Instant AttemptBar::last() const
{
    return std::max(lastEvent(), windowEnd);
}

Instant AttemptBar::lastEvent() const
{
    return std::max({end, delayEnd, planned});
}

AttemptBar AttemptBar::at(Instant now) const
{
    AttemptBar bar = *this;
    switch (state) {
    case State::Running:
        bar.end = std::max(start, now);
        bar.delayEnd = bar.planned = bar.windowBegin = bar.windowEnd = bar.end;
        break;
    case State::Delaying:
        bar.delayEnd = std::max(end, now);
        break;
    case State::Done:
        break;
    }
    return bar;
}

AttemptBar barOf(const RunRecord& record, Place place)
{
    const CallRecord& call = record.callAt(place.call);
    const AttemptRecord& attempt = record.at(place);
    AttemptBar bar{.state = stateOf(call, attempt),
                   .connection = connectionOf(attempt),
                   .verdict = attempt.decision.verdict,
                   .assumed = attempt.assumed,
                   .hasHint = hasHint(attempt),
                   .sendDelayBegin = attempt.start,
                   .start = attempt.start,
                   .end = attempt.isRunning ? attempt.start : attempt.end};
    bar.delayEnd = bar.planned = bar.windowBegin = bar.windowEnd = bar.end;
    for (const Span& span : spansOf(record, place.call, place.attempt)) {
        bar.spanKinds |= !attempt.isRunning && isWorthALegend(span, bar) ? kindBit(span.kind) : 0U;
        if (span.kind == SpanKind::SendDelay) {
            bar.sendDelayBegin = span.begin;
        } else if (span.kind == SpanKind::RetryDelay) {
            bar.delayEnd = span.end;
        }
    }
    if (!attempt.isRunning) {
        bar.planned = bar.end + attempt.decision.delay;
        if (attempt.decision.window) {
            bar.windowBegin = bar.end + attempt.decision.window->low;
            bar.windowEnd = bar.end + attempt.decision.window->high;
        }
    }
    return bar;
}

} // namespace retryscope::ui
