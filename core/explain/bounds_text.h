// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"

#include <string>
#include <vector>

namespace retryscope {

/// `In the worst case the caller waits 51.2 s and the server sees 11 requests.`
[[nodiscard]] std::string worstCaseSentence(const NestedBounds& bounds);
/// `43 %`; of a share in [0, 1]: only none is 0 %, and only all of them are 100 %.
[[nodiscard]] std::string percentText(double share);
/// What the client's own limit of time makes of it; empty where it has none.
[[nodiscard]] std::string ownLimitSentence(const CallBounds& bounds);
/// With some draws an attempt does not end before the caller's deadline.
[[nodiscard]] bool isCutByDeadline(const CallBounds& call);
/// What the deadline makes of it, and what would be needed; empty without a deadline.
[[nodiscard]] std::string deadlineSentence(const NestedBounds& bounds);
/// How many attempts end in time whatever is drawn, and what follows from it; empty where all or none do.
[[nodiscard]] std::string fittingSentence(const NestedBounds& bounds);
/// Of a client that waits once more before it gives up; empty for all others.
[[nodiscard]] std::string finalDelaySentence(const CallBounds& bounds);
/// What the product of several layers counts; empty for the client alone.
[[nodiscard]] std::string layersSentence(const NestedBounds& bounds);
/// Empty without a distribution of latencies.
[[nodiscard]] std::string percentilesSentence(const CallBounds& bounds);
/// What becomes of many calls; empty for one.
[[nodiscard]] std::string seriesSentence(const CallBounds& bounds);
/// How the numbers were come by, where that is not plain; empty otherwise.
[[nodiscard]] std::string boundsNote(const CallBounds& bounds);
/// All of these that are not empty, in this order.
[[nodiscard]] std::vector<std::string> boundsSentences(const NestedBounds& bounds);

/// Which of the limits that an attempt was taken to have are not the client's own, and what is known of
/// those. Of a failure by silence, where an attempt has no limit as a whole.
struct GivenTimeouts
{
    bool connect = false; ///< somebody said how long connecting may take
    bool read = false;    ///< somebody said how long a silence, or an attempt, takes
    bool operator==(const GivenTimeouts&) const = default;
};
[[nodiscard]] std::vector<std::string> timeoutSentences(const Policy& policy, const RequestSpec& spec,
                                                        const GivenTimeouts& given);

} // namespace retryscope
