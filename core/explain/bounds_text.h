// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"

#include <string>
#include <vector>

namespace retryscope {

/// `In the worst case a caller waits 51.2 s. The server sees 11 requests.`
[[nodiscard]] std::string worstCaseSentence(const NestedBounds& bounds);
/// `43 %`, from a share in [0, 1]. Only exactly none gives 0 %, and only exactly all gives 100 %.
[[nodiscard]] std::string percentText(double share);
/// The effect of the client's own time limit; empty without one.
[[nodiscard]] std::string ownLimitSentence(const CallBounds& bounds);
/// With some random delays, an attempt does not end before the caller's deadline.
[[nodiscard]] bool isCutByDeadline(const CallBounds& call);
/// The effect of the deadline, and the deadline that would be enough; empty without a deadline.
[[nodiscard]] std::string deadlineSentence(const NestedBounds& bounds);
/// The deadline, held against a whole call of the outermost layer; empty without a layer around the client.
[[nodiscard]] std::string outerDeadlineSentence(const NestedBounds& bounds);
/// How many attempts end in time whatever the random delays are, and what follows; empty when all or none do.
[[nodiscard]] std::string fittingSentence(const NestedBounds& bounds);
/// For a client that waits once more before it gives up; empty for all others.
[[nodiscard]] std::string finalDelaySentence(const CallBounds& bounds);
/// How the attempts of several layers multiply; empty for the client alone.
[[nodiscard]] std::string layersSentence(const NestedBounds& bounds);
/// Empty without a distribution of latencies.
[[nodiscard]] std::string percentilesSentence(const CallBounds& bounds);
/// The result of many calls; empty for one.
[[nodiscard]] std::string seriesSentence(const CallBounds& bounds);
/// How the numbers were computed, if not obvious; otherwise empty.
[[nodiscard]] std::string boundsNote(const CallBounds& bounds);
/// All of these that are not empty, in this order.
[[nodiscard]] std::vector<std::string> boundsSentences(const NestedBounds& bounds);

/// Names the assumed time limits that are not the client's own, with what is known of the client's. For read
/// timeouts, when the attempt as a whole has no limit.
struct GivenTimeouts
{
    bool connect = false; ///< the connect timeout was given
    bool read = false;    ///< the read timeout, or the time of an attempt, was given
    bool operator==(const GivenTimeouts&) const = default;
};
[[nodiscard]] std::vector<std::string> timeoutSentences(const Policy& policy, const RequestSpec& spec,
                                                        const GivenTimeouts& given);

} // namespace retryscope
