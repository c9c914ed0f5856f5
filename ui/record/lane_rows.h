// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/policy/policy.h"
#include "core/run/run_record.h"

#include <QString>

#include <optional>
#include <vector>

namespace retryscope::ui {

/// What a client did during and after one attempt, and what a preset would have done.
struct LaneRow
{
    enum class Agreement { Unknown, Same, Differs };

    QString number;
    QString status;    ///< `503`, `reset`
    QString caption;   ///< `SlowDown`
    Duration start{0}; ///< from the start of the call
    Duration end{0};
    OptionalDuration wait{};           ///< of the client, after the attempt
    std::optional<DelayWindow> window; ///< of the preset, where it retries
    Agreement agreement = Agreement::Unknown;
    QString word;   ///< `Within the range`, `Differs`
    QString detail; ///< `41 % of 1 s`
};

/// Most earlier calls of the same client that are replayed for the preset's state (retry quota, send rate).
inline constexpr int kMostFollowed = 200;
/// Most rows for one call; further attempts are omitted.
inline constexpr std::size_t kMostLanes = 100;

/// call: index in the record. policy: nullptr until a preset is known.
[[nodiscard]] std::vector<LaneRow> laneRows(const RunRecord& record, int call, const Policy* policy);

} // namespace retryscope::ui
