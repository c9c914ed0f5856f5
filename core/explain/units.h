// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <string>

namespace retryscope {

/// `412 ms`, `1.19 s`, `2 min 5 s`, `0.35 ms`: three significant digits, the unit that reads best.
[[nodiscard]] std::string durationText(Duration duration);
/// `0 to 400 ms`, or `50 ms` when both ends are equal.
[[nodiscard]] std::string windowText(Duration low, Duration high);
/// `1.5 per second`
[[nodiscard]] std::string rateText(double perSecond);
/// `139 bytes`, `64 KiB`, `1.5 MiB`
[[nodiscard]] std::string bytesText(std::int64_t bytes);

} // namespace retryscope
