// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/policy/policy.h"

#include <optional>
#include <string_view>

namespace retryscope {

/// A decimal number with nothing but blanks around it; also negative ones. Absent for what is none.
[[nodiscard]] std::optional<double> numberIn(std::string_view text);

/// What a header's value asks for, read as this hint says; 0 for a moment that passed, at most a hundred
/// years. Absent when it cannot be read, or is a moment and our time is not known. now: ours.
[[nodiscard]] std::optional<Duration> hintValue(const HintSpec& hint, std::string_view text,
                                                std::optional<WallTime> now);

/// A moment as in RFC 3339: `2026-01-31T12:00:00Z`, with a fraction or an offset too. Absent when it is none.
[[nodiscard]] std::optional<WallTime> parseTimestamp(std::string_view text);

} // namespace retryscope
