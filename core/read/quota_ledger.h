// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <optional>
#include <vector>

namespace retryscope {

/// The retry quota around one attempt.
struct QuotaEntry
{
    int before = 0;
    int cost = 0;     ///< price of the retry, whether it could be paid or not; 0 when none was asked for
    int returned = 0; ///< given back after a success
    int after = 0;
    bool refused = false; ///< the price was asked and could not be paid
    bool operator==(const QuotaEntry&) const = default;
};

/// As far as the decision on one attempt tells; absent when the quota was not asked.
[[nodiscard]] std::optional<QuotaEntry> quotaEntryOf(const Decision& decision);
/// One entry per attempt, by call and attempt as in record.calls(). Empty when the policy has no quota.
[[nodiscard]] std::vector<std::vector<QuotaEntry>> quotaLedgerOf(const RunRecord& record);

} // namespace retryscope
