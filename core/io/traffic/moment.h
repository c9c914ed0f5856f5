// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <optional>
#include <string_view>

namespace retryscope::io {

/// A point in time as a log writes it.
struct Moment
{
    Duration since1970{0};
    bool hasZone = true; ///< false: it was read as local time
};

/// Reads an ISO 8601 time from 1970 to 9999 with seconds and any fraction: `2026-01-31T12:00:00.123456Z`,
/// `2026-01-31 12:00:00,123+01:00`. Absent for anything else.
[[nodiscard]] std::optional<Moment> readMoment(std::string_view text);

} // namespace retryscope::io
