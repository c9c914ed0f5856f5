// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/explain/verdict_row.h"
#include "core/run/run_record.h"

namespace retryscope::cli {

/// The attempts of one call as a table, as bars on a time line, and one sentence each. Of very many attempts
/// the first and the last ones are shown. callIndex: into record.calls(); width: of the time line, in
/// characters.
[[nodiscard]] Report attemptsReport(const RunRecord& record, int callIndex, int width);
[[nodiscard]] Tone toneOf(Verdict verdict);
/// A success whose body is an error that the client does not look at is none to be pleased about.
[[nodiscard]] Tone toneOf(const VerdictRow& row);

} // namespace retryscope::cli
