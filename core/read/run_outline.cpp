// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/run_outline.h"

#include "core/read/spans.h"

#include <algorithm>
#include <optional>

namespace retryscope {

namespace {

OutlineKind kindOf(const AttemptRecord& attempt)
{
    const bool wasStopped = attempt.facts.fault && attempt.facts.fault->kind == FaultKind::Cancelled &&
                            attempt.decision.stopReason != StopReason::DeadlineExceeded;
    if (attempt.isRunning || wasStopped) {
        return OutlineKind::Unfinished;
    }
    switch (attempt.decision.verdict) {
    case Verdict::Succeed:
        return OutlineKind::Succeeded;
    case Verdict::Retry:
        return OutlineKind::Retried;
    case Verdict::Stop:
        break;
    }
    return OutlineKind::Stopped;
}

template <typename Take>
void forEachSegment(const RunRecord& record, Take take)
{
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            const Instant end = attempt.isRunning ? std::max(attempt.start, record.end()) : attempt.end;
            if (const Duration passed = passedSendDelay(record.header(), attempt);
                passed > Duration::zero()) {
                take({attempt.start - passed, passed, OutlineKind::Delay});
            }
            take({attempt.start, end - attempt.start, kindOf(attempt)});
            if (attempt.actualDelay && *attempt.actualDelay > Duration::zero()) {
                take({end, *attempt.actualDelay, OutlineKind::Delay});
            }
        }
    }
}

/// The same in equal stretches of time.
std::vector<OutlineSegment> slicesOf(const RunRecord& record, std::size_t count)
{
    const Duration whole = std::max(record.end() - Instant{}, Duration{1});
    const auto sliceAt = [whole, count](Duration at) {
        const double part = static_cast<double>(at.count()) / static_cast<double>(whole.count());
        const auto slice = static_cast<std::int64_t>(part * static_cast<double>(count));
        return static_cast<std::size_t>(
            std::clamp<std::int64_t>(slice, 0, static_cast<std::int64_t>(count) - 1));
    };
    std::vector<std::optional<OutlineKind>> slices(count);
    forEachSegment(record, [&](const OutlineSegment& segment) {
        const Duration start = segment.start - Instant{};
        const std::size_t last = sliceAt(start + std::max(segment.length - Duration{1}, Duration{0}));
        for (std::size_t slice = sliceAt(start); slice <= last; ++slice) {
            slices[slice] = std::max(slices[slice].value_or(OutlineKind::Delay), segment.kind);
        }
    });
    std::vector<OutlineSegment> result;
    const auto edge = [whole, count](std::size_t slice) {
        const double part = static_cast<double>(slice) / static_cast<double>(count);
        return Instant{} + Duration{static_cast<std::int64_t>(static_cast<double>(whole.count()) * part)};
    };
    for (std::size_t slice = 0; slice < count; ++slice) {
        if (!slices[slice]) {
            continue;
        }
        const bool goesOn = slice > 0 && slices[slice - 1] == slices[slice];
        if (!goesOn) {
            result.push_back({.start = edge(slice), .kind = *slices[slice]});
        }
        result.back().length = edge(slice + 1) - result.back().start;
    }
    return result;
}

} // namespace

std::vector<OutlineSegment> outlineOf(const RunRecord& record, std::size_t most)
{
    std::vector<OutlineSegment> segments;
    std::size_t count = 0;
    forEachSegment(record, [&](const OutlineSegment& segment) {
        if (++count <= most) {
            segments.push_back(segment);
        }
    });
    if (count > most) {
        return slicesOf(record, std::max<std::size_t>(most, 1));
    }
    std::stable_sort(
        segments.begin(), segments.end(),
        [](const OutlineSegment& left, const OutlineSegment& right) { return left.start < right.start; });
    return segments;
}

} // namespace retryscope
