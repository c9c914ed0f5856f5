// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/parts/verdict_sign.h"

#include <QString>

#include <cstdint>

namespace retryscope::ui {

/// How a run ended, for people. Texts are plain, bounded and without secrets.
struct Outcome
{
    Sign sign = Sign::None;
    QString title;  ///< `Failed after 3 attempts in 103 ms`
    QString reason; ///< `429 named “429”, not retryable`; empty when there is nothing to add
    QString origin; ///< policy, request, time of day: what was run
};

/// Of a record with calls; sign None for an empty one.
[[nodiscard]] Outcome outcomeOf(const RunRecord& record);

/// All calls that the run was to make, of all its clients.
[[nodiscard]] std::int64_t plannedCallsOf(const RunHeader& header);

} // namespace retryscope::ui
