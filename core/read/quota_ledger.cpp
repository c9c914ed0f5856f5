// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/quota_ledger.h"

#include <cstddef>

namespace retryscope {

namespace {

int startLevel(const RunHeader& header, const QuotaSpec& quota, int client)
{
    const auto index = static_cast<std::size_t>(client - 1);
    if (client < 1 || index >= header.startStates.size()) {
        return quota.firstLevel();
    }
    return header.startStates[index].quota.value_or(quota.firstLevel());
}

} // namespace

std::optional<QuotaEntry> quotaEntryOf(const Decision& decision)
{
    if (const auto charged = findStep<QuotaCharged>(decision.trace)) {
        return QuotaEntry{.before = charged->before,
                          .cost = charged->cost,
                          .after = charged->after,
                          .refused = !charged->granted};
    }
    if (const auto returned = findStep<QuotaReturned>(decision.trace)) {
        return QuotaEntry{.before = returned->before, .returned = returned->amount, .after = returned->after};
    }
    return std::nullopt;
}

std::vector<QuotaEntry> QuotaLedger::entriesOf(const CallRecord& call)
{
    const QuotaSpec& quota = *m_header->policy->policy.quota;
    int& level = m_levels.try_emplace(call.client, startLevel(*m_header, quota, call.client)).first->second;
    if (quota.scope == QuotaScope::Call) {
        level = quota.capacity;
    }
    std::vector<QuotaEntry> entries;
    entries.reserve(call.attempts.size());
    for (const AttemptRecord& attempt : call.attempts) {
        // Before the attempt as far as earlier ones tell; the decision's own numbers win.
        const QuotaEntry untouched{.before = level, .after = level};
        entries.push_back(quotaEntryOf(attempt.decision).value_or(untouched));
        level = entries.back().after;
    }
    return entries;
}

std::vector<std::vector<QuotaEntry>> quotaLedgerOf(const RunRecord& record)
{
    std::vector<std::vector<QuotaEntry>> result;
    QuotaLedger ledger(record.header());
    if (!ledger.hasQuota()) {
        return result;
    }
    result.reserve(record.calls().size());
    for (const CallRecord& call : record.calls()) {
        result.push_back(ledger.entriesOf(call));
    }
    return result;
}

} // namespace retryscope
