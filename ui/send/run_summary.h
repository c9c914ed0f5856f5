// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QString>

namespace retryscope::ui {

/// The run on one line, for the status bar: `✕ failed · not retryable · 3 attempts · 1.70 s · 10 tokens spent
/// · seed 7 · wire: 3 requests on 2 connections`. Empty for an empty record.
[[nodiscard]] QString runSummaryOf(const RunRecord& record);

/// A name for a file of this run, without ending: scenario or server, policy, and the local time of its
/// start, or the seed of a run in virtual time: `s3-slowdown sdk-reference-standard 14-05`. Letters and
/// digits of ASCII, `-`, `_`, `.` and blanks; a run of another day also has its date.
[[nodiscard]] QString fileNameOf(const RunHeader& header);

/// The number of attempts that reached the wire; 0 in virtual time and without a connection.
[[nodiscard]] int requestsOnWireOf(const RunRecord& record);

} // namespace retryscope::ui
