// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_record.h"

#include <cstddef>
#include <optional>
#include <string>

namespace retryscope {

/// The time between the end of one attempt and the start of the next, by cause.
struct GapBefore
{
    Duration whole{0};
    Duration retryDelay{0}; ///< planned after the attempt before
    Duration sendDelay{0};  ///< imposed before this one: a rate limiter, a poll
    Duration rest{0};       ///< the rest: late timers and Retryscope's own work
    bool operator==(const GapBefore&) const = default;
};
/// index: of the attempt in its call, from 0. Absent for the first attempt. isWaiting: false when the run
/// plans delays without waiting, so all of the gap is rest.
[[nodiscard]] std::optional<GapBefore> gapBefore(const CallRecord& call, std::size_t index, bool isWaiting);

/// ` (not sent to another server: X-Api-Key)` behind a redirect; empty where it has no note.
[[nodiscard]] std::string noteInBrackets(const Hop& hop);
/// Where the time of an attempt went: `0.23 ms: send 0.025 ms, wait for first byte 0.078 ms, receive 0.005
/// ms, 0.12 ms in Retryscope; connection 1, reused`. Empty while it runs and when no phase was measured.
[[nodiscard]] std::string phasesText(const AttemptRecord& attempt);
/// `50.8 ms after attempt 1: 50 ms delay, 0.845 ms in this program`; empty for the first attempt, and when
/// there was no gap.
[[nodiscard]] std::string gapText(const CallRecord& call, std::size_t index, bool isWaiting);

} // namespace retryscope
