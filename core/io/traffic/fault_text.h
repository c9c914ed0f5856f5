// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <optional>
#include <string_view>

namespace retryscope::io {

/// The fault that a client's error text names: `net::ERR_CONNECTION_REFUSED`, `ECONNRESET`,
/// `ReadTimeoutError(…)`, `curl: (52) Empty reply from server`, `connectionRefused`. Its detail is the text,
/// at most 256 bytes. Absent if the text names none that is known.
[[nodiscard]] std::optional<Fault> faultNamedIn(std::string_view error);

} // namespace retryscope::io
