// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/facts/optional_duration.h"

#include <concepts>
#include <string>

namespace retryscope {

/// `412 ms`, `1.19 s`, `2 min 5 s`, `0.35 ms`: three significant digits, the unit that reads best.
[[nodiscard]] std::string durationText(Duration duration);
/// The same, or `unknown`.
template <std::same_as<OptionalDuration> Time>
[[nodiscard]] std::string durationText(Time duration)
{
    return duration ? durationText(*duration) : std::string("unknown");
}
/// A number of tokens of a retry quota in the client's own tokens: `1`, `0.1`. perToken: QuotaSpec::perToken.
[[nodiscard]] std::string tokensNumber(int units, int perToken);
/// Advice for a limit: the duration rounded down, or up, to the digits that limitText() shows, so that
/// whoever types what is shown keeps the promise. Off by less than 1 %.
[[nodiscard]] Duration roundedDown(Duration duration);
[[nodiscard]] Duration roundedUp(Duration duration);
/// durationText() of such a duration; `65.7 s` below 100 s, in place of whole seconds.
[[nodiscard]] std::string limitText(Duration rounded);
/// `0 to 400 ms`, or `50 ms` when both ends are equal.
[[nodiscard]] std::string windowText(Duration low, Duration high);
/// `1.5 per second`
[[nodiscard]] std::string rateText(double perSecond);
/// `139 bytes`, `64 KiB`, `1.5 MiB`
[[nodiscard]] std::string bytesText(std::int64_t bytes);

/// `0.7`, `2`: six digits at most.
[[nodiscard]] std::string factorText(double factor);

} // namespace retryscope
