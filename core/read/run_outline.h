// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <cstddef>
#include <vector>

namespace retryscope {

/// What a stretch of a run was, weakest first: where several fall together, the strongest is shown.
enum class OutlineKind : std::uint8_t {
    Delay,
    Succeeded,
    Retried,
    Unfinished, ///< running, or cut off by the user
    Stopped     ///< the failure that ended a call
};

struct OutlineSegment
{
    Instant start{};
    Duration length{0}; ///< may be 0, in virtual time
    OutlineKind kind = OutlineKind::Delay;
    bool operator==(const OutlineSegment&) const = default;
};

/// A run as a small bar, by start. Every attempt and delay as long as there are at most `most` of them; else
/// that many equal stretches of time, alike neighbours as one. most: at least 1.
[[nodiscard]] std::vector<OutlineSegment> outlineOf(const RunRecord& record, std::size_t most);

} // namespace retryscope
