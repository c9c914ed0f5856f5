// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <map>
#include <optional>
#include <vector>

namespace retryscope {

/// The retry quota around one attempt.
struct QuotaEntry
{
    int before = 0;
    int cost = 0;     ///< cost of the retry, paid or not; 0 without a retry
    int returned = 0; ///< given back after a success
    int after = 0;
    bool refused = false; ///< the quota could not pay the cost
    int perToken = 1;     ///< QuotaSpec::perToken, for texts
    bool operator==(const QuotaEntry&) const = default;
};

/// As far as the decision on one attempt tells; absent when the quota was not asked.
[[nodiscard]] std::optional<QuotaEntry> quotaEntryOf(const Decision& decision);
/// The quota of each client, followed call by call.
class QuotaLedger
{
public:
    /// header: outlives the ledger.
    explicit QuotaLedger(const RunHeader& header) : m_header(&header) {}

    /// Whether the policy has one.
    [[nodiscard]] bool hasQuota() const
    {
        return m_header->policy && m_header->policy->policy.quota.has_value();
    }
    /// One entry per attempt of the next call of its client. With a quota only.
    [[nodiscard]] std::vector<QuotaEntry> entriesOf(const CallRecord& call);

private:
    const RunHeader* m_header;
    std::map<int, int> m_levels; ///< by client
};

/// One entry per attempt, by call and attempt as in record.calls(). Empty when the policy has no quota.
[[nodiscard]] std::vector<std::vector<QuotaEntry>> quotaLedgerOf(const RunRecord& record);

} // namespace retryscope
