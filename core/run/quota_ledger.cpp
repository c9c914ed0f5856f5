// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/quota_ledger.h"

#include <cstddef>
#include <map>

namespace retryscope {

namespace {

/// level: before the attempt as far as earlier attempts tell; the decision's own numbers win.
QuotaEntry entryOf(const AttemptRecord& attempt, int level)
{
    QuotaEntry entry{.before = level, .after = level};
    if (const auto returned = findStep<QuotaReturned>(attempt.decision.trace)) {
        entry = {.before = returned->before, .returned = returned->amount, .after = returned->after};
    }
    if (const auto charged = findStep<QuotaCharged>(attempt.decision.trace)) {
        entry = {.before = charged->before,
                 .cost = charged->cost,
                 .after = charged->after,
                 .refused = !charged->granted};
    }
    return entry;
}

int startLevel(const RunHeader& header, const QuotaSpec& quota, int client)
{
    const auto index = static_cast<std::size_t>(client - 1);
    if (client < 1 || index >= header.startStates.size()) {
        return quota.capacity;
    }
    return header.startStates[index].quota.value_or(quota.capacity);
}

} // namespace

std::vector<std::vector<QuotaEntry>> quotaLedgerOf(const RunRecord& record)
{
    std::vector<std::vector<QuotaEntry>> result;
    const RunHeader& header = record.header();
    if (!header.policy || !header.policy->policy.quota) {
        return result;
    }
    const QuotaSpec& quota = *header.policy->policy.quota;
    std::map<int, int> levels; // by client
    result.reserve(record.calls().size());
    for (const CallRecord& call : record.calls()) {
        int& level = levels.try_emplace(call.client, startLevel(header, quota, call.client)).first->second;
        if (quota.scope == QuotaScope::Call) {
            level = quota.capacity;
        }
        std::vector<QuotaEntry>& entries = result.emplace_back();
        entries.reserve(call.attempts.size());
        for (const AttemptRecord& attempt : call.attempts) {
            entries.push_back(entryOf(attempt, level));
            level = entries.back().after;
        }
    }
    return result;
}

} // namespace retryscope
