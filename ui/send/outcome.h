// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/expect/expectation.h"
#include "core/run/run_record.h"
#include "ui/parts/verdict_sign.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace retryscope::ui {

/// How a run ended, in words for the user. Texts are plain, bounded and free of secrets.
struct Outcome
{
    Sign sign = Sign::None;
    QString title;                  ///< `Failed after 3 attempts in 103 ms`
    std::optional<Place> decidedAt; ///< the attempt that the reason is about
    QString reason; ///< `429 named “429”, not retryable`; empty when there is nothing to add
    std::optional<Place> refusedAt; ///< the attempt that the story is about
    QString refusedName;            ///< how the story names it: `call 51`
    QString story;                  ///< what the retry quota did to many calls, in sentences; mostly empty
    std::optional<Place> unmetAt;   ///< the attempt that breaks an expectation
    QString expected;               ///< how many expectations hold, and which does not; mostly empty
    bool isImported = false;        ///< another program's file or text was read
    QString origin;                 ///< policy, request, time of day: what was run
};

/// The outcome of a run; sign None for a record without calls.
[[nodiscard]] Outcome outcomeOf(const RunRecord& record);

/// A run in which an expectation does not hold has failed, whatever its calls came to.
void addExpectations(Outcome& outcome, const std::vector<io::ExpectationResult>& results);

} // namespace retryscope::ui
