// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/used_up.h"

namespace retryscope {

const Rule* usedUpRule(const ResolvedPolicy& policy, const Decision& decision)
{
    if (decision.verdict != Verdict::Stop || decision.stopReason != StopReason::NotRetryable ||
        decision.kind != ErrorKind::Permanent) {
        return nullptr;
    }
    for (const TraceStep& step : decision.trace) {
        const auto* tried = std::get_if<RuleTried>(&step);
        if (tried != nullptr && tried->evidence == Evidence::Uses) {
            const Rule& rule = policy.policy.rules[static_cast<std::size_t>(tried->rule)];
            if (rule.kind != ErrorKind::Permanent && rule.kind != ErrorKind::None) {
                return &rule;
            }
        }
    }
    return nullptr;
}

std::string usesText(const Rule& rule)
{
    const int most = rule.atMost.value_or(1);
    return most == 1 ? std::string("once") : std::to_string(most) + " times";
}

} // namespace retryscope
