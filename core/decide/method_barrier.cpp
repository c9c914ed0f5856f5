// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/method_barrier.h"

#include "core/decide/classify.h"

namespace retryscope {

std::optional<int> ruleBarredByMethod(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const Decision& decision)
{
    if (decision.verdict != Verdict::Stop || decision.stopReason != StopReason::NotRetryable) {
        return std::nullopt;
    }
    const auto clock = findStep<ClockCompared>(decision.trace);
    const ErrorName name = nameOf(policy.reading, facts);
    for (const TraceStep& step : decision.trace) {
        const auto* tried = std::get_if<RuleTried>(&step);
        if (tried == nullptr || tried->evidence != Evidence::Method) {
            continue;
        }
        const Condition& when = policy.policy.rules[static_cast<std::size_t>(tried->rule)].when;
        Trace unused;
        const Classification other =
            classify(policy, facts, name, clock && clock->isOff, unused, {},
                     {.method = when.methodIn.empty() ? "GET" : std::string_view(when.methodIn.front())});
        if (other.rule == tried->rule && other.kind != ErrorKind::Permanent &&
            other.kind != ErrorKind::None) {
            return other.rule;
        }
    }
    return std::nullopt;
}

} // namespace retryscope
