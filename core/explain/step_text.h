// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/explain/explain.h"

namespace retryscope {

/// What a sentence about a finding can need besides the finding.
struct StepContext
{
    const ResolvedPolicy& policy;
    const AttemptFacts& facts;
    const Trace& trace;
};

/// One sentence about one finding. A new TraceStep does not compile until it is handled here.
[[nodiscard]] Sentence sentenceFor(const TraceStep& step, const StepContext& context);
/// The delay formula with its numbers filled in: `0.41 × min(1 s × 2^0, 20 s) = 412 ms`.
[[nodiscard]] std::string formulaText(const BackoffComputed& backoff);

} // namespace retryscope
