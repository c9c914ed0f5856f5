// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/policy/policy.h"
#include "core/run/run_record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace retryscope {

/// What a record must show to distinguish two presets.
enum class DistinctionKind : std::uint8_t {
    Response, ///< a failure that one retries and the other does not
    Delays,   ///< more delays
    Attempts, ///< a call that fails until the client gives up
    Throttled ///< throttled calls: one then limits how fast it sends
};

struct Distinction
{
    DistinctionKind kind = DistinctionKind::Response;
    std::string outcome; ///< of Response: `429`, `connectionReset`
    int delays = 0;      ///< of Delays: so many more
    bool operator==(const Distinction&) const = default;
};

/// What would distinguish these policies, each item once, for calls like the one with this index: compares
/// the first policy with each of the others. Tries only responses without headers and body. Empty if none of
/// these distinguishes them.
[[nodiscard]] std::vector<Distinction> distinctionsOf(const RunRecord& record, int call,
                                                      const std::vector<Policy>& policies);

} // namespace retryscope
