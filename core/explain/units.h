// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/facts/optional_duration.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

namespace retryscope {

/// Significant digits of a number that is measured or computed.
inline constexpr int kUsualDigits = 3;

/// `412 ms`, `1.19 s`, `85.6 s`, `2 min 5 s`, `0.35 ms`: from 100 s on in minutes, hours and days, unless
/// there are more digits than usual.
[[nodiscard]] std::string durationText(Duration duration, int digits = kUsualDigits);
/// Both with as many digits as make two different durations look different: `1.003 s` and `1 s`.
[[nodiscard]] std::pair<std::string, std::string> unequalDurations(Duration one, Duration other);
/// The same, or `unknown`.
template <std::same_as<OptionalDuration> Time>
[[nodiscard]] std::string durationText(Time duration)
{
    return duration ? durationText(*duration) : std::string("unknown");
}
/// A number of things: `999`, `10,000`, `more than 10^18`.
[[nodiscard]] std::string numberText(std::int64_t number);
/// A number of tokens of a retry quota in the client's own tokens: `1`, `0.1`. perToken: QuotaSpec::perToken.
[[nodiscard]] std::string tokensNumber(int units, int perToken);
/// Advice for a limit: the duration rounded down, or up, to the digits that durationText() shows, so that
/// whoever types what is shown keeps the promise. Off by less than 1 %.
[[nodiscard]] Duration roundedDown(Duration duration);
[[nodiscard]] Duration roundedUp(Duration duration);
/// `0 to 400 ms`, or `50 ms` when both ends are equal.
[[nodiscard]] std::string windowText(Duration low, Duration high);
/// `1.5 per second`
[[nodiscard]] std::string rateText(double perSecond);
/// `139 bytes`, `64 KiB`, `1.5 MiB`
[[nodiscard]] std::string bytesText(std::int64_t bytes);

/// `0.7`, `2`: six digits at most.
[[nodiscard]] std::string factorText(double factor);

} // namespace retryscope
