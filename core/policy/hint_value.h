// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/instant.h"
#include "core/policy/policy.h"

#include <optional>
#include <string_view>
#include <vector>

namespace retryscope {

/// A decimal number, possibly negative, with only spaces around it. Absent for anything else.
[[nodiscard]] std::optional<double> numberIn(std::string_view text);

/// The delay that a header's value asks for, as this hint defines it: 0 for a time in the past, at most a
/// hundred years. Absent if unreadable, or if it is a time and our time is unknown. now: our clock.
[[nodiscard]] std::optional<Duration> hintValue(const HintSpec& hint, std::string_view text,
                                                std::optional<WallTime> now);

/// True for less than 0 and for a time in the past. asked: hintValue() of the same text.
[[nodiscard]] bool isInThePast(std::string_view text, const std::optional<Duration>& asked);

/// A time in RFC 3339 form: `2026-01-31T12:00:00Z`, also with a fraction or an offset. Absent for anything
/// else.
[[nodiscard]] std::optional<WallTime> parseTimestamp(std::string_view text);

/// The hint is for responses of this status.
[[nodiscard]] bool isForStatus(const HintSpec& hint, int status);

/// The response brings one of these headers, and a delay or a date can be read in it.
[[nodiscard]] bool bringsHint(const std::vector<HintSpec>& hints, const AttemptFacts& facts);

} // namespace retryscope
