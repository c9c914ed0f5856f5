// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <cstddef>
#include <vector>

namespace retryscope {

/// The content of a part of a run, weakest first; if several coincide, the strongest is shown.
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

/// A run as a small bar, in order of start. Every attempt and delay if there are at most `most`; otherwise
/// `most` equal parts of time, with equal neighbours merged. most: at least 1.
[[nodiscard]] std::vector<OutlineSegment> outlineOf(const RunRecord& record, std::size_t most);

} // namespace retryscope
