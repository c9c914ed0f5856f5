// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"

#include <string>
#include <vector>

namespace retryscope {

/// `In the worst case the caller waits 51.2 s and the server sees 11 requests.`
[[nodiscard]] std::string worstCaseSentence(const NestedBounds& bounds);
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

} // namespace retryscope
