// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

// How values are written into code. Each is a list of texts, empty where there is no value.

/// In quotation marks, with special characters escaped.
[[nodiscard]] std::vector<std::string> quoted(const std::vector<std::string>& words);
/// Whole milliseconds.
[[nodiscard]] std::vector<std::string> millisecondsText(const std::optional<Duration>& duration);
/// Whole seconds.
[[nodiscard]] std::vector<std::string> secondsText(const std::optional<Duration>& duration);
/// `0.1`, in seconds, to the millisecond.
[[nodiscard]] std::vector<std::string> decimalSeconds(const std::optional<Duration>& duration);
/// `1.6`, as programs write it, with six digits.
[[nodiscard]] std::string numberText(double number);
/// `yes`, or nothing.
[[nodiscard]] std::vector<std::string> flagText(bool isSet);

} // namespace retryscope
