// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <cstdint>
#include <optional>

namespace retryscope {

/// A whole run in a handful of numbers.
struct RunTotals
{
    int calls = 0;
    int succeeded = 0; ///< calls
    int failed = 0;    ///< calls
    int attempts = 0;
    int assumed = 0;                     ///< attempts without a recorded response
    int assumedCalls = 0;                ///< calls that such an attempt decided
    OptionalDuration time = Duration{0}; ///< lengthOf() the record
    /// The same without Retryscope's own time between attempts: attempts with their real length, delays as
    /// planned. Equal for two runs with the same decisions and responses, live or virtual.
    Duration plannedTime{0};
    bool isQuotaKnown = true;             ///< false for a recording: a recorder does not see a client's quota
    std::optional<int> tokensSpent;       ///< charged for retries, whatever came back; absent without a quota
    std::optional<StopReason> stopReason; ///< of the last call that failed; a recorder does not know it
    bool operator==(const RunTotals&) const = default;
};

/// Of all clients, if nothing stops the run.
[[nodiscard]] std::int64_t plannedCallsOf(const RunHeader& header);
[[nodiscard]] RunTotals totalsOf(const RunRecord& record);
/// True if any attempt has an assumed response instead of a recorded one.
[[nodiscard]] bool hasAssumed(const RunRecord& record);
/// From the start of the first call to the end of the last; zero without calls, absent where an imported file
/// does not show it.
[[nodiscard]] OptionalDuration lengthOf(const RunRecord& record);

} // namespace retryscope
