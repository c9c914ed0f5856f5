// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/decide/trace.h"

#include <optional>

namespace retryscope {

/// What the server asked for in its headers, applied to a computed backoff.
struct HintedDelay
{
    std::vector<HintApplied> findings; ///< one per header found; the last one applies
    Duration result{0};
    Duration low{0};
    Duration high{0};
    bool restartsBackoff = false; ///< HintSpec::restartsBackoff of what applies
    bool isForbidden = false;     ///< the last finding forbids the retry
};

/// Tries the policy's hints in order; the first readable one applies. wallTime: our clock, including the
/// learned skew; needed for dates. attemptTimeout: the user's attempt limit, with which some clients compare
/// a hint.
[[nodiscard]] HintedDelay applyHints(const std::vector<HintSpec>& hints, const AttemptFacts& facts,
                                     const BackoffComputed& backoff, std::optional<WallTime> wallTime,
                                     const std::optional<Duration>& attemptTimeout = {});

} // namespace retryscope
