// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <optional>
#include <vector>

namespace retryscope {

/// Hop: a redirect that was followed within the attempt, before the phases of its last request.
enum class SpanKind { SendDelay, Hop, Lookup, Connect, Tls, Send, Wait, Receive, Attempt, RetryDelay };

/// One bar of a time line. `Attempt` covers an attempt whose phases are unknown.
struct Span
{
    int call = 0;    ///< index into record.calls()
    int attempt = 0; ///< index into its attempts
    SpanKind kind = SpanKind::Attempt;
    Instant begin{};
    Instant end{};
    bool operator==(const Span&) const = default;
};

/// A moment at which the retry quota changed or was refused.
struct QuotaPoint
{
    int call = 0;
    int attempt = 0;
    int client = 1;
    Instant at{};
    int level = 0;  ///< after
    int change = 0; ///< negative: charged; positive: given back; 0: refused or unchanged
    bool refused = false;
    bool operator==(const QuotaPoint&) const = default;
};

/// What passed before the attempt for want of a send token; 0 in a run that only plans its delays.
[[nodiscard]] Duration passedSendDelay(const RunHeader& header, const AttemptRecord& attempt);
/// Spans of one attempt in order of time.
[[nodiscard]] std::vector<Span> spansOf(const RunRecord& record, int callIndex, int attemptIndex);
/// Spans of the whole record, call by call.
[[nodiscard]] std::vector<Span> spansOf(const RunRecord& record);
/// What one attempt did to the quota; absent when it did not touch it.
[[nodiscard]] std::optional<QuotaPoint> quotaPointOf(const RunRecord& record, int callIndex,
                                                     int attemptIndex);
/// The quota curve; empty when the policy has no quota.
[[nodiscard]] std::vector<QuotaPoint> quotaCurveOf(const RunRecord& record);

} // namespace retryscope
