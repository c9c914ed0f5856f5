// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <QString>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

namespace retryscope::io {

/// Interval for QTimer: whole milliseconds, rounded up so that a timeout is never early; at least 1.
[[nodiscard]] inline int toTimerInterval(Duration duration)
{
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(duration).count();
    return static_cast<int>(std::clamp<std::int64_t>(milliseconds, 1, std::numeric_limits<int>::max()));
}

/// Text such as `2.5 s` for the detail of a timeout.
[[nodiscard]] inline std::string secondsText(Duration duration)
{
    return QString::number(toSeconds(duration)).toStdString() + " s";
}

} // namespace retryscope::io
