// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/spans.h"

#include <array>
#include <utility>

namespace retryscope {

namespace {

/// Phases laid end to end from the attempt's start; what they do not cover is left to a span of kind Attempt.
void addPhases(std::vector<Span>& spans, const AttemptRecord& attempt, Span span)
{
    const Phases& phases = attempt.facts.phases;
    const std::array<std::pair<SpanKind, std::optional<Duration>>, 6> parts{
        {{SpanKind::Lookup, phases.lookup},
         {SpanKind::Connect, phases.connect},
         {SpanKind::Tls, phases.tls},
         {SpanKind::Send, phases.send},
         {SpanKind::Wait, phases.wait},
         {SpanKind::Receive, phases.receive}}};
    span.begin = attempt.start;
    if (attempt.facts.wire) {
        for (const Hop& hop : attempt.facts.wire->hops) {
            span.kind = SpanKind::Hop;
            span.begin = hop.start;
            span.end = hop.end;
            spans.push_back(span);
            span.begin = hop.end;
        }
    }
    const Instant phasesBegin = span.begin;
    for (const auto& [kind, duration] : parts) {
        if (duration && *duration > Duration::zero()) {
            span.kind = kind;
            span.end = span.begin + *duration;
            spans.push_back(span);
            span.begin = span.end;
        }
    }
    const bool isBare = span.begin == phasesBegin;
    if (isBare || span.begin < attempt.end) {
        span.kind = SpanKind::Attempt;
        span.end = attempt.end;
        spans.push_back(span);
    }
}

} // namespace

Duration passedSendDelay(const RunHeader& header, const AttemptRecord& attempt)
{
    return header.noWait ? Duration::zero() : attempt.sendDelay;
}

std::vector<Span> spansOf(const RunRecord& record, int callIndex, int attemptIndex)
{
    const AttemptRecord& attempt = record.at({callIndex, attemptIndex});
    std::vector<Span> spans;
    Span span{.call = callIndex, .attempt = attemptIndex};
    if (const Duration passed = passedSendDelay(record.header(), attempt); passed > Duration::zero()) {
        span.kind = SpanKind::SendDelay;
        span.begin = attempt.start - passed;
        span.end = attempt.start;
        spans.push_back(span);
    }
    addPhases(spans, attempt, span);
    if (attempt.actualDelay && *attempt.actualDelay > Duration::zero()) {
        span.kind = SpanKind::RetryDelay;
        span.begin = attempt.end;
        span.end = attempt.end + *attempt.actualDelay;
        spans.push_back(span);
    }
    return spans;
}

std::vector<Span> spansOf(const RunRecord& record)
{
    std::vector<Span> spans;
    for (std::size_t call = 0; call < record.calls().size(); ++call) {
        for (std::size_t attempt = 0; attempt < record.calls()[call].attempts.size(); ++attempt) {
            const std::vector<Span> own = spansOf(record, static_cast<int>(call), static_cast<int>(attempt));
            spans.insert(spans.end(), own.begin(), own.end());
        }
    }
    return spans;
}

std::optional<QuotaPoint> quotaPointOf(const RunRecord& record, int callIndex, int attemptIndex)
{
    const AttemptRecord& attempt = record.at({callIndex, attemptIndex});
    QuotaPoint point{.call = callIndex,
                     .attempt = attemptIndex,
                     .client = record.callAt(callIndex).client,
                     .at = attempt.end};
    if (const auto charged = findStep<QuotaCharged>(attempt.decision.trace)) {
        point.level = charged->after;
        point.change = charged->after - charged->before;
        point.refused = !charged->granted;
        return point;
    }
    if (const auto returned = findStep<QuotaReturned>(attempt.decision.trace)) {
        point.level = returned->after;
        point.change = returned->amount;
        return point;
    }
    return std::nullopt;
}

std::vector<QuotaPoint> quotaCurveOf(const RunRecord& record)
{
    std::vector<QuotaPoint> curve;
    for (std::size_t call = 0; call < record.calls().size(); ++call) {
        for (std::size_t attempt = 0; attempt < record.calls()[call].attempts.size(); ++attempt) {
            if (const auto point = quotaPointOf(record, static_cast<int>(call), static_cast<int>(attempt))) {
                curve.push_back(*point);
            }
        }
    }
    return curve;
}

} // namespace retryscope
