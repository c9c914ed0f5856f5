// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/run/quota_ledger.h"
#include "core/run/run_record.h"

namespace retryscope::cli {

/// The attempts of one call as a table, as bars on a time line, and one sentence each. Of very many attempts
/// the first and the last ones are shown.
[[nodiscard]] QString attemptsReport(const RunRecord& record, std::size_t callIndex, const TextStyle& style);
/// What the attempt came to, short: `503 SlowDown`.
[[nodiscard]] QString answerText(const RunRecord& record, const AttemptRecord& attempt);
[[nodiscard]] Tone toneOf(Verdict verdict);

} // namespace retryscope::cli
